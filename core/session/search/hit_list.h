// HitList keeps the rows that a search has found, in the order of the event table. A row takes twelve bytes, with
// durations twenty. They are kept by stream, and merged across streams only when they are read.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/session/row_key.h"

namespace tp {

class HitList {
 public:
  // Appends hits of one stream, which must come after those that it has. `durations`, in clock units, has for
  // each hit how long its call, or what it ends, took; empty: none is known. Returns false if the hits are not in
  // order, or the numbers of elements do not match.
  bool add(uint32_t stream, const std::vector<Time>& times, const std::vector<uint32_t>& positions,
           const std::vector<Time>& durations = {});
  // Drops the hits that are not before `time`.
  void cut(Time time);

  uint64_t size() const { return size_; }
  // Returns up to `count` hits from hit `first` on. The cost depends on the number of streams that have hits, not on
  // the number of hits.
  std::vector<RowKey> slice(uint64_t first, uint64_t count) const;
  // Returns how many hits come before the key.
  uint64_t before(const RowKey& key) const;
  // Returns whether durations of any hits were added.
  bool timed() const;
  // Returns how long the call that the hit is of, or what it ends, took; nullopt if that is not known.
  std::optional<Time> durationOf(const RowKey& key) const;

 private:
  struct Stream {
    uint32_t stream = 0;
    std::vector<Time> times;
    std::vector<uint32_t> positions;
    std::vector<Time> durations;  // of all hits, or none
  };

  size_t before(const Stream& in, const RowKey& key) const;

  std::vector<Stream> streams_;  // by stream number
  uint64_t size_ = 0;
};

}  // namespace tp
