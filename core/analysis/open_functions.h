// OpenFunctions knows which functions of one track are being called, so that the time of a call within a call of the
// same function counts once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/decode/format.h"
#include "core/decode/record.h"
#include "core/index/call_stack.h"

namespace tp {

// Counts by name, in pages: a track meets few of many names.
class NameCounts {
 public:
  uint32_t& operator[](NameId name) {
    size_t page = name / kPage;
    if (page >= pages_.size()) pages_.resize(page + 1);
    if (!pages_[page]) pages_[page] = std::make_unique<std::array<uint32_t, kPage>>();
    return (*pages_[page])[name % kPage];
  }

 private:
  static constexpr size_t kPage = 64;
  std::vector<std::unique_ptr<std::array<uint32_t, kPage>>> pages_;
};

class OpenFunctions {
 public:
  // What TraceReader::callIdentity() reads of the record that began or ended a call. `size` is 0 if it is not known.
  struct Key {
    int64_t value = 0;
    uint32_t size = 0;
    static Key of(const Record& record) { return {record.value, record.size}; }
  };

  // The number of open calls of this name.
  uint32_t& calls(NameId name) { return calls_[name]; }

  // The call at `depth` is that of this key; what was known of deeper ones is forgotten.
  void begin(size_t depth, const Key& key) {
    keys_.resize(depth);
    keys_.push_back(key);
  }
  // Same, and what is deeper stays.
  void setKey(size_t depth, const Key& key) {
    if (depth >= keys_.size()) keys_.resize(depth + 1);
    keys_[depth] = key;
  }
  // Returns whether the call of `name` at `depth` is within a call of the same function: calls() says so of the name
  // already, but two functions may share a name. `open` are the open calls of `track`, of which those at `from` or
  // deeper count.
  bool isRecursive(TraceReader& reader, TrackId track, std::span<const OpenSlice> open, size_t depth, NameId name,
                   size_t from) const;

  // For loops that keep the common path in registers: room for the keys of that many levels. close() then says how many
  // there are.
  Key* open(size_t room) {
    keys_.resize(room);
    return keys_.data();
  }
  void close(size_t depth) { keys_.resize(depth); }

 private:
  NameCounts calls_;
  std::vector<Key> keys_;  // by depth
};

}  // namespace tp
