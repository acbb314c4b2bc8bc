#include "core/session/search/hit_list.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "core/analysis/filter.h"

namespace tp {

bool HitList::add(uint32_t stream, const std::vector<Time>& times, const std::vector<uint32_t>& positions,
                  const std::vector<Time>& durations) {
  auto found = std::lower_bound(streams_.begin(), streams_.end(), stream,
                                [](const Stream& one, uint32_t wanted) { return one.stream < wanted; });
  if (found == streams_.end() || found->stream != stream) {
    found = streams_.insert(found, Stream{});
    found->stream = stream;
  }
  if (times.size() != positions.size()) return false;
  const bool timed = found->durations.size() == found->times.size() && durations.size() == times.size();
  if (!timed && !(found->durations.empty() && durations.empty())) return false;
  found->durations.insert(found->durations.end(), durations.begin(), durations.end());
  for (size_t i = 0; i < times.size(); ++i) {
    bool ordered = found->times.empty() || (found->times.back() <= times[i] && found->positions.back() < positions[i]);
    if (!ordered) return false;
    found->times.push_back(times[i]);
    found->positions.push_back(positions[i]);
    ++size_;
  }
  return true;
}

void HitList::cut(Time time) {
  for (Stream& one : streams_) {
    size_t left = static_cast<size_t>(std::lower_bound(one.times.begin(), one.times.end(), time) - one.times.begin());
    size_ -= one.times.size() - left;
    one.times.resize(left);
    one.positions.resize(left);
    if (!one.durations.empty()) one.durations.resize(left);
  }
}

size_t HitList::before(const Stream& in, const RowKey& key) const {
  auto lower = std::lower_bound(in.times.begin(), in.times.end(), key.time);
  if (in.stream > key.stream) return static_cast<size_t>(lower - in.times.begin());
  auto upper = std::upper_bound(lower, in.times.end(), key.time);
  if (in.stream < key.stream) return static_cast<size_t>(upper - in.times.begin());
  auto from = in.positions.begin() + (lower - in.times.begin());
  auto to = in.positions.begin() + (upper - in.times.begin());
  return static_cast<size_t>(std::lower_bound(from, to, key.position) - in.positions.begin());
}

uint64_t HitList::before(const RowKey& key) const {
  uint64_t count = 0;
  for (const Stream& one : streams_) count += before(one, key);
  return count;
}

bool HitList::timed() const {
  return std::any_of(streams_.begin(), streams_.end(), [](const Stream& one) { return !one.durations.empty(); });
}

std::optional<Time> HitList::durationOf(const RowKey& key) const {
  for (const Stream& one : streams_) {
    if (one.stream != key.stream || one.durations.empty()) continue;
    const auto at = std::lower_bound(one.positions.begin(), one.positions.end(), key.position);
    if (at == one.positions.end() || *at != key.position) return std::nullopt;
    const Time duration = one.durations[static_cast<size_t>(at - one.positions.begin())];
    return duration != RowLasted::kUnknown ? std::optional<Time>(duration) : std::nullopt;
  }
  return std::nullopt;
}

std::vector<RowKey> HitList::slice(uint64_t first, uint64_t count) const {
  std::vector<RowKey> keys;
  if (first >= size_) return keys;
  // Finds the latest time that at most `first` hits come before.
  Time low = std::numeric_limits<Time>::max(), high = std::numeric_limits<Time>::min();
  for (const Stream& one : streams_) {
    if (one.times.empty()) continue;
    low = std::min(low, one.times.front());
    high = std::max(high, one.times.back());
  }
  while (low < high) {
    Time middle = low + (high - low) / 2 + 1;
    if (before({middle, 0, 0}) <= first) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  std::vector<size_t> at;
  uint64_t here = 0;
  for (const Stream& one : streams_) here += at.emplace_back(before(one, {low, 0, 0}));
  // Hits of equal times are skipped one stream after another.
  for (size_t i = 0; i < streams_.size() && here < first; ++i) {
    const Stream& one = streams_[i];
    size_t same = static_cast<size_t>(
        std::upper_bound(one.times.begin() + static_cast<std::ptrdiff_t>(at[i]), one.times.end(), low) -
        one.times.begin());
    size_t pass = std::min<size_t>(same - at[i], static_cast<size_t>(first - here));
    at[i] += pass;
    here += pass;
  }
  while (keys.size() < count) {
    size_t best = streams_.size();
    for (size_t i = 0; i < streams_.size(); ++i) {
      if (at[i] >= streams_[i].times.size()) continue;
      if (best == streams_.size() || streams_[i].times[at[i]] < streams_[best].times[at[best]]) best = i;
    }
    if (best == streams_.size()) break;
    keys.push_back({streams_[best].times[at[best]], streams_[best].stream, streams_[best].positions[at[best]]});
    ++at[best];
  }
  return keys;
}

}  // namespace tp
