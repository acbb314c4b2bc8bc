#include "core/tables/event_runs.h"

#include <algorithm>
#include <utility>

namespace tp {

bool EventRun::next() {
  stands_ = merge_.next();
  if (!stands_) {
    if (places_ != nullptr) places_->finish(row_ + 1);
    return false;
  }
  ++row_;
  if (durations_) lasted_ = durations_->add(merge_);
  if (places_ == nullptr) return true;
  if (places_->due(row_)) places_->add(row_, merge_.heads());
  places_->cover(row_, merge_.record().time);
  return true;
}

std::unique_ptr<EventRun> EventRuns::take(int64_t row) {
  const EventPlaces::Place* place = places_.before(row);
  auto best = kept_.end();
  for (auto at = kept_.begin(); at != kept_.end(); ++at) {
    const int64_t stands = (*at)->row();
    if (stands > row || (place != nullptr && stands < place->row)) continue;
    if (best == kept_.end() || stands > (*best)->row()) best = at;
  }
  if (best == kept_.end()) return std::make_unique<EventRun>(reader_, files_, places_, place);
  std::unique_ptr<EventRun> run = std::move(*best);
  kept_.erase(best);
  return run;
}

std::unique_ptr<EventRun> EventRuns::takePart(int64_t row, bool durations) {
  if (part_ && part_->row() < row && part_->hasDurations() == durations) return std::move(part_);
  return std::make_unique<EventRun>(reader_, files_, durations);
}

void EventRuns::give(std::unique_ptr<EventRun> run) {
  if (!run->stands()) return;
  if (kept_.size() == kKept) kept_.erase(kept_.begin());
  kept_.push_back(std::move(run));
}

}  // namespace tp
