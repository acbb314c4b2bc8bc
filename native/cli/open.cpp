#include "native/cli/open.h"

#include <cstdio>

#include "core/formats/registry.h"
#include "core/io/local_files.h"

namespace tp::cli {

void complain(const std::string& message) {
  std::fprintf(stderr, "tracepane: %s\n", message.c_str());
}

std::optional<OpenTrace> openOrComplain(const std::vector<std::string>& paths) {
  auto files = openLocalFiles(paths);
  if (!files) {
    complain(files.error().text());
    return std::nullopt;
  }
  auto reader = openTrace(*files);
  if (!reader) {
    complain(reader.error().text());
    return std::nullopt;
  }
  return OpenTrace{std::move(*files), std::move(*reader)};
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

void printWarnings(TraceReader& reader) {
  const WarningLog& log = reader.warnings();
  for (const Warning& warning : log.kept()) complain(warning.text());
  if (log.total() > log.kept().size()) {
    complain(std::to_string(log.total() - log.kept().size()) + " more warnings");
  }
}

}  // namespace tp::cli
