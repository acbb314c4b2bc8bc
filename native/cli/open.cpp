#include "native/cli/open.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <set>

#include "core/analysis/thread_pairs.h"
#include "core/analysis/time_span.h"
#include "core/decode/row_fields.h"
#include "core/io/local_files.h"
#include "core/joint/open_traces.h"
#include "core/text/characters.h"
#include "core/text/nearest.h"
#include "core/text/visible_text.h"
#include "native/output/output_file.h"

namespace tp::cli {

void complain(const std::string& message) {
  std::fprintf(stderr, "tracepane: %s\n", visibleText(message).c_str());
}

std::optional<FileSet> filesOrComplain(const TraceArguments& traces) {
  if (native::outputIsAmong(traces.paths)) return complain("the output would be written into the trace"), std::nullopt;
  if (*traces.read) return *traces.read;
  auto files = openLocalFiles(traces.paths);
  if (!files) return complain(files.error().text()), std::nullopt;
  if (std::find(traces.paths.begin(), traces.paths.end(), "-") != traces.paths.end()) *traces.read = *files;
  return std::move(*files);
}

bool complainOfChanges(const FileSet& files, const std::vector<FileChange>& told) {
  std::vector<FileChange> changes = changesOf(files, true);
  for (const FileChange& one : changes) {
    bool known = std::any_of(told.begin(), told.end(), [&](const FileChange& other) { return other.path == one.path; });
    if (!known) complain(one.text());
  }
  return !changes.empty();
}

std::optional<OpenTrace> openOrComplain(const TraceArguments& traces, FunctionIdentity functions) {
  JoinOptions options;
  if (!joinOrComplain(traces, options)) return std::nullopt;
  options.functions = traces.signatures ? FunctionIdentity::Signatures : functions;
  auto files = filesOrComplain(traces);
  if (!files) return std::nullopt;
  auto reader = openTraces(*files, options);
  if (!reader) {
    // A trace that is being replaced does not look like a trace.
    if (!complainOfChanges(*files)) complain(reader.error().text());
    return std::nullopt;
  }
  if (!shiftsOrComplain(options, (*reader)->info())) return std::nullopt;
  return OpenTrace{std::move(*files), std::move(*reader), options};
}

bool joinOrComplain(const TraceArguments& traces, JoinOptions& options) {
  options.machine = traces.machine;
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

bool shiftsOrComplain(const JoinOptions& options, const TraceInfo& info) {
  for (const auto& [number, shift] : options.shifts) {
    // A single trace has the number 1.
    bool known = info.parts.empty() && number == 1;
    for (const TracePart& part : info.parts) known = known || part.number == number;
    if (known) continue;
    complain("--offset: there is no trace number " + std::to_string(number));
    return false;
  }
  return true;
}

bool compileOrComplain(const std::string& text, const ClockInfo& clock, std::optional<Filter>& filter) {
  if (text.empty()) return true;
  FilterError error;
  filter = Filter::compile(text, clock, error);
  if (filter) return true;
  complain("filter: " + error.text());
  // Marks the place under the expression.
  const std::string space(characterCount(visibleText(text.substr(0, error.column))), ' ');
  std::fprintf(stderr, "  %s\n  %s^\n", visibleText(text).c_str(), space.c_str());
  return false;
}

std::string meantField(const std::string& field) {
  std::vector<std::string> known;
  known.reserve(std::size(kRowFields));
  for (const RowFieldInfo& one : kRowFields) known.emplace_back(one.name);
  for (const RowFieldInfo& one : kSliceFields) known.emplace_back(one.name);
  // Values of calls have these, where they have no names.
  for (const char* one : {"retval", "arg1", "arg2", "arg3"}) known.emplace_back(one);
  // Those that other traces have are no misspelling.
  const bool right = std::find(known.begin(), known.end(), field) != known.end();
  return right ? std::string() : meantNames(field, known);
}

void tellUnknownFields(const std::optional<Filter>& filter) {
  if (!filter) return;
  for (const std::string& field : filter->unknown(filter->met()))
    complain("filter: no record has a field \"" + field + "\"" + meantField(field));
  for (const std::string& name : filter->unnamed(filter->met()))
    complain("filter: no record is named \"" + name + "\"");
}

bool tellUnknownThreads(const std::vector<int64_t>& tids, const TrackTable& tracks, const char* option) {
  std::set<int64_t> known;
  for (TrackId id = 0; id < tracks.size(); ++id) known.insert(tracks[id].key.tid);
  bool any = tids.empty();
  for (const int64_t tid : tids) {
    const bool has = tid >= 0 && known.count(tid) > 0;
    if (!has) complain(std::string(option) + ": the trace has no thread " + std::to_string(tid));
    any = any || has;
  }
  return any;
}

void tellCountedTwice(const std::vector<int64_t>& tids, const TraceInfo& info, const TrackTable& tracks) {
  const std::vector<ThreadPair> both = threadsOfBoth(info, tracks);
  const auto counts = [&](const ThreadPair& one) {
    return tids.empty() || std::find(tids.begin(), tids.end(), tracks[one.program].key.tid) != tids.end();
  };
  const std::string text = countedTwiceText(static_cast<uint64_t>(std::count_if(both.begin(), both.end(), counts)));
  if (!text.empty()) complain(text);
}

bool columnsOrComplain(const std::vector<std::string>& columns, bool csv) {
  if (!columns.empty() && !csv) return complain("--columns are those of CSV"), false;
  return true;
}

int finishOutput(int status) {
  int failure = native::writeFailure(stdout);
  if (failure == 0) return status;
  // The reader of the pipe has closed it: the same status as if SIGPIPE had ended the program.
  if (failure == EPIPE) return 128 + SIGPIPE;
  complain(std::string("write error: ") + std::strerror(failure));
  return 2;
}

void printWarnings(TraceReader& reader) {
  printWarnings(reader.warnings());
}

void printWarnings(const WarningLog& log) {
  std::vector<Warning> kept = log.kept();
  for (const Warning& warning : kept) complain(warning.text());
  if (log.total() > kept.size()) complain(std::to_string(log.total() - kept.size()) + " more warnings");
}

}  // namespace tp::cli
