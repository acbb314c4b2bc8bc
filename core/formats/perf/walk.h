// Steps through the records of a perf.data, and past damaged bytes.
#pragma once

#include "core/formats/perf/events.h"

namespace tp::perf {

struct WalkedRecord {
  size_t at = 0;  // in the bytes that were walked
  RecordHeader header;
  Bytes bytes;          // the whole record
  uint64_t behind = 0;  // bytes that belong to it and follow it, which its size does not count
  size_t skipped = 0;   // bytes before it that are no record
};

class RecordWalk {
 public:
  // `end`: no more bytes will follow `data`. Begins at `at`.
  RecordWalk(Bytes data, Endian endian, bool end, size_t at) : data_(data), endian_(endian), end_(end), at_(at) {}

  // Returns false if more bytes are needed, or at the end. If only bytes that are no record are left, `out` has the
  // size 0 and says how many there were. The bytes behind a record are not walked, and need not be there.
  bool next(WalkedRecord& out);
  // Where the walk goes on.
  size_t position() const { return at_; }

 private:
  bool plausible(size_t at) const;

  Bytes data_;
  Endian endian_;
  bool end_;
  size_t at_;
};

}  // namespace tp::perf
