#include "ui/view/compared_times.h"

#include <utility>

#include "ui/base/time_text.h"

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
    const ClockInfo& clock = one.side.clock;
    const double ns = toNs(one.side.end - one.side.begin, clock);
    if (ns < 1 || (!clock.isNs && clock.nsNum == 0)) {
      missing_ = "How many seconds a side has is not known.";
      return nullptr;
    }
    divideTimes(one, {static_cast<uint64_t>(ns), 1'000'000'000});
  }
  found.changes = compareTimes(sides[0], sides[1], perSecond_ ? "second" : "");
  ++number_;
  return &*found.changes;
}

const TimedComparison* ComparedTimes::latencies(Session& session, const Scopes& scopes, bool perSecond, bool quiet) {
  follow(session, scopes, perSecond);
  if (latencies_.sides) return compare(latencies_);
  if (session.phase() != Phase::Ready) return nullptr;
  progress_ = 0;
  for (size_t side = 0; side < 2; ++side) {
    if (!questions_[side]) questions_[side].emplace(scopes[side], std::vector<int64_t>(), session.index());
    progress_ += questions_[side]->progress() / 2;
    const std::shared_ptr<Question> next = questions_[side]->next();
    if (!next) continue;
    if (!quiet && !session.working(next->kind())) session.ask(next);
    return nullptr;
  }
  latencies_.sides = {questions_[0]->times(session.index()), questions_[1]->times(session.index())};
  return compare(latencies_);
}

const TimedComparison* ComparedTimes::waits(Session& session, WaitsAnswer& graph, const Scopes& scopes, bool perSecond,
                                            bool quiet) {
  follow(session, scopes, perSecond);
  if (waits_.sides) return compare(waits_);
  if (session.phase() != Phase::Ready) return nullptr;
  const TraceIndex& index = session.index();
  if (!graph_) graph_ = graph.want(session, quiet);
  progress_ = graph_ ? 0.7 : 0.7 * graph.progress();
  if (!graph_) return nullptr;
  for (size_t side = 0; side < 2; ++side) {
    const ComparedSide of = comparedSide(scopes[side], index);
    if (!sums_[side])
      sums_[side] = std::make_unique<WaitSums>(
          *graph_, index.tracks(), index.names(),
          WaitsScope{of.begin, of.end, scopes[side].trace, threadsOf(scopes[side], index.tracks())}, middleOf(of));
    const bool more = !quiet && sums_[side]->step(kSegments);
    progress_ += 0.15 * sums_[side]->progress();
    if (more || sums_[side]->progress() < 1) return nullptr;
  }
  waits_.sides.emplace();
  for (size_t side = 0; side < 2; ++side)
    (*waits_.sides)[side] = sideWaits(comparedSide(scopes[side], index), *graph_, sums_[side]->take());
  sums_ = {};
  return compare(waits_);
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
