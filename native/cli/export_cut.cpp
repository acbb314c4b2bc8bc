#include <algorithm>
#include <cstdio>
#include <iterator>

#include "core/formats/cutters.h"
#include "core/joint/split.h"
#include "native/cli/open.h"
#include "native/output/cut_output.h"

namespace tp::cli {
namespace {

constexpr int kFailure = 2;

// Returns false (after complaining) if the options ask for what cuts have not.
bool optionsOrComplain(const ExportOptions& options) {
  auto refuse = [](const char* why) { return complain(why), false; };
  if (options.traces.paths.size() != 1) return refuse("a cut is of one trace: give one after the other");
  if (!options.traces.offsets.empty()) return refuse("a cut has the trace's own times: --offset does not go with it");
  if (!options.filter.empty()) return refuse("a cut has all records of a range: --filter does not go with it");
  if (!options.tracks.empty()) return refuse("cuts are of threads or CPUs: give --tid or --cpu in place of --track");
  if (!options.columns.empty() || !options.tables.empty()) return refuse("a cut has no columns and no tables");
  if (options.file == "-") return refuse("a cut needs a place of its own: -o names a file or a folder");
  if (options.file.empty() && !options.dryRun) return refuse("-o says where to write");
  return true;
}

std::optional<FoundTrace> traceOrComplain(const ExportOptions& options) {
  std::optional<FileSet> files = filesOrComplain(options.traces);
  if (!files) return std::nullopt;
  Split split = splitTraces(*files, false);
  if (split.traces.empty()) return complain(split.error.text()), std::nullopt;
  if (split.traces.size() > 1) {
    complain("there are " + std::to_string(split.traces.size()) + " traces in it: give one after the other");
    return std::nullopt;
  }
  FoundTrace& trace = split.traces.front();
  if (options.to != "cut" && options.to != trace.format->id) {
    complain("--to " + options.to + ": a cut has the format of its trace, which is " + std::string(trace.format->id) +
             "; --to chrome, perfetto, speedscope, folded, csv and parquet write others");
    return std::nullopt;
  }
  if (cutterOf(trace.format->id) == nullptr)
    return complain("there are no cuts of " + std::string(trace.format->id)), std::nullopt;
  return std::move(trace);
}

}  // namespace

bool isCut(const std::string& to) {
  constexpr std::string_view kCuts[] = {"cut", "uftrace", "trace-cmd", "xray", "lttng"};
  return std::find(std::begin(kCuts), std::end(kCuts), to) != std::end(kCuts);
}

int exportCut(const ExportOptions& options) {
  if (!optionsOrComplain(options)) return kFailure;
  std::optional<FoundTrace> trace = traceOrComplain(options);
  if (!trace) return kFailure;
  const CutRequest request{options.range.from, options.range.to, options.tids, options.cpus, options.anonymise};
  WarningLog warnings;
  CountingSink counted;
  native::CutOutput out(options.file, trace->format->singleFile);
  if (!options.dryRun) {
    if (native::isAmong(options.file, options.traces.paths)) {
      complain(options.file + ": this is a part of the trace; give another place for the cut");
      return kFailure;
    }
    if (!out.prepare()) return complain(out.error()), kFailure;
  }
  CutSink& sink = options.dryRun ? static_cast<CutSink&>(counted) : out;
  const Result<CutSummary> summary = cutterOf(trace->format->id)(trace->files, request, sink, warnings);
  if (!summary) return complain(summary.error().text()), kFailure;
  if (complainOfChanges(trace->files)) return kFailure;
  if (!options.dryRun && !out.finish()) return complain(out.error()), kFailure;
  printWarnings(warnings);
  if (options.dryRun)
    std::printf("%llu records, %llu bytes in %llu %s\n", static_cast<unsigned long long>(summary->records),
                static_cast<unsigned long long>(counted.bytes()), static_cast<unsigned long long>(counted.files()),
                counted.files() == 1 ? "file" : "files");
  return 0;
}

}  // namespace tp::cli
