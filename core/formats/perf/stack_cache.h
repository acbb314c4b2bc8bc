// The stacks of the latest different callchains: a profile has the same ones again and again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/io/byte_source.h"
#include "core/trace/names.h"

namespace tp::perf {

class StackCache {
 public:
  // What a stack is made from. `chain` views a record.
  struct Key {
    Bytes chain;
    uint64_t ip = 0;
    int32_t pid = -1;
    bool kernel = false;
  };
  // Returns whether the stack is known, and sets `out` to its names, which are valid until the next call of put() or
  // clear().
  bool find(const Key& key, std::span<const NameId>& out);
  // Adds the stack of the last key that was not found.
  void put(const Key& key, std::span<const NameId> frames);
  // Forgets all, as soon as the names of addresses may have changed.
  void clear();

 private:
  // Bounds the memory.
  static constexpr size_t kMost = size_t{1} << 14, kMostBytes = size_t{8} << 20;
  struct Entry {
    uint64_t hash = 0, ip = 0;
    size_t chainAt = 0, chainSize = 0;  // in chains_, in bytes
    size_t frameAt = 0, frames = 0;     // in frames_
    int32_t pid = -1;
    bool kernel = false;
  };

  static uint64_t hashOf(const Key& key);
  bool isOf(const Entry& entry, const Key& key) const;

  std::vector<Entry> entries_;
  std::vector<uint32_t> slots_;  // by hash: position in entries_ + 1; 0: free
  std::vector<std::byte> chains_;
  std::vector<NameId> frames_;
  uint64_t missed_ = 0;    // hash of the last key that was not found
  size_t missedSlot_ = 0;  // and its slot
};

}  // namespace tp::perf
