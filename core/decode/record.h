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
  // Records were lost before this time; `value` is how many, -1 unknown. When what is open on `track` ends is not known
  // any more, though an end may come.
  Lost,
  Slice,  // a whole slice at `depth` that ends now; `value` is when it began
  Event,  // has text, but draws nothing
  Cut,    // what is open at `depth` or deeper ended before, or here: when is not known. No record of the trace's own
  // Only of mergers, which draw calls that were made by calls of an input: one of the input's begins, or ends, on
  // `track` at `depth`. The input draws and counts it. Here, it tells who called what is deeper.
  CallerBegin,
  CallerEnd,
};

enum RecordFlags : uint8_t {
  // Drawn beside the record before it, of the same raw record: not counted, and no row of the event table.
  kDerived = 1,
  // Drawn, and a record of its own, but none of those that the trace's own tool lists: not counted, and no row either.
  // An Event of this kind says that the stream reaches to its time: what is open lasts until then.
  kUnlisted = 2,
  // For core/analysis/scheduling.h. The thread of this track - of a CPU's track, the thread whose track is `ref` - is
  // on a CPU from here on: `ref` is 1 + its number, or 0 where it is not known. On tracks of states, `value` of a
  // record that makes the thread runnable or lets it run is when it was woken, or kNotWoken, `size` is the id of the
  // thread that did or was interrupted by what did, or 0, and `ref` is as core/decode/wake_source.h has it: of one that
  // makes it runnable, the number of its own is 1 where the thread has only just been made.
  // A row of a CPU's stream with this flag is a switch: the stream tells who runs there.
  kOnCpu = 4,
  // The thread leaves its CPU (`ref` as above), by its own will or, where the name says so, pre-empted.
  kOffCpu = 8,
  // No merger has a use for it.
  kNotMerged = 16,
  // Of a thread's state, running: how long it waited is not known, as records are missing; runnable: it was woken
  // before and ran since, unseen; others, or if nobody woke it: since when is not known. Of a slice (Slice) of a CPU or
  // a thread: nothing was recorded meanwhile. Of a counter: its value is not known from here on, as records were lost.
  kUncertain = 32,
  // On tracks of states, of a thread that runs: seen to, by an event of its own. The switch to it was not recorded.
  kNoSwitch = 64,
  // Of a Slice, or of the Cut of a slice at this depth: it had begun before the time that is told, or elsewhere. Its
  // end is known, but not how long it took.
  kNoBegin = 128,
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

// What a record begins or ends that lasts, where the two may be of different streams and nothing draws it: a
// request of a block device.
struct SpanMark {
  enum class Part : uint8_t {
    None,
    Begin,
    End,
    Whole,   // `duration` is told by the record that ends it
    Broken,  // records were lost: what is open may have ended unseen
  };
  Part part = Part::None;
  uint8_t of = 0;         // what kind of thing: the format's own numbers
  uint32_t scope = 0;     // things in different scopes have nothing to do with each other
  uint64_t a = 0, b = 0;  // which it is: a thread, a number
  Time duration = 0;
};

// Whether the stream that it is of draws something for it.
inline bool isDrawn(const Record& record) {
  return record.kind != RecordKind::Event && record.kind < RecordKind::CallerBegin;
}

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
  // That what is open on the track lasts until `time` at least, where no record of its own tells; no row of the table.
  void pushReach(TrackId track, Time time) {
    Record& record = push();
    record = Record{};
    record.time = time;
    record.track = track;
    record.kind = RecordKind::Event;
    record.flags = kUnlisted;
  }
  void clear() { count = 0; }
  operator Records() const { return {records.data(), count}; }
};

}  // namespace tp
