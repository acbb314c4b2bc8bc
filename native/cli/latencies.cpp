#include <cstdio>

#include "core/export/latency_text.h"
#include "core/session/scheduling/cpu_work_question.h"
#include "core/session/scheduling/scheduling_question.h"
#include "core/session/slices/slices_question.h"
#include "core/session/waits/softirqs_question.h"
#include "core/session/waits/waits_question.h"
#include "native/cli/calls.h"
#include "native/cli/indexed.h"
#include "native/cli/verbs.h"

namespace tp::cli {
namespace {

struct LatencyOptions {
  TraceArguments traces;
  std::string format = "text";
  TimeRange range;
};

void tellWhy(IndexedTrace& trace, LatencyTable& table) {
  const std::optional<PendingSoftirq> pending = longestPending(table);
  if (table.worst.empty() && !pending) return;
  auto waits = std::make_shared<WaitsQuestion>();
  trace.ask(waits);
  const WaitContext context{*waits->graph(), trace.index()};
  for (WorstWakeup& one : table.worst) {
    const PathSegment segment = wakeupSegment(context, one.latency);
    const std::optional<CpuWorkScope> scope = cpuWorkScope(trace.index().tracks(), segment);
    std::shared_ptr<CpuWorkQuestion> work;
    if (scope) {
      work = std::make_shared<CpuWorkQuestion>(*scope);
      trace.ask(work);
    }
    one.why = segmentWords(context, segment, work ? &work->work() : nullptr);
    one.why.add("; woken by ");
    one.why.add(wakerWords(context, *segment.by, segment.begin));
  }
  if (!pending) return;
  auto work = std::make_shared<CpuWorkQuestion>(CpuWorkScope{pending->cpu, pending->raised, pending->entered});
  trace.ask(work);
  auto raising = std::make_shared<CpuWorkQuestion>(CpuWorkScope{pending->cpu, pending->raised, pending->raised + 1});
  trace.ask(raising);
  table.pending = pendingWords(context, *pending, &work->work(), &raising->work());
}

int latencies(const LatencyOptions& options) {
  IndexedTrace trace(options.traces.threads);
  if (!trace.open(options.traces, FunctionIdentity::Merged)) return 2;
  SchedulingScope scope;
  if (options.range.limited()) scope = {options.range.from, options.range.to};
  LatencyTable table;
  for (const SliceKind kind : kLatencySlices) {
    // Other traces have asynchronous slices of other kinds.
    if (kind == SliceKind::Async && !trace.index().info().traits.kernel) continue;
    SliceQuery query = latencyQuery(kind);
    limit(query.scope, options.range);
    auto question = std::make_shared<SlicesQuestion>(std::move(query));
    trace.ask(question);
    addLatencies(table, trace.index(), kind, question->groups(), question->slices());
    std::optional<SliceQuery> more = longestQuery(table, kind);
    if (!more) continue;
    limit(more->scope, options.range);
    auto rest = std::make_shared<SlicesQuestion>(*more);
    trace.ask(rest);
    placeLongest(table, trace.index(), kind, rest->slices());
  }
  auto softirqs = std::make_shared<SoftirqsQuestion>(scope);
  trace.ask(softirqs);
  addSoftirqs(table, trace.index(), softirqs->waits());
  auto scheduling = std::make_shared<SchedulingQuestion>(scope);
  trace.ask(scheduling);
  addWakeups(table, scheduling->scheduling());
  tellWhy(trace, table);
  const std::string note = trace.complainOfRange(options.range);
  if (table.rows.empty() && note.empty())
    complain("nothing here has a latency: no wakeup, system call, interrupt, softirq or request of the disk");
  const std::string text = options.format == "json"  ? latenciesJson(table, trace.index(), note)
                           : options.format == "csv" ? latenciesCsv(table, trace.index())
                                                     : latenciesReport(table, trace.index());
  std::fwrite(text.data(), 1, text.size(), stdout);
  printWarnings(trace.index());
  return trace.complainOfChanges() ? 2 : 0;
}

}  // namespace

Run latenciesVerb(VerbOptions& takes) {
  auto options = std::make_shared<LatencyOptions>();
  takes.traces(options->traces);
  takes.text("--format", options->format, "text if not given", {"text", "csv", "json"});
  takes.range(options->range);
  return [options] { return latencies(*options); };
}

}  // namespace tp::cli
