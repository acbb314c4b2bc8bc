#include "core/analysis/durations.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tp {
namespace {

constexpr int kSteps[] = {11, 8, 5};

}  // namespace

void DurationCounts::grow() {
  if (bits_ == kExact && used_ > kMostExact) return coarsen(kSteps[0]);
  std::vector<DurationCount> old = std::exchange(slots_, std::vector<DurationCount>(slots_.size() * 2));
  used_ = 0;
  for (const DurationCount& one : old)
    if (one.count > 0) put(one.duration, one.count);
}

void DurationCounts::coarsen(int bits) {
  if (bits >= bits_) return;
  std::vector<DurationCount> old = std::exchange(slots_, {});
  bits_ = bits;
  used_ = 0;
  for (const DurationCount& one : old)
    if (one.count > 0) put(one.duration, one.count);
}

std::vector<DurationCount> DurationCounts::sorted() const {
  std::vector<DurationCount> all;
  all.reserve(used_);
  for (const DurationCount& one : slots_)
    if (one.count > 0) all.push_back(one);
  std::sort(all.begin(), all.end(),
            [](const DurationCount& a, const DurationCount& b) { return a.duration < b.duration; });
  return all;
}

void DurationTable::settle() {
  for (size_t i = 0; i < pendingCount_; ++i) {
    const Pending& one = pending_[i];
    if (one.name >= functions_.size()) functions_.resize(one.name + size_t{1});
    if (functions_[one.name].add(one.duration)) ++sum_;
  }
  pendingCount_ = 0;
  if (sum_ > kMost) coarsen();
}

void DurationTable::merge(NameId name, std::span<const DurationCount> durations, Time least, Time most) {
  if (durations.empty()) return;
  if (name >= functions_.size()) functions_.resize(name + size_t{1});
  functions_[name].cover(std::max<Time>(0, least), most);
  for (const DurationCount& one : durations)
    if (one.count > 0 && one.duration >= 0 && functions_[name].put(one.duration, one.count)) ++sum_;
  if (sum_ > kMost) coarsen();
}

void DurationTable::coarsen() {
  for (int bits : kSteps) {
    sum_ = 0;
    for (DurationCounts& function : functions_) {
      // What is small and exact may stay so.
      if (function.size() > 256) function.coarsen(bits);
      sum_ += function.size();
    }
    if (sum_ <= kMost / 2) return;
  }
  // There is nothing left to give up: what remains follows the number of functions.
  sum_ = 0;
}

Time quantile(const std::vector<DurationCount>& sorted, uint64_t calls, double part) {
  uint64_t wanted = static_cast<uint64_t>(std::floor(static_cast<double>(calls) * part));
  for (const DurationCount& one : sorted) {
    if (wanted < one.count) return one.duration;
    wanted -= one.count;
  }
  return sorted.empty() ? 0 : sorted.back().duration;
}

}  // namespace tp
