#include "core/analysis/slice_groups.h"

#include <algorithm>
#include <functional>

#include "core/analysis/call_tree.h"

namespace tp {

void SliceSums::add(const SliceSums& other) {
  count += other.count;
  atMost += other.atMost;
  unknown += other.unknown;
  total = plus(total, other.total);
  self = plus(self, other.self);
}

size_t SliceGroups::Hash::operator()(const GroupKey& key) const {
  return std::hash<std::string_view>()(key.text) ^ (size_t{key.id} * 0x9e3779b1u + static_cast<size_t>(key.of));
}

// Names and tracks are found by their numbers, because each slice has one. All keys of a query are of one kind.
uint32_t SliceGroups::groupOf(const GroupKey& key) {
  if (key.of == GroupKey::Of::Name || key.of == GroupKey::Of::Track) {
    if (key.id >= byId_.size()) byId_.resize(key.id + size_t{1}, kNone);
    uint32_t& known = byId_[key.id];
    if (known == kNone) known = make(key);
    return known;
  }
  if (auto known = numbers_.find(key); known != numbers_.end()) return known->second;
  const uint32_t number = make(key);
  if (number != kNone) numbers_.emplace(key, number);
  return number;
}

// Returns kNone if there are too many.
uint32_t SliceGroups::make(const GroupKey& key) {
  if (keys_.size() >= kMost || textBytes_ + key.text.size() > kMostText) return kNone;
  textBytes_ += key.text.size();
  keys_.push_back(key);
  sums_.emplace_back();
  return static_cast<uint32_t>(keys_.size() - 1);
}

bool SliceGroups::add(const GroupKey& key, const SliceSums& one) {
  const uint32_t group = groupOf(key);
  if (group == kNone) return left_.add(one), false;
  sums_[group].add(one);
  if (one.count > 0) durations_.add(group, one.total);
  return true;
}

DurationCounts SliceGroups::merge(std::vector<SliceGroup> groups, const SliceSums& left) {
  DurationCounts others;
  left_.add(left);
  for (const SliceGroup& one : groups) {
    const uint32_t group = groupOf(one.key);
    if (group == kNone) {
      left_.add(one.sums);
      others.merge(one.durations);
      continue;
    }
    sums_[group].add(one.sums);
    if (one.durations.size() > 0) durations_.merge(group, one.durations);
  }
  return others;
}

void SliceGroups::addDurationsTo(DurationCounts& all) {
  durations_.settle();
  for (uint32_t i = 0; i < keys_.size(); ++i) {
    if (const DurationCounts* of = durations_.of(i)) all.merge(*of);
  }
}

std::vector<SliceGroup> SliceGroups::take() {
  durations_.settle();
  std::vector<SliceGroup> out(keys_.size());
  for (uint32_t i = 0; i < keys_.size(); ++i) {
    out[i] = {std::move(keys_[i]), sums_[i], {}};
    if (const DurationCounts* of = durations_.of(i)) out[i].durations = *of;
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const SliceGroup& a, const SliceGroup& b) { return a.sums.total > b.sums.total; });
  *this = SliceGroups();
  return out;
}

}  // namespace tp
