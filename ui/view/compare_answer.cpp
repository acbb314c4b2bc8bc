#include "ui/view/compare_answer.h"

#include <algorithm>
#include <utility>

#include "core/analysis/compare/compared_class.h"
#include "core/analysis/compare/function_pairs.h"
#include "core/analysis/compare/function_rates.h"
#include "core/analysis/compare/moved_time.h"
#include "core/analysis/compare/recordings.h"
#include "core/export/scheduling_text.h"
#include "core/session/compare/compared_functions.h"
#include "ui/base/time_text.h"

namespace tp::ui {
namespace {

template <class Question>
bool ended(const std::shared_ptr<Question>& question) {
  return question && question->done();
}
template <class Question>
bool ended(const std::vector<std::shared_ptr<Question>>& questions) {
  return !questions.empty() &&
         std::all_of(questions.begin(), questions.end(), [](const auto& one) { return ended(one); });
}

}  // namespace

// Forgets what is of another trace or of other scopes. A side whose scope is what that of the other side was keeps its
// answers.
void CompareAnswer::follow(const Session& session, const Scopes& scopes) {
  if (opening_ == session.opening() && scopes == scopes_) return;
  const uint64_t number = number_ + 1;
  // Answers about some calls of a function only are not kept.
  if (how_.slowest) calls_ = {};
  CompareAnswer had = std::exchange(*this, {});
  number_ = number;
  scopes_ = scopes;
  opening_ = session.opening();
  if (had.opening_ != opening_) return;
  sideStacks_ = std::move(had.sideStacks_);
  shares_ = std::move(had.shares_);
  for (size_t side = 0; side < 2; ++side)
    for (size_t before = 0; before < 2; ++before) {
      if (scopes[side] != had.scopes_[before]) continue;
      // What was limited for the sake of the other side is not what this one has.
      const bool limited = std::any_of(had.calls_[before].begin(), had.calls_[before].end(),
                                       [](const auto& one) { return one && one->scope().onlyClass; });
      if (ended(had.calls_[before]) && !limited) calls_[side] = had.calls_[before];
      const Threads& threads = had.scheduling_[before];
      if (std::all_of(threads.begin(), threads.end(), [](const auto& part) { return !part || part->done(); }))
        scheduling_[side] = threads;
    }
}

void CompareAnswer::follow(const FunctionsHow& how) {
  if (how_ == how) return;
  // What was counted of all calls stays, if only the unit is another, or what is said about names.
  if (how_.slowest != how.slowest) {
    calls_ = {};
    all_ = nullptr;
    parted_.reset();
    callersWanted_ = false;
    onlyClass_.reset();
    left_ = {};
  }
  if (how_.names != how.names) stacks_.reset();
  if (how_.perSecond != how.perSecond) threads_.reset();
  functions_.reset();
  missing_.clear();
  how_ = how;
}

// Whether the programs may be two: parts of one trace are of one, where no function has two names.
bool CompareAnswer::ofTwoTraces() const {
  return scopes_[0].trace != scopes_[1].trace && scopes_[0].trace != kEveryTrace && scopes_[1].trace != kEveryTrace;
}

SideFunctions CompareAnswer::sideOf(const Session& session, size_t side, size_t recording) const {
  const Calls& of = calls_[side][recording]->calls();
  const NameTable& names = session.index().names();
  SideFunctions out{comparedSide(recordingsOf(scopes_[side])[recording], session),
                    sideFunctions(of.functions, of.profile.functions, names)};
  out.side.left = left_[side];
  out.side.copies = copiesText(scopes_, side, session.index().info().parts);
  if (callersWanted_ && ofTwoTraces()) out.calls = sideCalls(out.functions, of.profile.edges, names);
  if (ofTwoTraces()) out.within = sideWithin(out.functions, of.profile.outermost, names);
  return out;
}

// These three return whether all is answered, and ask for the first part that is not.
//
// Which calls are the slowest is known when all of them are.
bool CompareAnswer::askParted(Session& session, bool quiet) {
  if (!how_.slowest || parted_) return true;
  if (ended(all_)) {
    parted_ = slowestCalls(all_->calls().profile.within, how_.slowest->share);
    if (!parted_)
      missing_ = how_.slowest->function + " has " + countText(all_->calls().profile.within.size(), "call") +
                 " of known duration, of which none would be a usual one.";
    return parted_.has_value();
  }
  if (quiet || session.phase() != Phase::Ready || session.working(JobKind::Compared)) return false;
  CallScope scope = callScope(scopes_[0]);
  scope.within = allCalls(*how_.slowest);
  session.ask(all_ = std::make_shared<CallsQuestion>(std::move(scope), 0, JobKind::Compared));
  return false;
}

bool CompareAnswer::askCallsOf(Session& session, size_t side, bool quiet) {
  const std::vector<ComparedScope> recordings = recordingsOf(scopes_[side]);
  calls_[side].resize(recordings.size());
  for (size_t i = 0; i < recordings.size(); ++i) {
    std::shared_ptr<CallsQuestion>& question = calls_[side][i];
    if (question) progress_ += question->progress() / 2 / static_cast<double>(recordings.size());
    const bool classed =
        !onlyClass_ || (question && (question->scope().onlyClass == onlyClass_ ||
                                     (ended(question) && question->calls().trackClass == *onlyClass_)));
    const bool outermost = ofTwoTraces() && !how_.slowest;
    if (ended(question) && classed && (!callersWanted_ || question->scope().callers) &&
        (!outermost || question->scope().outermost))
      continue;
    if (quiet || session.phase() != Phase::Ready || session.working(JobKind::Compared)) return false;
    CallScope scope = callScope(recordings[i]);
    scope.middle = middleOf(comparedSide(recordings[i], session.index()));
    scope.callers = callersWanted_;
    scope.outermost = outermost;
    scope.onlyClass = onlyClass_;
    if (how_.slowest) scope.within = usualAndSlowest(*how_.slowest, *parted_)[side];
    session.ask(question = std::make_shared<CallsQuestion>(std::move(scope), 0, JobKind::Compared));
    return false;
  }
  return true;
}

bool CompareAnswer::askAllCalls(Session& session, bool quiet) {
  return askCallsOf(session, 0, quiet) && askCallsOf(session, 1, quiet);
}

bool CompareAnswer::askCalls(Session& session, bool quiet) {
  progress_ = 0;
  if (!missing_.empty() || !askParted(session, quiet)) return false;
  // Of several recordings, it takes all of them to say whether names are missing.
  callersWanted_ = callersWanted_ || (ofTwoTraces() && several());
  if (!askAllCalls(session, quiet)) return false;
  if (!onlyClass_) {
    std::vector<size_t> classes;
    for (const Recordings& side : calls_)
      for (const auto& one : side) classes.push_back(one->calls().trackClass);
    onlyClass_ = comparedClass(classes, !ofTwoTraces());
    for (size_t side = 0; side < 2; ++side) {
      left_[side] = lackOfCalls(calls(side).trackClass, calls(1 - side).trackClass);
      for (const auto& one : calls_[side])
        if (left_[side].empty()) left_[side] = leftOfClass(one->calls().trackClass, onlyClass_);
    }
    if (!askAllCalls(session, quiet)) return false;
  }
  if (callersWanted_ || how_.slowest || !ofTwoTraces() ||
      !lackPartners(sideOf(session, 0, 0), sideOf(session, 1, 0), how_.names))
    return true;
  // Names alone do not tell all: who calls whom is counted, too, which takes a while.
  callersWanted_ = true;
  return askAllCalls(session, quiet);
}

bool CompareAnswer::askThreads(Session& session, bool quiet) {
  progress_ = 0;
  for (size_t side = 0; side < 2; ++side) {
    const ComparedSide of = comparedSide(scopes_[side], session.index());
    const std::optional<Time> middle = middleOf(of);
    for (size_t part = 0; part < (middle ? 3u : 1u); ++part) {
      std::shared_ptr<SchedulingQuestion>& question = scheduling_[side][part];
      if (question) progress_ += question->progress() / (middle ? 6 : 2);
      if (ended(question)) continue;
      if (quiet || session.phase() != Phase::Ready || session.working(JobKind::ComparedThreads)) return false;
      SchedulingScope scope = schedulingScope(scopes_[side]);
      if (part > 0) {
        scope.begin = part == 1 ? of.begin : *middle;
        scope.end = part == 1 ? *middle : of.end;
      }
      session.ask(question = std::make_shared<SchedulingQuestion>(scope, LatencyFilter(), JobKind::ComparedThreads));
      return false;
    }
  }
  return true;
}

// Of a side whose calls are there.
// Returns false if the side has nothing to divide by, which missing() tells then.
bool CompareAnswer::divide(SideFunctions& functions, size_t side) {
  if (how_.slowest) {
    divideFigures(functions.functions, {calls(side).profile.within.size(), 1});
    return true;
  }
  if (!how_.perSecond) return true;
  const std::optional<RateBase> seconds = secondsOf(functions.side);
  if (seconds)
    divideFigures(functions.functions, *seconds);
  else
    missing_ = kNoSeconds;
  return seconds.has_value();
}

// Returns the functions of each recording of a side, and notes their names; none if there is nothing to divide by.
std::vector<SideFunctions> CompareAnswer::recordingsIn(const Session& session, size_t side) {
  std::vector<SideFunctions> out;
  const NameTable& names = session.index().names();
  for (size_t i = 0; i < calls_[side].size(); ++i) {
    out.push_back(sideOf(session, side, i));
    if (!divide(out.back(), side)) return {};
    for (const FunctionStats& row : calls_[side][i]->calls().functions.rows) {
      std::vector<NameId>& known = names_[side][names.view(row.name)];
      if (std::find(known.begin(), known.end(), row.name) == known.end()) known.push_back(row.name);
    }
  }
  return out;
}

const FunctionComparison* CompareAnswer::functions(Session& session, const Scopes& scopes, const FunctionsHow& how,
                                                   bool quiet) {
  follow(session, scopes);
  follow(how);
  if (functions_) return &*functions_;
  if (!askCalls(session, quiet)) return nullptr;
  std::array<std::vector<SideFunctions>, 2> sides;
  names_ = {};
  rowNames_.clear();
  for (size_t side = 0; side < 2; ++side) {
    sides[side] = recordingsIn(session, side);
    if (sides[side].empty()) return nullptr;
  }
  const std::string per = how_.slowest     ? "call of " + how_.slowest->function
                          : how_.perSecond ? std::string("second")
                                           : std::string();
  const NameCorrections corrections = how_.slowest ? NameCorrections() : how_.names;
  functions_ = several() ? compareRecordings(sides[0], sides[1], per, corrections,
                                             countCopies(scopes_, session.index().info().parts))
                         : compareFunctions(sides[0][0], sides[1][0], per, corrections);
  for (const FunctionChange& one : functions_->changes) rowNames_.push_back(findName(one.name));
  ++number_;
  return &*functions_;
}

std::optional<FunctionComparison> CompareAnswer::wholeFunctions(Session& session, const Scopes& scopes) {
  follow(session, scopes);
  if (how_.slowest || !askCalls(session, false)) return std::nullopt;
  return compareFunctions(sideOf(session, 0, 0), sideOf(session, 1, 0), {}, how_.names);
}

// Of a side whose threads are there.
SideThreads CompareAnswer::threadsIn(const Session& session, size_t side) const {
  const Threads& of = scheduling_[side];
  const Scheduling& whole = of[0]->scheduling();
  const TrackTable& tracks = session.index().tracks();
  const bool halves = of[1] && of[2];
  SideThreads out{comparedSide(scopes_[side], session), whole.switches, {}};
  out.side.copies = copiesText(scopes_, side, session.index().info().parts);
  const std::vector<int64_t> tids = threadsOf(scopes_[side], tracks);
  out.side.gaps = schedulingGaps(whole, out.side.clock, tracks, tids);
  out.threads = sideThreads(whole, halves ? &of[1]->scheduling() : nullptr, halves ? &of[2]->scheduling() : nullptr,
                            tracks, tids);
  return out;
}

const ThreadComparison* CompareAnswer::threads(Session& session, const Scopes& scopes, const FunctionsHow& how,
                                               bool quiet) {
  follow(session, scopes);
  follow(how);
  if (threads_) return &*threads_;
  if (!missing_.empty() || !askThreads(session, quiet)) return nullptr;
  std::array<SideThreads, 2> sides{threadsIn(session, 0), threadsIn(session, 1)};
  const bool divides = how_.perSecond && sides[0].switches && sides[1].switches;
  for (SideThreads& one : sides) {
    if (!divides) break;
    const std::optional<RateBase> seconds = secondsOf(one.side);
    if (!seconds) return missing_ = kNoSeconds, nullptr;
    divideThreads(one, *seconds);
  }
  threads_ = compareThreads(sides[0], sides[1], divides ? "second" : "");
  ++number_;
  return &*threads_;
}

std::optional<ThreadComparison> CompareAnswer::wholeThreads(Session& session, const Scopes& scopes) {
  follow(session, scopes);
  if (!askThreads(session, false)) return std::nullopt;
  return compareThreads(threadsIn(session, 0), threadsIn(session, 1));
}

// By itself, each side leaves out what is small there. What is small on both only is left out here.
bool CompareAnswer::askTogether(Session& session, Stacks& sides) {
  if (sides[0]->complete() && sides[1]->complete()) return true;
  HeavyStacks both;
  for (auto& side : sides) {
    if (side->complete()) side = shares_.want(session, side->query(), false);
    if (!side) return false;
    if (side->heavy()) both.add(*side->heavy());
  }
  for (size_t side = 0; side < 2; ++side) {
    auto& asked = together_[side];
    if (!asked && session.phase() == Phase::Ready && !session.working(JobKind::ComparedStacks)) {
      asked = std::make_shared<StacksQuestion>(JobKind::ComparedStacks, sides[side]->query(),
                                               std::make_shared<const HeavyStacks>(both));
      session.ask(asked);
    }
    if (!ended(asked)) return false;
    sides[side] = asked;
  }
  return true;
}

const StackComparison* CompareAnswer::stacks(Session& session, const Scopes& scopes, const FunctionsHow& how,
                                             bool quiet) {
  follow(session, scopes);
  follow(how);
  if (stacks_ || quiet) return stacks_ ? &*stacks_ : nullptr;
  // Which calls can be compared is known by those of both. A program's are always those of threads.
  if (session.index().info().traits.kernel && !askCalls(session, quiet)) return nullptr;
  Stacks answers;
  for (size_t side = 0; side < 2; ++side) {
    StackQuery query;
    query.scope = callScope(scopes[side]);
    query.scope.stacks = true;
    query.scope.onlyClass = onlyClass_;
    answers[side] = sideStacks_.want(session, query, true);
    if (!answers[side]) {
      progress_ = (static_cast<double>(side) + sideStacks_.progress()) / 2;
      return nullptr;
    }
  }
  if (!askTogether(session, answers)) return nullptr;
  std::array<SideStacks, 2> sides;
  for (size_t side = 0; side < 2; ++side) {
    sides[side].side = comparedSide(scopes[side], session);
    sides[side].side.left = left_[side];
    sides[side].side.copies = copiesText(scopes, side, session.index().info().parts);
    sides[side].tree = &answers[side]->tree();
    sides[side].names = &session.index().names();
  }
  // Functions whose names differ are matched as in the table of functions.
  if (!lacking_) lacking_ = lackPartners(sides[0], sides[1]);
  std::optional<PairedNames> paired;
  if (!how_.slowest && ((ofTwoTraces() && *lacking_) || !how_.names.empty())) {
    if (!askCalls(session, quiet)) return nullptr;
    const SideFunctions a = sideOf(session, 0, 0), b = sideOf(session, 1, 0);
    paired = pairedNames(a, b, pairFunctions(a, b, how_.names));
  }
  stacks_ = compareStacks(sides[0], sides[1], kComparedStacks, paired ? &*paired : nullptr);
  beyond_ = stacks_->beyondFunctions();
  ++number_;
  return &*stacks_;
}

const std::array<FunctionTotals, 2>* CompareAnswer::totalsBeside(Session& session) {
  if (!beyond_ || how_.slowest || several()) return nullptr;
  if (!totals_ && askCalls(session, false)) {
    totals_.emplace();
    for (size_t side = 0; side < 2; ++side) (*totals_)[side] = totalsOf(sideOf(session, side, 0).functions);
  }
  return totals_ ? &*totals_ : nullptr;
}

bool CompareAnswer::cut() const {
  for (const Recordings& side : calls_)
    for (const auto& one : side)
      if (ended(one) && one->cut()) return true;
  for (const Threads& side : scheduling_)
    for (const auto& part : side)
      if (ended(part) && part->cut()) return true;
  return false;
}

NameId CompareAnswer::findName(std::string_view text) const {
  for (size_t side = 2; side-- > 0;) {
    const auto at = names_[side].find(text);
    if (at != names_[side].end()) return at->second.front();
  }
  return kNoName;
}

DurationCounts CompareAnswer::durationsOf(const FunctionChange& one, size_t side) const {
  DurationCounts all;
  const auto at = names_[side].find(side == 0 && !one.before.empty() ? one.before : one.name);
  if (at == names_[side].end()) return all;
  for (const auto& recording : calls_[side])
    for (const NameId name : at->second)
      if (const DurationCounts* counts = recording->calls().profile.durations.of(name)) all.merge(*counts);
  return all;
}

}  // namespace tp::ui
