#include <algorithm>
#include <cstdio>
#include <span>

#include "core/formats/registry.h"
#include "native/cli/cutting.h"
#include "native/cli/open.h"
#include "native/output/cut_output.h"

namespace tp::cli {
namespace {

constexpr int kFailure = 2;

bool ownFormatOrComplain(const FoundTrace& trace, const std::string& to) {
  if (to == "cut" || to == trace.format->id) return true;
  complain("--to " + to + ": a cut has the format of its trace, which is " + std::string(trace.format->id) +
           "; --to chrome, perfetto, speedscope, folded, csv and parquet write others");
  return false;
}

}  // namespace

bool isCut(const std::string& to) {
  const std::span<const Format> all = formats();
  return to == "cut" || std::any_of(all.begin(), all.end(),
                                    [&](const Format& format) { return format.traits.cuts && to == format.id; });
}

int exportCut(const ExportOptions& options) {
  if (!cutOptionsOrComplain(options, "a cut")) return kFailure;
  WarningLog warnings;
  std::optional<FoundTrace> trace = cutTraceOrComplain(options, warnings);
  if (!trace || !ownFormatOrComplain(*trace, options.to)) return kFailure;
  if (options.around && !trace->format->traits.wholeCalls)
    return complain("--around is of cuts of uftrace and XRay"), kFailure;
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
  const std::optional<CutSummary> summary = cutOrComplain(*trace, options, sink, warnings);
  if (!summary) return kFailure;
  if (!options.dryRun && !out.finish()) return complain(out.error()), kFailure;
  printWarnings(warnings);
  if (options.dryRun) std::printf("%s\n", cutSizeText(*summary, counted.bytes(), counted.files()).c_str());
  return 0;
}

}  // namespace tp::cli
