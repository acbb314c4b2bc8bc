#include "core/analysis/gathered_stacks.h"

#include <algorithm>
#include <cstring>

#include "core/trace/sums.h"

namespace tp {
namespace {

uint64_t hashOf(const SampledStack& stack) {
  constexpr uint64_t kFactor = 0x9e3779b97f4a7c15u;
  uint64_t hash = (uint64_t{stack.thread} + 1) * kFactor;
  for (const NameId frame : stack.frames) {
    hash = (hash ^ frame) * kFactor;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace

bool GatheredStacks::add(const SampledStack& stack, int64_t amount, Time time) {
  if (slots_.empty()) slots_.resize(kMost * 2, 0);
  missed_ = hashOf(stack);
  size_t at = static_cast<size_t>(missed_ >> 32) & (slots_.size() - 1);
  for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
    Held& held = sums_[slots_[at] - 1];
    if (held.hash != missed_ || held.thread != stack.thread || held.frames != stack.frames.size()) continue;
    const size_t bytes = stack.frames.size_bytes();
    if (bytes > 0 && std::memcmp(stack.frames.data(), frames_.data() + held.frameAt, bytes) != 0) continue;
    held.amount = plus(held.amount, amount);
    ++held.samples;
    held.first = std::min(held.first, time);
    return true;
  }
  missedSlot_ = at;
  return false;
}

void GatheredStacks::addNew(const SampledStack& stack, int64_t amount, Time time) {
  sums_.push_back({missed_, frames_.size(), stack.frames.size(), stack.thread, amount, 1, time});
  slots_[missedSlot_] = static_cast<uint32_t>(sums_.size());
  frames_.insert(frames_.end(), stack.frames.begin(), stack.frames.end());
}

void GatheredStacks::clear() {
  if (sums_.empty()) return;
  sums_.clear();
  std::fill(slots_.begin(), slots_.end(), 0u);
  frames_.clear();
}

}  // namespace tp
