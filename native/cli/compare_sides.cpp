#include "native/cli/compare_sides.h"

#include <algorithm>

#include "core/analysis/compare/compared_class.h"
#include "core/analysis/compare/function_pairs.h"
#include "core/analysis/compare/moved_time.h"
#include "core/export/scheduling_text.h"
#include "core/session/slices/slices_question.h"
#include "native/cli/compare_filter.h"

namespace tp::cli {
namespace {

CallScope countedCalls(const Side& side) {
  CallScope scope;
  limit(scope, side.options.range);
  scope.tids = side.tids;
  scope.stacks = false;
  scope.onlyClass = side.onlyClass;
  return scope;
}

// Returns how much one of so many threads reads, in bytes: each stream is read by one thread.
uint64_t readingOf(const Side& side, uint32_t threads) {
  uint64_t all = 0, largest = 0;
  for (const StreamState& stream : side.trace.index().streams()) {
    if (stream.merged) continue;
    all += stream.bytesTotal;
    largest = std::max(largest, stream.bytesTotal);
  }
  return std::max(largest, all / threads);
}

std::shared_ptr<SchedulingQuestion> askScheduling(IndexedTrace& trace, const SchedulingScope& scope) {
  auto question = std::make_shared<SchedulingQuestion>(scope);
  trace.ask(question);
  return question;
}

}  // namespace

bool Side::open(const std::string& side) {
  const TraceArguments& of = options.trace;
  if (!trace.open(of, of.signatures ? FunctionIdentity::Signatures : FunctionIdentity::Merged)) return false;
  if (!tellUnknownThreads(options.tids, trace.index().tracks(), ("--" + side + "-tid").c_str())) return false;
  return options.filter.empty() || filterThreads(options.filter, "--" + side + "-filter", trace.index(), tids);
}

ComparedScope scopeOf(const Side& of) {
  const TimeRange& range = of.options.range;
  ComparedScope scope;
  if (range.limited()) {
    scope.begin = range.from;
    scope.end = range.to;
  }
  return scope;
}

ComparedSide sideOf(const Side& of) {
  ComparedSide side = comparedSide(scopeOf(of), of.trace.index());
  side.name = of.options.trace.paths.front();
  side.copies = of.copies;
  addPart(side, threadsPart(of.tids));
  return side;
}

CallScope callsScope(const Side& of) {
  CallScope scope = countedCalls(of);
  scope.middle = middleOf(sideOf(of));
  return scope;
}

const Calls& Side::calls() {
  if (!calls_) {
    CallScope scope = callsScope(*this);
    scope.callers = callers_;
    scope.outermost = outermost_;
    calls_ = std::make_shared<CallsQuestion>(std::move(scope), 0);
    trace.ask(calls_);
  }
  return calls_->calls();
}

void Side::wantCallers() {
  if (!callers_) calls_.reset();
  callers_ = true;
}

void Side::wantOutermost() {
  if (!outermost_) calls_.reset();
  outermost_ = true;
}

void Side::limitTo(uint32_t trackClass) {
  left = leftOfClass(calls().trackClass, trackClass);
  onlyClass = trackClass;
  if (calls().trackClass != trackClass) calls_.reset();
}

const Scheduling& Side::scheduling() {
  SchedulingScope scope;
  if (options.range.limited()) scope = {options.range.from, options.range.to};
  if (!scheduling_) scheduling_ = askScheduling(trace, scope);
  return scheduling_->scheduling();
}

bool tellsThreads(Side& side) {
  const FormatTraits& traits = side.trace.index().info().traits;
  if (!traits.kernel || traits.calls || !side.scheduling().switches) return false;
  if (side.calls().trackClass != CallProfiles::classOf(TrackKind::Thread)) return true;
  SliceQuery query;
  query.kind = SliceKind::Syscalls;
  query.scope = countedCalls(side);
  query.most = 1;
  auto systemCalls = std::make_shared<SlicesQuestion>(query);
  side.trace.ask(systemCalls);
  uint64_t all = 0;
  for (const FunctionStats& row : side.calls().functions.rows) all += row.calls + row.open + row.unbegun;
  return all <= systemCalls->all().count + systemCalls->all().unknown;
}

SideFunctions functionsOf(Side& side) {
  const Calls& calls = side.calls();
  const NameTable& names = side.trace.index().names();
  SideFunctions out{sideOf(side), sideFunctions(calls.functions, calls.profile.functions, names)};
  out.calls = sideCalls(out.functions, calls.profile.edges, names);
  out.within = sideWithin(out.functions, calls.profile.outermost, names);
  out.trackClass = calls.trackClass;
  out.side.left = side.left;
  return out;
}

void shareClass(Side& a, Side& b) {
  const bool oneTrace = a.options.trace.paths == b.options.trace.paths;
  const std::array classes{a.calls().trackClass, b.calls().trackClass};
  if (a.left.empty()) a.left = lackOfCalls(classes[0], classes[1]);
  if (b.left.empty()) b.left = lackOfCalls(classes[1], classes[0]);
  const auto shared = comparedClass(classes, oneTrace);
  if (!shared) return;
  a.limitTo(*shared);
  b.limitTo(*shared);
}

std::array<SideFunctions, 2> functionsOf(Side& a, Side& b) {
  shareClass(a, b);
  std::array<SideFunctions, 2> both{functionsOf(a), functionsOf(b)};
  if (a.options.trace.paths == b.options.trace.paths || !lackPartners(both[0], both[1], {})) return both;
  a.wantCallers();
  b.wantCallers();
  return {functionsOf(a), functionsOf(b)};
}

SideThreads threadsOf(Side& side) {
  SideThreads out;
  out.side = sideOf(side);
  const Scheduling& whole = side.scheduling();
  out.switches = whole.switches;
  out.side.gaps = schedulingGaps(whole, out.side.clock, side.trace.index().tracks(), side.tids);
  std::vector<std::shared_ptr<SchedulingQuestion>> halves;
  const std::optional<Time> middle = middleOf(out.side);
  if (middle) {
    halves.push_back(askScheduling(side.trace, {out.side.begin, *middle}));
    halves.push_back(askScheduling(side.trace, {*middle, out.side.end}));
  }
  out.threads = sideThreads(whole, middle ? &halves[0]->scheduling() : nullptr,
                            middle ? &halves[1]->scheduling() : nullptr, side.trace.index().tracks(), side.tids);
  return out;
}

bool readsBoth(const Side& a, const Side& b, uint32_t threads) {
  if (threads < 2) return false;
  const uint64_t beside = std::max(readingOf(a, threads / 2), readingOf(b, threads / 2));
  const uint64_t inTurn = readingOf(a, threads) + readingOf(b, threads);
  // What several threads have read of one side is put together by one of them, which takes about a tenth as long.
  return beside <= inTurn + inTurn / 10;
}

SideStacks stacksOf(const Side& side, uint32_t threads, TraceCalls& calls) {
  CallScope scope = countedCalls(side);
  scope.stacks = true;
  scope.functions = false;
  SideStacks out;
  TraceArguments trace = side.options.trace;
  trace.threads = threads;
  if (!collectStacks(trace, scope, calls)) return out;
  out.side = sideOf(side);
  out.side.left = side.left;
  out.logged = &*calls.stacks;
  out.tree = &out.logged->tree();
  out.names = &calls.trace.reader->names();
  return out;
}

}  // namespace tp::cli
