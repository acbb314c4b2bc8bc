// What a decoder makes of the bytes of a stream: a flat batch of records, the same for every format.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>

#include "core/trace/names.h"
#include "core/trace/trace_info.h"
#include "core/trace/tracks.h"

namespace tp {

enum class RecordKind : uint8_t {
  Begin,    // a slice starts on `track` at `depth`; whatever is still open there at this depth or deeper ends
  End,      // the slice open at `depth` ends; whatever is deeper ends with it
  Instant,  // a point in time on `track`
  // `value` is the value of counter track `track` from now on. Where it is merged, of a process's counter, `ref` is
  // 1 + the track of the thread that set it, or 0.
  Counter,
  Lost,   // records were lost before this time; `value` is how many, -1 unknown
  Slice,  // a whole slice at `depth` that ends now; `value` is when it began
  Event,  // has text, but draws nothing
};

enum RecordFlags : uint8_t {
  // Drawn beside the record before it, of the same raw record: not counted, and no row of the event table.
  kDerived = 1,
  // Drawn, and a record of its own, but none of those that the trace's own tool lists: not counted, and no row either.
  // An Event of this kind says that the stream reaches to its time: what is open lasts until then.
  kUnlisted = 2,
  // For core/analysis/scheduling.h. The thread of this track - of a CPU's track, the thread whose track is `ref` - is
  // on a CPU from here on: `ref` is 1 + its number, or 0 where it is not known. On tracks of states, `value` of a
  // record that makes the thread runnable or lets it run is when it was woken, or kNotWoken, and `size` is the id of
  // the thread that did, or 0.
  kOnCpu = 4,
  // The thread leaves its CPU (`ref` as above), by its own will or, where the name says so, pre-empted.
  kOffCpu = 8,
  // No merger has a use for it.
  kNotMerged = 16,
};

inline constexpr Time kNotWoken = std::numeric_limits<Time>::min();

struct Record {
  Time time = 0;
  uint64_t ref = 0;   // offset of the raw record in its file (or in what was decompressed): the decoder's own use
  int64_t value = 0;  // counter value, lost count, or the decoder's own use (for describe())
  NameId name = kNoName;
  TrackId track = kNoTrack;
  uint16_t depth = 0;
  RecordKind kind = RecordKind::Event;
  uint8_t flags = 0;
  uint32_t size = 0;  // bytes of the raw record, header and payload
};
static_assert(sizeof(Record) == 40);

// Whether it is a row of the event table, and counts as a record of the trace.
inline bool isRow(const Record& record) {
  return (record.flags & (kDerived | kUnlisted)) == 0;
}

using Records = std::span<const Record>;

// Sized so that a batch stays in the first-level cache between the decoder that fills it and the index that reads it.
struct RecordBatch {
  static constexpr uint32_t kCapacity = 512;

  std::array<Record, kCapacity> records;
  uint32_t count = 0;

  bool full() const { return count == kCapacity; }
  // Room for `wanted` more records, for decoders that make several of one raw record.
  bool hasRoom(uint32_t wanted) const { return kCapacity - count >= wanted; }
  Record& push() { return records[count++]; }
  void clear() { count = 0; }
  operator Records() const { return {records.data(), count}; }
};

}  // namespace tp
