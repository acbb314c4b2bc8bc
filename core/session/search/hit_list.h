// Rows that a search has found, in the order of the event table: twelve bytes each, with durations twenty, by stream,
// and in order across streams only where somebody looks.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/session/row_key.h"

namespace tp {

class HitList {
 public:
  // Hits of one stream, behind those that it has. `durations`: of the calls that they are of, or of what they end;
  // empty: not known of any. False where they are not in order.
  bool add(uint32_t stream, const std::vector<Time>& times, const std::vector<uint32_t>& positions,
           const std::vector<Time>& durations = {});
  // Drops what is not before `time`.
  void cut(Time time);

  uint64_t size() const { return size_; }
  // The hits `first` to `first + count`, as far as there are any. Its cost follows the streams that have hits, not
  // hits.
  std::vector<RowKey> slice(uint64_t first, uint64_t count) const;
  // How many come before the key.
  uint64_t before(const RowKey& key) const;
  // Whether any of them has a duration.
  bool timed() const;
  // How long the call took that the hit is of, or what it ends; nothing where that is not known.
  std::optional<Time> durationOf(const RowKey& key) const;

 private:
  struct Stream {
    uint32_t stream = 0;
    std::vector<Time> times;
    std::vector<uint32_t> positions;
    std::vector<Time> durations;  // of all of them, or none
  };

  size_t before(const Stream& in, const RowKey& key) const;

  std::vector<Stream> streams_;  // by stream number
  uint64_t size_ = 0;
};

}  // namespace tp
