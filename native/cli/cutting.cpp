#include "native/cli/cutting.h"

#include "core/formats/cutters.h"
#include "core/joint/open_traces.h"
#include "native/cli/open.h"

namespace tp::cli {

bool cutOptionsOrComplain(const ExportOptions& options, const std::string& what) {
  auto refuse = [](const std::string& why) { return complain(why), false; };
  if (!options.traces.offsets.empty()) return refuse(what + " has the trace's own times: --offset does not go with it");
  if (!options.filter.empty()) return refuse(what + " has all records of a range: --filter does not go with it");
  if (!options.tracks.empty()) return refuse("cuts are of threads or CPUs: give --tid or --cpu in place of --track");
  if (!options.columns.empty() || !options.tables.empty()) return refuse(what + " has no columns and no tables");
  if (options.file == "-") return refuse(what + " needs a place of its own: -o names it");
  if (options.file.empty() && !options.dryRun) return refuse("-o says where to write");
  return true;
}

std::optional<FoundTrace> cutTraceOrComplain(const ExportOptions& options, WarningLog& warnings) {
  std::optional<FileSet> files = filesOrComplain(options.traces);
  if (!files) return std::nullopt;
  Split split = splitTraces(*files, false);
  if (split.traces.empty()) {
    // What explains why a file is no trace is said where traces are opened.
    openOrComplain(options.traces);
    return std::nullopt;
  }
  if (split.traces.size() > 1) {
    complain("a cut is of one trace, and these are " + std::to_string(split.traces.size()) +
             " traces: give one after the other");
    return std::nullopt;
  }
  FoundTrace& trace = split.traces.front();
  if (cutterOf(trace.format->id) == nullptr)
    return complain(
               "a part of a trace of " + std::string(trace.format->id) +
               " can't be cut out: a range of it can be exported (--to perfetto, speedscope, folded, csv, parquet)"),
           std::nullopt;
  for (const std::vector<Warning>& some : {files->notes(), split.failures, leftOut(*files, split.traces)})
    for (const Warning& one : some) warnings.add(one);
  return std::move(trace);
}

std::optional<CutSummary> cutOrComplain(const FoundTrace& trace, const ExportOptions& options, CutSink& sink,
                                        WarningLog& warnings) {
  CutRequest request;
  request.from = options.range.from;
  request.to = options.range.to;
  request.tids = options.tids;
  request.cpus = options.cpus;
  request.anonymise = options.anonymise;
  request.around = options.around;
  const Result<CutSummary> summary = cutterOf(trace.format->id)(trace.files, request, sink, warnings);
  if (!summary) return complain(summary.error().text()), std::nullopt;
  if (complainOfChanges(trace.files)) return std::nullopt;
  // Of a sink that has stopped, its owner tells why.
  if (summary->records == summary->around && !sink.stopped())
    complain("no record of the trace is what was asked for: there is none in it");
  // The threads of kernel traces are known only when all records were read.
  if (trace.format->traits.wholeCalls) tellUnknownThreads(options.tids, trace.reader->tracks());
  return *summary;
}

std::string cutSizeText(const CutSummary& summary, uint64_t bytes, uint64_t files) {
  const std::string around =
      summary.around > 0 ? std::to_string(summary.around) + " of them around the range, " : std::string();
  return std::to_string(summary.records) + " records, " + around + std::to_string(bytes) + " bytes in " +
         std::to_string(files) + (files == 1 ? " file" : " files");
}

}  // namespace tp::cli
