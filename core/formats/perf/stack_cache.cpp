#include "core/formats/perf/stack_cache.h"

#include <algorithm>
#include <cstring>

namespace tp::perf {

uint64_t StackCache::hashOf(const Key& key) {
  constexpr uint64_t kFactor = 0x9e3779b97f4a7c15u;
  uint64_t hash = (key.ip ^ static_cast<uint32_t>(key.pid)) * kFactor + (key.kernel ? 1 : 0);
  for (size_t at = 0; at + 8 <= key.chain.size(); at += 8) {
    uint64_t word;
    std::memcpy(&word, key.chain.data() + at, sizeof word);
    hash = (hash ^ word) * kFactor;
    hash ^= hash >> 29;
  }
  return hash;
}

bool StackCache::isOf(const Entry& entry, const Key& key) const {
  return entry.ip == key.ip && entry.pid == key.pid && entry.kernel == key.kernel &&
         entry.chainSize == key.chain.size() &&
         (key.chain.empty() || std::memcmp(key.chain.data(), chains_.data() + entry.chainAt, key.chain.size()) == 0);
}

bool StackCache::find(const Key& key, std::span<const NameId>& out) {
  if (slots_.empty()) slots_.resize(kMost * 2, 0);
  missed_ = hashOf(key);
  size_t at = static_cast<size_t>(missed_ >> 32) & (slots_.size() - 1);
  for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
    const Entry& entry = entries_[slots_[at] - 1];
    if (entry.hash != missed_ || !isOf(entry, key)) continue;
    out = std::span(frames_).subspan(entry.frameAt, entry.frames);
    return true;
  }
  missedSlot_ = at;
  return false;
}

void StackCache::put(const Key& key, std::span<const NameId> frames) {
  if (entries_.size() >= kMost || chains_.size() + key.chain.size() > kMostBytes) {
    clear();
    slots_.resize(kMost * 2, 0);
    missedSlot_ = static_cast<size_t>(missed_ >> 32) & (slots_.size() - 1);
  }
  entries_.push_back(
      {missed_, key.ip, chains_.size(), key.chain.size(), frames_.size(), frames.size(), key.pid, key.kernel});
  slots_[missedSlot_] = static_cast<uint32_t>(entries_.size());
  chains_.insert(chains_.end(), key.chain.begin(), key.chain.end());
  frames_.insert(frames_.end(), frames.begin(), frames.end());
}

void StackCache::clear() {
  if (entries_.empty()) return;
  entries_.clear();
  std::fill(slots_.begin(), slots_.end(), 0u);
  chains_.clear();
  frames_.clear();
}

}  // namespace tp::perf
