#include <algorithm>
#include <cstdio>

#include "core/export/compare_text.h"
#include "core/export/export_writer.h"
#include "core/export/scheduling_text.h"
#include "core/session/calls/calls_question.h"
#include "core/session/scheduling/scheduling_question.h"
#include "core/session/slices/slices_question.h"
#include "native/cli/calls.h"
#include "native/cli/indexed.h"
#include "native/cli/verbs.h"

namespace tp::cli {
namespace {

struct SideOptions {
  TraceArguments trace;
  TimeRange range;
  std::vector<int64_t> tids;
};

struct CompareOptions {
  SideOptions a, b;
  std::string by;
  std::string format = "text";
  std::optional<double> failAbove;
};

ComparedSide sideOf(const IndexedTrace& trace, const SideOptions& options) {
  const TraceIndex& index = trace.index();
  ComparedSide side;
  side.name = options.trace.paths.front();
  side.clock = index.info().clock;
  side.begin = std::max(index.begin(), options.range.from);
  side.end = std::min(index.end(), options.range.to);
  for (const TrackLosses& one : index.losses()) {
    side.lossPlaces += one.places;
    side.lostRecords += one.records;
  }
  side.warnings = index.warningCount();
  return side;
}

// Returns both halves of the side's time, or nothing if it is too short to have any.
std::vector<tp::TimeRange> halvesOf(const ComparedSide& side) {
  if (side.begin > side.end || side.end - side.begin < 2) return {};
  const Time middle = side.begin + (side.end - side.begin) / 2;
  return {{side.begin, middle}, {middle, side.end}};
}

CallScope scopeOf(const SideOptions& options) {
  CallScope scope;
  limit(scope, options.range);
  scope.tids = options.tids;
  scope.stacks = false;
  return scope;
}

std::shared_ptr<CallsQuestion> askCalls(IndexedTrace& trace, CallScope scope) {
  auto question = std::make_shared<CallsQuestion>(std::move(scope), 0);
  trace.ask(question);
  return question;
}

Scheduling askScheduling(IndexedTrace& trace, const SchedulingScope& scope) {
  auto question = std::make_shared<SchedulingQuestion>(scope);
  trace.ask(question);
  return question->scheduling();
}

// Whether the trace is rather about threads than about calls: it has their states, and no calls but system calls.
bool tellsThreads(IndexedTrace& trace, const SideOptions& options) {
  const FormatTraits& traits = trace.index().info().traits;
  if (!traits.kernel || traits.calls) return false;
  if (!askScheduling(trace, {}).switches) return false;
  const std::shared_ptr<CallsQuestion> calls = askCalls(trace, scopeOf(options));
  if (calls->calls().trackClass != CallProfiles::classOf(TrackKind::Thread)) return true;
  SliceQuery query;
  query.kind = SliceKind::Syscalls;
  query.scope = scopeOf(options);
  query.most = 1;
  auto systemCalls = std::make_shared<SlicesQuestion>(query);
  trace.ask(systemCalls);
  uint64_t all = 0;
  for (const FunctionStats& row : calls->calls().functions.rows) all += row.calls + row.open + row.unbegun;
  return all <= systemCalls->all().count + systemCalls->all().unknown;
}

SideFunctions functionsOf(IndexedTrace& trace, const SideOptions& options) {
  SideFunctions out;
  out.side = sideOf(trace, options);
  const std::shared_ptr<CallsQuestion> whole = askCalls(trace, scopeOf(options));
  std::vector<std::vector<FunctionSums>> halves(2);
  size_t half = 0;
  for (const tp::TimeRange& range : halvesOf(out.side)) {
    CallScope scope = scopeOf(options);
    scope.begin = range.begin;
    scope.end = range.end;
    halves[half++] = askCalls(trace, scope)->calls().profile.functions;
  }
  out.functions = sideFunctions(whole->calls().functions, halves[0], halves[1], trace.index().names());
  return out;
}

SideThreads threadsOf(IndexedTrace& trace, const SideOptions& options) {
  SideThreads out;
  out.side = sideOf(trace, options);
  SchedulingScope scope;
  if (options.range.limited()) scope = {options.range.from, options.range.to};
  const Scheduling whole = askScheduling(trace, scope);
  out.switches = whole.switches;
  out.side.gaps = schedulingGaps(whole, out.side.clock);
  std::vector<Scheduling> halves;
  for (const tp::TimeRange& range : halvesOf(out.side))
    halves.push_back(askScheduling(trace, {range.begin, range.end}));
  const bool any = halves.size() == 2;
  out.threads =
      sideThreads(whole, any ? &halves[0] : nullptr, any ? &halves[1] : nullptr, trace.index().tracks(), options.tids);
  return out;
}

// Converts times to nanoseconds if the clocks count in different units. Returns false (after complaining) if the length
// of one is not known.
template <class Side>
bool shareUnit(Side& a, Side& b) {
  if (sameUnit(a.side.clock, b.side.clock)) return true;
  for (Side* one : {&a, &b}) {
    const ClockInfo clock = one->side.clock;
    if (clock.isNs) continue;
    if (clock.nsNum == 0 || clock.nsDen == 0) {
      complain(one->side.name +
               ": how long a unit of its clock is, is not known, and the other trace has another clock");
      return false;
    }
    convertTimes(*one, ClockInfo(), [&](Time time) { return exportNs(time, clock); });
    one->side.gaps += (one->side.gaps.empty() ? "" : " ") + std::string("Each time is converted to ns by itself.");
  }
  return true;
}

template <class Side, class Compare>
int tell(Side a, Side b, Compare&& compared, const CompareOptions& options) {
  if (!shareUnit(a, b)) return 2;
  const auto found = compared(a, b);
  const std::string text = options.format == "json"  ? comparisonJson(found, options.failAbove)
                           : options.format == "csv" ? comparisonCsv(found)
                                                     : comparisonReport(found, options.failAbove);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return options.failAbove && growsAbove(found, *options.failAbove) ? 1 : 0;
}

int tellThreads(IndexedTrace& a, IndexedTrace& b, const CompareOptions& options) {
  SideThreads first = threadsOf(a, options.a), second = threadsOf(b, options.b);
  const bool known = first.switches && second.switches;
  const int status = tell(std::move(first), std::move(second), compareThreads, options);
  return known ? status : 2;
}

int compare(const CompareOptions& options) {
  const SideOptions* const sides[] = {&options.a, &options.b};
  IndexedTrace a(options.a.trace.threads), b(options.b.trace.threads);
  IndexedTrace* const traces[] = {&a, &b};
  for (size_t i = 0; i < 2; ++i) {
    const TraceArguments& trace = sides[i]->trace;
    if (!traces[i]->open(trace, trace.signatures ? FunctionIdentity::Signatures : FunctionIdentity::Merged)) return 2;
    tellUnknownThreads(sides[i]->tids, traces[i]->index().tracks(), i == 0 ? "--a-tid" : "--b-tid");
  }
  const bool byThread =
      options.by.empty() ? tellsThreads(a, options.a) && tellsThreads(b, options.b) : options.by == "thread";
  const int status = byThread ? tellThreads(a, b, options)
                              : tell(functionsOf(a, options.a), functionsOf(b, options.b), compareFunctions, options);
  bool changed = false;
  for (const IndexedTrace* trace : traces) {
    printWarnings(trace->index());
    changed = trace->complainOfChanges() || changed;
  }
  return changed ? 2 : status;
}

}  // namespace

Run compareVerb(VerbOptions& takes) {
  auto options = std::make_shared<CompareOptions>();
  takes.twoTraces(options->a.trace, options->b.trace);
  takes.range(options->a.range, "a-");
  takes.tids(options->a.tids, "a-");
  takes.range(options->b.range, "b-");
  takes.tids(options->b.tids, "b-");
  takes.text("--by", options->by, "function; thread for traces of a kernel without calls but system calls",
             {"function", "thread"});
  takes.text("--format", options->format, "text if not given", {"text", "csv", "json"});
  takes.number("--fail-above", options->failAbove,
               "exit with status 1 if self time, by thread running time, grew by more percent");
  return [options] { return compare(*options); };
}

}  // namespace tp::cli
