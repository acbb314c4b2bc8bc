#include "ui/view/compared_times.h"

#include <utility>

namespace tp::ui {
namespace {

// So many segments of waits are summed up in a frame.
constexpr size_t kSegments = 200'000;

}  // namespace

void ComparedTimes::follow(const Session& session, const Scopes& scopes, bool perSecond) {
  if (opening_ != session.opening() || scopes != scopes_) {
    const uint64_t number = number_ + 1;
    *this = {};
    number_ = number;
    opening_ = session.opening();
    scopes_ = scopes;
  }
  if (perSecond == perSecond_) return;
  perSecond_ = perSecond;
  latencies_.changes.reset();
  waits_.changes.reset();
  missing_.clear();
}

const TimedComparison* ComparedTimes::compare(Found& found) {
  if (showsWaits_ != (&found == &waits_)) {
    showsWaits_ = !showsWaits_;
    ++number_;
  }
  if (found.changes) return &*found.changes;
  std::array<SideTimes, 2> sides = *found.sides;
  for (SideTimes& one : sides) {
    if (!perSecond_) break;
    const std::optional<RateBase> seconds = secondsOf(one.side);
    if (!seconds) return missing_ = kNoSeconds, nullptr;
    divideTimes(one, *seconds);
  }
  found.changes = compareTimes(sides[0], sides[1], perSecond_ ? "second" : "");
  ++number_;
  return &*found.changes;
}

// These return whether both sides are there, and ask for the first part that is not.
bool ComparedTimes::askLatencies(Session& session, bool quiet) {
  if (latencies_.sides) return true;
  if (session.phase() != Phase::Ready) return false;
  progress_ = 0;
  for (size_t side = 0; side < 2; ++side) {
    if (!questions_[side]) questions_[side].emplace(scopes_[side], std::vector<int64_t>(), session.index());
    progress_ += questions_[side]->progress() / 2;
    const std::shared_ptr<Question> next = questions_[side]->next();
    if (!next) continue;
    if (!quiet && !session.working(next->kind())) session.ask(next);
    return false;
  }
  latencies_.sides = {questions_[0]->times(session.index()), questions_[1]->times(session.index())};
  for (size_t side = 0; side < 2; ++side) {
    ComparedSide& of = (*latencies_.sides)[side].side;
    of.name = comparedSide(scopes_[side], session).name;
    of.copies = copiesText(scopes_, side, session.index().info().parts);
  }
  return true;
}

bool ComparedTimes::askWaits(Session& session, WaitsAnswer& graph, bool quiet) {
  if (waits_.sides) return true;
  if (session.phase() != Phase::Ready) return false;
  const TraceIndex& index = session.index();
  if (!graph_) graph_ = graph.want(session, quiet);
  progress_ = graph_ ? 0.7 : 0.7 * graph.progress();
  if (!graph_) return false;
  for (size_t side = 0; side < 2; ++side) {
    const ComparedSide of = comparedSide(scopes_[side], index);
    if (!sums_[side])
      sums_[side] = std::make_unique<WaitSums>(
          *graph_, index.tracks(), index.names(),
          WaitsScope{of.begin, of.end, scopes_[side].trace, threadsOf(scopes_[side], index.tracks())}, middleOf(of));
    const bool more = !quiet && sums_[side]->step(kSegments);
    progress_ += 0.15 * sums_[side]->progress();
    if (more || sums_[side]->progress() < 1) return false;
  }
  waits_.sides.emplace();
  for (size_t side = 0; side < 2; ++side) {
    ComparedSide of = comparedSide(scopes_[side], session);
    of.copies = copiesText(scopes_, side, index.info().parts);
    (*waits_.sides)[side] = sideWaits(std::move(of), *graph_, sums_[side]->take());
  }
  sums_ = {};
  return true;
}

const TimedComparison* ComparedTimes::latencies(Session& session, const Scopes& scopes, bool perSecond, bool quiet) {
  follow(session, scopes, perSecond);
  return askLatencies(session, quiet) ? compare(latencies_) : nullptr;
}

const TimedComparison* ComparedTimes::waits(Session& session, WaitsAnswer& graph, const Scopes& scopes, bool perSecond,
                                            bool quiet) {
  follow(session, scopes, perSecond);
  return askWaits(session, graph, quiet) ? compare(waits_) : nullptr;
}

std::optional<TimedComparison> ComparedTimes::wholeLatencies(Session& session, const Scopes& scopes) {
  follow(session, scopes, perSecond_);
  if (!askLatencies(session, false)) return std::nullopt;
  return compareTimes((*latencies_.sides)[0], (*latencies_.sides)[1]);
}

std::optional<TimedComparison> ComparedTimes::wholeWaits(Session& session, WaitsAnswer& graph, const Scopes& scopes) {
  follow(session, scopes, perSecond_);
  if (!askWaits(session, graph, false)) return std::nullopt;
  return compareTimes((*waits_.sides)[0], (*waits_.sides)[1]);
}

bool ComparedTimes::cut() const {
  for (const auto& side : questions_)
    if (side && side->cut()) return true;
  return false;
}

const TimedRow* ComparedTimes::row(const TimedChange& one, size_t side) const {
  const Found& found = showsWaits_ ? waits_ : latencies_;
  if (!found.sides) return nullptr;
  for (const TimedRow& row : (*found.sides)[side].rows)
    if (row.kind == one.kind && row.thread == one.thread && row.name == one.name) return &row;
  return nullptr;
}

}  // namespace tp::ui
