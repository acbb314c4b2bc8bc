#include "ui/view/compare_answer.h"

#include <utility>

#include "core/export/scheduling_text.h"

namespace tp::ui {
namespace {

template <class Question>
bool ended(const std::shared_ptr<Question>& question) {
  return question && question->done();
}

}  // namespace

// Forgets what is of another trace or of other scopes. A side whose scope is what that of the other side was keeps its
// answers.
void CompareAnswer::follow(const Session& session, const Scopes& scopes) {
  if (opening_ == session.opening() && scopes == scopes_) return;
  const uint64_t number = number_ + 1;
  CompareAnswer had = std::exchange(*this, {});
  number_ = number;
  scopes_ = scopes;
  opening_ = session.opening();
  if (had.opening_ != opening_) return;
  for (size_t side = 0; side < 2; ++side)
    for (size_t before = 0; before < 2; ++before) {
      if (scopes[side] != had.scopes_[before]) continue;
      if (ended(had.calls_[before])) calls_[side] = had.calls_[before];
      if (ended(had.scheduling_[before])) scheduling_[side] = had.scheduling_[before];
    }
}

// Returns whether both sides are answered. Asks for the first that is not.
template <class Question, class Make>
bool CompareAnswer::ask(Session& session, std::array<std::shared_ptr<Question>, 2>& sides, JobKind kind, bool quiet,
                        Make&& make) {
  progress_ = 0;
  for (size_t side = 0; side < 2; ++side) {
    if (ended(sides[side])) {
      progress_ += 0.5;
      continue;
    }
    if (sides[side]) progress_ += sides[side]->progress() / 2;
    if (quiet || session.phase() != Phase::Ready || session.working(kind)) return false;
    session.ask(sides[side] = make(scopes_[side]));
    return false;
  }
  return true;
}

const FunctionComparison* CompareAnswer::functions(Session& session, const Scopes& scopes, bool quiet) {
  follow(session, scopes);
  const bool there = ask(session, calls_, JobKind::Compared, quiet, [&](const ComparedScope& scope) {
    return std::make_shared<CallsQuestion>(callScope(scope), 0, JobKind::Compared);
  });
  if (!there || functions_) return there ? &*functions_ : nullptr;
  std::array<SideFunctions, 2> sides;
  const NameTable& names = session.index().names();
  for (size_t side = 0; side < 2; ++side) {
    const Calls& of = calls_[side]->calls();
    sides[side].side = comparedSide(scopes[side], session.index());
    sides[side].functions = sideFunctions(of.functions, {}, {}, names);
    for (const FunctionStats& row : of.functions.rows) names_[side][names.view(row.name)].push_back(row.name);
  }
  functions_ = compareFunctions(sides[0], sides[1]);
  for (const FunctionChange& one : functions_->changes) rowNames_.push_back(findName(one.name));
  ++number_;
  return &*functions_;
}

const ThreadComparison* CompareAnswer::threads(Session& session, const Scopes& scopes, bool quiet) {
  follow(session, scopes);
  const bool there = ask(session, scheduling_, JobKind::ComparedThreads, quiet, [&](const ComparedScope& scope) {
    return std::make_shared<SchedulingQuestion>(schedulingScope(scope), LatencyFilter(), JobKind::ComparedThreads);
  });
  if (!there || threads_) return there ? &*threads_ : nullptr;
  std::array<SideThreads, 2> sides;
  for (size_t side = 0; side < 2; ++side) {
    const Scheduling& of = scheduling_[side]->scheduling();
    sides[side].side = comparedSide(scopes[side], session.index());
    sides[side].side.gaps = schedulingGaps(of, session.index().info().clock);
    sides[side].switches = of.switches;
    const TrackTable& tracks = session.index().tracks();
    sides[side].threads = sideThreads(of, nullptr, nullptr, tracks, threadsOf(scopes[side], tracks));
  }
  threads_ = compareThreads(sides[0], sides[1]);
  ++number_;
  return &*threads_;
}

bool CompareAnswer::cut() const {
  for (const auto& side : calls_)
    if (ended(side) && side->cut()) return true;
  for (const auto& side : scheduling_)
    if (ended(side) && side->cut()) return true;
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
  const auto at = names_[side].find(side == 0 && one.guessed() ? one.before : one.name);
  if (at == names_[side].end()) return all;
  for (const NameId name : at->second)
    if (const DurationCounts* counts = calls(side).profile.durations.of(name)) all.merge(*counts);
  return all;
}

}  // namespace tp::ui
