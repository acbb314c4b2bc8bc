// What decoders make from the bytes of a stream: batches of flat records, the same for every format.
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
  // A slice starts on `track` at `depth`; what is still open there at this depth or deeper ends.
  Begin,
  End,      // the slice open at `depth` ends, and all deeper ones with it
  Instant,  // a point in time on `track`
  Counter,  // `value` is the value of counter track `track` from now on
  // Records were lost before this time; `value` is their number, or -1 if it is unknown. Of the slices that are open on
  // `track`, an end that follows is only an upper bound.
  Lost,
  Slice,  // a whole slice at `depth` that ends now, and began at begun()
  Event,  // has text, but draws nothing
  // What is open at `depth` or deeper ended here or earlier: exactly when is unknown. Never a record of the trace
  // itself.
  Cut,
  // Only in merges that draw calls made by calls of an input: a call of the input begins or ends on `track` at `depth`.
  // The input itself draws and counts it; here, it says who called the deeper ones.
  CallerBegin,
  CallerEnd,
};

enum RecordFlags : uint8_t {
  // Drawn beside the record before it, which has the same raw record: not counted, and no row of the event table.
  kDerived = 1,
  // Drawn, and a record of its own, but none that the trace's own tool lists: not counted, and no row. An Event with
  // this flag says that the stream reaches to its time: what is open lasts until then at least.
  kUnlisted = 2,
  // For core/analysis/scheduling.h: a thread runs on a CPU from here on. On the track of a thread, Record::cpu() says
  // where; on the track of a CPU, a Begin with this flag says in Record::thread() which. On tracks of states,
  // core/decode/state_record.h has both where it runs and what woke it.
  // A row of a CPU's stream with this flag is a switch: the stream knows who runs there.
  kOnCpu = 4,
  // The thread leaves its CPU, Record::cpu(), by its own will or, if the name says so, because it was preempted or has
  // ended.
  kOffCpu = 8,
  // Not passed to mergers.
  kNotMerged = 16,
  // The other bits say something else of each role of a record: see the functions of Record, and StateRecord.
};

inline constexpr Time kNotWoken = std::numeric_limits<Time>::min();

// `ref`, `value`, `size` and the higher flags are something else in some records; who reads those uses the functions
// below and, for tracks of states, core/decode/state_record.h. Functions that set a flag take no other one away.
struct Record {
  Time time = 0;
  // Offset of the raw record in its file (or in what was decompressed), for the decoder's own use.
  uint64_t ref = 0;
  // Counter value, number of lost records, or for the decoder's own use in describe().
  int64_t value = 0;
  NameId name = kNoName;
  TrackId track = kNoTrack;
  uint16_t depth = 0;
  RecordKind kind = RecordKind::Event;
  uint8_t flags = 0;
  uint32_t size = 0;  // bytes of the raw record, header and payload

  // Of a Slice.
  Time begun() const { return value; }
  void setBegun(Time time) { value = time; }

  // Of a Slice of a CPU or a thread: nothing was recorded during it.
  bool isGap() const { return kind == RecordKind::Slice && (flags & kFirstOfRole) != 0; }
  void setGap() { flags |= kFirstOfRole; }

  // Of a Slice, or of the Cut of a slice at this depth: it began before the time that the record has, or elsewhere. Its
  // end is known, but not its duration.
  bool lacksBegin() const {
    return (kind == RecordKind::Slice || kind == RecordKind::Cut) && (flags & kThirdOfRole) != 0;
  }
  void setLacksBegin() { flags |= kThirdOfRole; }

  // Of an End: what ends lasted for so long at most, because it may have ended earlier without a record.
  bool isAtMost() const { return kind == RecordKind::End && (flags & kThirdOfRole) != 0; }
  void setAtMost() { flags |= kThirdOfRole; }

  // Of a Begin on the track of a thread: an interrupt, which is a slice of its CPU's track as well.
  bool isOnCpuAsWell() const { return kind == RecordKind::Begin && (flags & kSecondOfRole) != 0; }
  void setOnCpuAsWell() { flags |= kSecondOfRole; }

  // Of a Counter: its value is unknown from here on, because records were lost.
  bool lacksValue() const { return kind == RecordKind::Counter && (flags & kFirstOfRole) != 0; }
  void setLacksValue() { flags |= kFirstOfRole; }

  // Of a Counter of a process, in a merge: the track of the thread that set it; kNoTrack if it is unknown.
  TrackId setter() const { return ref - 1 < kNoTrack ? static_cast<TrackId>(ref - 1) : kNoTrack; }
  void setSetter(TrackId track) { ref = track == kNoTrack ? 0 : uint64_t{track} + 1; }

  // With kOnCpu or kOffCpu on the track of a thread: the CPU's number; -1 if it is unknown.
  int32_t cpu() const { return static_cast<int32_t>(ref) - 1; }
  void setCpu(uint32_t cpu) { ref = uint64_t{cpu} + 1; }

  // Of such a record, and on tracks of states: for how long the thread did what it did before is not known, because
  // records are missing.
  bool beforeUnknown() const { return (flags & kFirstOfRole) != 0; }
  void setBeforeUnknown() { flags |= kFirstOfRole; }

  // Of a Begin with kOnCpu on the track of a CPU: the track of the thread.
  TrackId thread() const { return static_cast<TrackId>(ref); }
  void setThread(TrackId track) { ref = track; }

 private:
  friend class StateRecord;
  friend class StateWriter;
  static constexpr uint8_t kFirstOfRole = 32, kSecondOfRole = 64, kThirdOfRole = 128;
};
// A batch of them stays in the first-level cache, and some are kept.
static_assert(sizeof(Record) == 40);

// The beginning or end of a span that is not drawn, and whose two records may be in different streams: a request of a
// block device.
struct SpanMark {
  enum class Part : uint8_t {
    None,
    Begin,
    End,
    Whole,  // both in one: `duration` is known from the record of the end
    // Records were lost: open spans may have ended without a record.
    Broken,
  };
  Part part = Part::None;
  uint8_t of = 0;         // the kind of span: the format's own numbers
  uint32_t scope = 0;     // spans of different scopes are unrelated
  uint64_t a = 0, b = 0;  // identify the span: a thread, a number
  Time duration = 0;
};

// Whether the record draws something on a track.
inline bool isDrawn(const Record& record) {
  return record.kind != RecordKind::Event && record.kind < RecordKind::CallerBegin;
}

// Whether the record is a row of the event table, and counts as a record of the trace.
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
  // For decoders that make several records from one raw record.
  bool hasRoom(uint32_t wanted) const { return kCapacity - count >= wanted; }
  Record& push() { return records[count++]; }
  // The one that was pushed last; there must be one.
  Record& last() { return records[count - 1]; }
  const Record& last() const { return records[count - 1]; }
  // Appends a record, no row, which says that what is open on the track lasts until `time` at least.
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
