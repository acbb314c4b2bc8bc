#include "core/analysis/switch_stacks.h"

#include <algorithm>

namespace tp {
namespace {

uint64_t hashOf(std::span<const NameId> frames) {
  uint64_t hash = frames.size();
  for (const NameId frame : frames) {
    hash = (hash ^ frame) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace

uint32_t SwitchStacks::codeOf(std::span<const NameId> frames) {
  const uint64_t hash = hashOf(frames);
  const auto [first, last] = codes_.equal_range(hash);
  for (auto at = first; at != last; ++at)
    if (const auto known = of(at->second); std::equal(known.begin(), known.end(), frames.begin(), frames.end()))
      return at->second;
  if (frames.empty() || ends_.size() >= kMaxStacks || frames_.size() + frames.size() > kMaxFrames) return 0;
  frames_.insert(frames_.end(), frames.begin(), frames.end());
  ends_.push_back(static_cast<uint32_t>(frames_.size()));
  const auto code = static_cast<uint32_t>(ends_.size());
  codes_.emplace(hash, code);
  return code;
}

std::span<const NameId> SwitchStacks::of(uint32_t code) const {
  if (code == 0 || code > ends_.size()) return {};
  const uint32_t begin = code > 1 ? ends_[code - 2] : 0, end = ends_[code - 1];
  if (begin > end || end > frames_.size()) return {};
  return std::span(frames_).subspan(begin, end - begin);
}

}  // namespace tp
