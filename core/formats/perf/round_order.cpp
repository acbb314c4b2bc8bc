#include "core/formats/perf/round_order.h"

#include <algorithm>

namespace tp::perf {

void RoundOrder::forget() {
  rounds_.assign(1, Round{});
  firstRound_ = 0;
  sorted_.clear();
  added_.clear();
  at_ = ready_ = 0;
}

void RoundOrder::start(uint64_t offset) {
  forget();
  rounds_.front().begin = offset;
  latest_ = given_ = kNever;
  givenOffset_ = 0;
}

void RoundOrder::add(uint64_t offset, bool timed, Time time) {
  Round& round = rounds_.back();
  Entry entry{timed ? std::max(time, round.floor) : round.floor, offset,
              firstRound_ + static_cast<uint32_t>(rounds_.size() - 1)};
  if (timed) latest_ = std::max(latest_, time);
  // It was given out before a saved state that was restored.
  if (entry.time < given_ || (entry.time == given_ && offset <= givenOffset_)) return;
  ++round.left;
  added_.push_back(entry);
}

void RoundOrder::sortUpTo(Time limit) {
  const auto before = [](const Entry& a, const Entry& b) { return a.before(b); };
  sorted_.erase(sorted_.begin(), sorted_.begin() + static_cast<std::ptrdiff_t>(at_));
  const auto middle = static_cast<std::ptrdiff_t>(sorted_.size());
  if (!std::is_sorted(added_.begin(), added_.end(), before)) std::sort(added_.begin(), added_.end(), before);
  sorted_.insert(sorted_.end(), added_.begin(), added_.end());
  added_.clear();
  std::inplace_merge(sorted_.begin(), sorted_.begin() + middle, sorted_.end(), before);
  at_ = 0;
  ready_ = static_cast<size_t>(
      std::partition_point(sorted_.begin(), sorted_.end(), [&](const Entry& entry) { return entry.time <= limit; }) -
      sorted_.begin());
}

void RoundOrder::beginRound(uint64_t offset, Time floor) {
  Round next;
  next.begin = offset;
  next.floor = floor;
  next.limit = next.latest = latest_;
  rounds_.push_back(next);
  dropRounds();
}

void RoundOrder::endRound(uint64_t offset) {
  const Time limit = rounds_.back().limit;
  sortUpTo(limit);
  beginRound(offset, std::max(rounds_.back().floor, limit));
}

void RoundOrder::endAll(uint64_t offset) {
  sortUpTo(std::numeric_limits<Time>::max());
  beginRound(offset, std::max(rounds_.back().floor, latest_));
}

void RoundOrder::take() {
  const Entry& entry = sorted_[at_++];
  given_ = entry.time;
  givenOffset_ = entry.offset;
  --rounds_[entry.round - firstRound_].left;
  dropRounds();
}

void RoundOrder::dropRounds() {
  while (rounds_.size() > 1 && rounds_.front().left == 0) {
    rounds_.pop_front();
    ++firstRound_;
  }
}

}  // namespace tp::perf
