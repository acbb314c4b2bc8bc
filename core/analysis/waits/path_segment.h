// A part of a critical path: what a thread did, or why it waited. docs/why.md has the rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/analysis/waits/wait_segment.h"

namespace tp {

enum class PathKind : uint8_t {
  Running,   // `thread` ran
  CpuWait,   // `thread` could have run, and waited for a CPU
  Blocked,   // `thread` waited for what no thread did, or is not known to have done: see `stop`
  NotKnown,  // it is not recorded what `thread` did
  Ended,     // `thread` had ended
};
inline constexpr size_t kPathKinds = 5;
// "running", "cpu", "blocked", "unknown", "ended", for scripts.
const char* pathKindKey(PathKind kind);

// Why the path does not go on in a waker.
enum class PathStop : uint8_t {
  None,        // of other segments than Blocked, but for those below that say so
  Interrupt,   // `by`, an interrupt or a softirq, ended the wait
  NoWaker,     // the waking names no thread: an idle CPU, or not known
  NoWaking,    // no waking was recorded
  TraceEnds,   // the thread still waits when the trace ends
  NotRunning,  // `by` is named, but the trace does not know that it ran then: records are missing, or contradict
  TooDeep,     // kMaxPathDepth
  TooLong,     // kMaxPathSegments: of NotKnown, too
  NotMade,     // of NotKnown: a record says that `thread` was made later
};
inline constexpr size_t kPathStops = 9;
// Likewise, as docs/why.md lists them; "" of None.
const char* pathStopKey(PathStop stop);
// Which kind of segment a state is.
PathKind pathKindOf(ThreadState state);

// How many wakers lie between the thread that is asked about and that of a segment, at most.
inline constexpr uint16_t kMaxPathDepth = 500;
inline constexpr size_t kMaxPathSegments = size_t{1} << 22;

// Times are in clock units; half open: [begin, end).
struct PathSegment {
  Time begin = 0, end = 0;
  TrackId thread = kNoTrack;  // whose segment it is
  PathKind kind = PathKind::NotKnown;
  PathStop stop = PathStop::None;
  ThreadState state = ThreadState::Unknown;
  uint16_t depth = 0;  // 0: of the thread that is asked about; else how many wakers lie in between
  // CpuWait: the thread lost its CPU, and was not woken.
  bool preempted = false;
  // Another CPU was not recorded for a part of it, or of a wait that it stands for, and the thread may have run there.
  bool atMost = false;
  // Records are missing at an end of it, or of a wait that it stands for.
  bool uncertain = false;
  // Running: where. CpuWait: where the thread ran next; -1: not known.
  int32_t cpu = -1;
  std::optional<int32_t> priority = {};  // of that, as Record::priority()
  std::optional<WaitEnd> by = {};        // CpuWait: what woke the thread; Blocked: what ended the wait
  NameId call = kNoName;                 // CpuWait, Blocked: as SegmentKind::call
  NameId userCall = kNoName;             // likewise
  uint32_t stack = 0;                    // likewise, as SegmentKind::stack
  // Blocked, by an interrupt: what had completed in it, for WaitGraph::requests(); 0: not known.
  uint32_t requests = 0;

  Time length() const { return end - begin; }
  bool operator==(const PathSegment&) const = default;
};

}  // namespace tp
