#include "native/cli/open.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "core/analysis/time_span.h"
#include "core/io/local_files.h"
#include "core/joint/open_traces.h"

namespace tp::cli {

void complain(const std::string& message) {
  std::fprintf(stderr, "tracepane: %s\n", message.c_str());
}

std::optional<OpenTrace> openOrComplain(const TraceArguments& traces) {
  JoinOptions options;
  if (!joinOrComplain(traces, options)) return std::nullopt;
  auto files = openLocalFiles(traces.paths);
  if (!files) {
    complain(files.error().text());
    return std::nullopt;
  }
  auto reader = openTraces(*files, options);
  if (!reader) {
    complain(reader.error().text());
    return std::nullopt;
  }
  return OpenTrace{std::move(*files), std::move(*reader), options};
}

bool joinOrComplain(const TraceArguments& traces, JoinOptions& options) {
  for (const std::string& text : traces.offsets) {
    size_t colon = text.find(':');
    uint32_t number = 0;
    Time shift = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + std::min(colon, text.size()), number);
    bool numbered = colon != std::string::npos && error == std::errc() && end == text.data() + colon && number > 0;
    if (!numbered || !parseTimeSpan(std::string_view(text).substr(colon + 1), {}, shift)) {
      complain("--offset " + text + ": is not the number of a trace, a colon and a time, as in 2:-1.5ms");
      return false;
    }
    options.setShift(number, shift);
  }
  return true;
}

bool compileOrComplain(const std::string& text, const ClockInfo& clock, std::optional<Filter>& filter) {
  if (text.empty()) return true;
  FilterError error;
  filter = Filter::compile(text, clock, error);
  if (filter) return true;
  complain("filter: " + error.text());
  // The place, under the expression; continuation bytes take no room.
  std::string space;
  for (char c : text.substr(0, error.column))
    if ((c & 0xc0) != 0x80) space += c == '\t' ? '\t' : ' ';
  std::fprintf(stderr, "  %s\n  %s^\n", text.c_str(), space.c_str());
  return false;
}

void tellUnknownFields(const std::optional<Filter>& filter) {
  if (!filter) return;
  for (const std::string& field : filter->unknown(filter->met()))
    complain("filter: no record has a field \"" + field + "\"");
}

bool columnsOrComplain(const std::vector<std::string>& columns, bool csv) {
  if (!columns.empty() && !csv) return complain("--columns are those of CSV"), false;
  return true;
}

void printWarnings(TraceReader& reader) {
  const WarningLog& log = reader.warnings();
  for (const Warning& warning : log.kept()) complain(warning.text());
  if (log.total() > log.kept().size()) {
    complain(std::to_string(log.total() - log.kept().size()) + " more warnings");
  }
}

}  // namespace tp::cli
