#include "core/analysis/slice_groups.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "core/analysis/call_tree.h"

namespace tp {

void SliceSums::add(const SliceSums& other) {
  count += other.count;
  atMost += other.atMost;
  unknown += other.unknown;
  total = plus(total, other.total);
  self = plus(self, other.self);
  early += other.early;
  earlyTotal = plus(earlyTotal, other.earlyTotal);
}

size_t SliceGroups::Hash::operator()(const GroupKey& key) const {
  return std::hash<std::string_view>()(key.text) ^ (size_t{key.id} * 0x9e3779b1u + static_cast<size_t>(key.of));
}

bool SliceGroups::comesBefore(const GroupKey& a, const GroupKey& b) {
  if (a.of != b.of) return a.of < b.of;
  return a.text.size() != b.text.size() ? a.text.size() < b.text.size() : a.text < b.text;
}

// Names and tracks are found by their numbers, because each slice has one. All keys of a query are of one kind.
uint32_t SliceGroups::groupOf(const GroupKey& key) {
  if (key.of == GroupKey::Of::Name || key.of == GroupKey::Of::Track) {
    if (key.id >= byId_.size()) byId_.resize(key.id + size_t{1}, kNone);
    uint32_t& known = byId_[key.id];
    if (known == kNone && keys_.size() < kMaxById) known = make(key);
    return known;
  }
  if (auto known = numbers_.find(key); known != numbers_.end()) return known->second;
  return bound_ && !comesBefore(key, *bound_) ? kNone : makeText(key);
}

uint32_t SliceGroups::make(const GroupKey& key) {
  if (!free_.empty()) {
    const uint32_t number = free_.back();
    free_.pop_back();
    keys_[number] = key;
    return number;
  }
  keys_.push_back(key);
  sums_.emplace_back();
  return static_cast<uint32_t>(keys_.size() - 1);
}

// Returns kNone if others come before it that are as many as are kept.
uint32_t SliceGroups::makeText(const GroupKey& key) {
  const uint32_t number = make(key);
  order_.insert(&numbers_.emplace(key, number).first->first);
  textBytes_ += key.text.size();
  while (numbers_.size() > kMax || textBytes_ > kMaxText) dropLast();
  return bound_ && !comesBefore(key, *bound_) ? kNone : number;
}

// Leaves out the group that comes last.
void SliceGroups::dropLast() {
  const auto last = std::prev(order_.end());
  bound_ = **last;
  order_.erase(last);
  const auto found = numbers_.find(*bound_);
  const uint32_t number = found->second;
  numbers_.erase(found);
  textBytes_ -= bound_->text.size();
  left_.add(std::exchange(sums_[number], {}));
  leftDurations_.merge(durations_.take(number));
  free_.push_back(number);
}

bool SliceGroups::add(const GroupKey& key, const SliceSums& one) {
  const uint32_t group = groupOf(key);
  if (group == kNone) return left_.add(one), false;
  sums_[group].add(one);
  if (one.count > 0) durations_.add(group, one.total);
  return true;
}

void SliceGroups::merge(std::vector<SliceGroup> groups, const SliceSums& left) {
  left_.add(left);
  for (const SliceGroup& one : groups) {
    const uint32_t group = groupOf(one.key);
    if (group == kNone) {
      left_.add(one.sums);
      leftDurations_.merge(one.durations);
      continue;
    }
    sums_[group].add(one.sums);
    if (one.durations.size() > 0) durations_.merge(group, one.durations);
  }
}

void SliceGroups::addDurationsTo(DurationCounts& all) {
  durations_.settle();
  for (uint32_t i = 0; i < keys_.size(); ++i) {
    if (const DurationCounts* of = durations_.of(i)) all.merge(*of);
  }
  all.merge(leftDurations_);
}

std::vector<SliceGroup> SliceGroups::take() {
  durations_.settle();
  std::vector<bool> isFree(keys_.size());
  for (uint32_t number : free_) isFree[number] = true;
  std::vector<SliceGroup> out;
  out.reserve(keys_.size() - free_.size());
  for (uint32_t i = 0; i < keys_.size(); ++i) {
    if (isFree[i]) continue;
    const DurationCounts* of = durations_.of(i);
    out.push_back({std::move(keys_[i]), sums_[i], of != nullptr ? *of : DurationCounts()});
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const SliceGroup& a, const SliceGroup& b) { return a.sums.total > b.sums.total; });
  *this = SliceGroups();
  return out;
}

}  // namespace tp
