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

void RoundOrder::add(uint64_t offset, bool timed, Time time, uint16_t tag) {
  Round& round = rounds_.back();
  Entry entry{timed ? std::max(time, round.floor) : round.floor, offset,
              firstRound_ + static_cast<uint32_t>(rounds_.size() - 1), tag, timed && time >= round.floor};
  if (timed) latest_ = std::max(latest_, time);
  // It was given out before a saved state that was restored.
  if (entry.time < given_ || (entry.time == given_ && offset <= givenOffset_)) return;
  ++round.left;
  added_.push_back(entry);
}

// What was taken from one buffer is in order, so that there are few runs to merge.
void RoundOrder::sortRuns(std::vector<Entry>& entries) {
  const auto before = [](const Entry& a, const Entry& b) { return a.before(b); };
  runs_.assign(1, 0);
  for (size_t i = 1; i < entries.size(); ++i)
    if (entries[i].before(entries[i - 1])) runs_.push_back(i);
  runs_.push_back(entries.size());
  while (runs_.size() > 2) {
    merged_.resize(entries.size());
    const auto from = entries.begin();
    const auto placeOf = [](size_t at) { return static_cast<std::ptrdiff_t>(at); };
    size_t left = 0;
    for (size_t i = 0; i + 1 < runs_.size(); i += 2) {
      const size_t middle = runs_[i + 1], end = runs_[std::min(i + 2, runs_.size() - 1)];
      std::merge(from + placeOf(runs_[i]), from + placeOf(middle), from + placeOf(middle), from + placeOf(end),
                 merged_.begin() + placeOf(runs_[i]), before);
      runs_[left++] = runs_[i];
    }
    runs_.resize(left);
    runs_.push_back(entries.size());
    entries.swap(merged_);
  }
}

void RoundOrder::sortUpTo(Time limit) {
  sortRuns(added_);
  // What waited from the round before is merged with what this one added.
  const auto waiting = sorted_.begin() + static_cast<std::ptrdiff_t>(at_);
  merged_.resize(sorted_.size() - at_ + added_.size());
  std::merge(waiting, sorted_.end(), added_.begin(), added_.end(), merged_.begin(),
             [](const Entry& a, const Entry& b) { return a.before(b); });
  sorted_.swap(merged_);
  added_.clear();
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
