#include "core/analysis/compare/timed_durations.h"

#include <algorithm>

namespace tp {

// Joins each two parts that follow each other.
void TimedDurations::lengthen() {
  ++shift_;
  std::map<uint64_t, NameId> longer;
  for (const auto& [number, place] : places_) {
    const auto [at, isNew] = longer.emplace(number >> 1, place);
    if (isNew) continue;
    table_.merge(at->second, table_.take(place));
    free_.push_back(place);
  }
  places_ = std::move(longer);
}

NameId TimedDurations::placeOf(uint64_t atFinest) {
  for (;;) {
    if (const auto known = places_.find(atFinest >> shift_); known != places_.end()) return known->second;
    if (places_.size() < kMostParts || shift_ == kMostShift) break;
    lengthen();
  }
  NameId place = static_cast<NameId>(places_.size());
  if (!free_.empty()) {
    place = free_.back();
    free_.pop_back();
  }
  places_.emplace(atFinest >> shift_, place);
  return place;
}

void TimedDurations::add(const SeenCall& call) {
  if (call.known == SeenCall::Known::Open)
    ++left_.open;
  else if (call.known == SeenCall::Known::Unbegun)
    ++left_.unbegun;
  else if (call.atMost)
    ++left_.atMost;
  else  // Times may be negative; as these numbers, they have the same order.
    table_.add(placeOf(static_cast<uint64_t>(call.begin) ^ uint64_t{1} << 63), std::max<Time>(0, call.duration));
}

void TimedDurations::merge(const Told& told) {
  while (shift_ < std::min(told.shift, kMostShift)) lengthen();
  for (const auto& [number, counts] : told.parts)
    if (counts.size() > 0) table_.merge(placeOf(number << told.shift), counts);
  left_.atMost += told.left.atMost;
  left_.open += told.left.open;
  left_.unbegun += told.left.unbegun;
}

TimedDurations::Told TimedDurations::told() {
  table_.settle();
  Told out{shift_, {}, left_};
  for (const auto& [number, place] : places_)
    if (const DurationCounts* counts = table_.of(place)) out.parts.emplace_back(number, *counts);
  return out;
}

std::vector<std::vector<BoundedCount>> TimedDurations::parts() {
  table_.settle();
  std::vector<std::vector<BoundedCount>> out;
  for (const auto& [number, place] : places_) {
    const DurationCounts* counts = table_.of(place);
    if (counts == nullptr) continue;
    std::vector<BoundedCount>& part = out.emplace_back();
    for (const DurationCount& one : counts->sorted()) {
      const auto [least, most] = counts->alike(one.duration);
      // The shortest and the longest are known exactly.
      part.push_back({std::max(least, counts->min()), std::min(most, counts->max()), one.count});
    }
  }
  return out;
}

}  // namespace tp
