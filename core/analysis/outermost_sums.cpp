#include "core/analysis/outermost_sums.h"

#include <algorithm>

namespace tp {

uint32_t OutermostSums::makeRoom(NameId outermost, NameId name) {
  const auto [place, isNew] = places_.try_emplace(outermost, static_cast<uint32_t>(within_.size()));
  if (isNew) within_.push_back({outermost, {}});
  std::vector<CallHalves>& sums = within_[place->second].sums;
  if (name >= sums.size()) {
    const size_t before = sums.size();
    if (name >= kMost || room_ - before + name >= kMost) return complete_ = false, kNone;
    sums.resize(std::min(std::max(name + size_t{1}, 2 * before), kMost - room_ + before));
    room_ += sums.size() - before;
  }
  last_[outermost == kNoName ? 0 : 1] = place->second;
  return place->second;
}

std::vector<OutermostCalls> OutermostSums::all() const {
  std::vector<OutermostCalls> out;
  for (const Within& one : within_)
    for (NameId name = 0; name < one.sums.size(); ++name)
      if (one.sums[name].calls > 0) out.push_back({one.outermost, name, one.sums[name]});
  return out;
}

void OutermostSums::merge(std::span<const OutermostCalls> theirs, bool complete) {
  complete_ = complete_ && complete;
  for (const OutermostCalls& one : theirs) {
    const uint32_t at = makeRoom(one.outermost, one.name);
    if (at != kNone) within_[at].sums[one.name].add(one.sums);
  }
}

}  // namespace tp
