#include "core/analysis/compare/timed_durations.h"

namespace tp {

NameId TimedDurations::partOf(Time begin) const {
  if (begin <= from_ || to_ == from_) return 0;
  if (begin >= to_) return kParts - 1;
  // Times may be far apart.
  const double share = (static_cast<double>(begin) - static_cast<double>(from_)) /
                       (static_cast<double>(to_) - static_cast<double>(from_));
  return std::min(kParts - 1, static_cast<NameId>(share * kParts));
}

void TimedDurations::add(const SeenCall& call) {
  if (call.known == SeenCall::Known::Open)
    ++left_.open;
  else if (call.known == SeenCall::Known::Unbegun)
    ++left_.unbegun;
  else if (call.atMost)
    ++left_.atMost;
  else
    table_.add(partOf(call.begin), std::max<Time>(0, call.duration));
}

void TimedDurations::merge(const Told& told) {
  for (size_t part = 0; part < std::min<size_t>(told.parts.size(), kParts); ++part)
    table_.merge(static_cast<NameId>(part), told.parts[part]);
  left_.atMost += told.left.atMost;
  left_.open += told.left.open;
  left_.unbegun += told.left.unbegun;
}

TimedDurations::Told TimedDurations::told() {
  table_.settle();
  Told out{std::vector<DurationCounts>(kParts), left_};
  for (NameId part = 0; part < kParts; ++part)
    if (const DurationCounts* counts = table_.of(part)) out.parts[part] = *counts;
  return out;
}

std::vector<std::vector<BoundedCount>> TimedDurations::parts() {
  table_.settle();
  std::vector<std::vector<BoundedCount>> out(kParts);
  for (NameId part = 0; part < kParts; ++part) {
    const DurationCounts* counts = table_.of(part);
    if (counts == nullptr) continue;
    for (const DurationCount& one : counts->sorted()) {
      const auto [least, most] = counts->alike(one.duration);
      // The shortest and the longest are known exactly.
      out[part].push_back({std::max(least, counts->min()), std::min(most, counts->max()), one.count});
    }
  }
  return out;
}

}  // namespace tp
