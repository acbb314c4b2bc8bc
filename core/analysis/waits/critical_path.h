// The critical path of a thread: who held it up, moment by moment. A wait that another thread ended is replaced by what
// that thread did meanwhile, and so on. docs/why.md has the rules.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/analysis/waits/wait_graph.h"

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

// Through which wakers the segments of a path are reached.
struct PathLines {
  // A line of wakers, whose last one woke the last one of `parent`. The first line is the thread that is asked about.
  struct Line {
    uint32_t parent = 0;  // its position; those of lines are before those that they are the parents of
    TrackId thread = kNoTrack;
    // With which stack the last one of `parent` left its CPU, for the waits that this one ended: SegmentKind::stack.
    uint32_t stack = 0;
    uint32_t wakerStack = 0;  // and with which this one woke that one: SegmentKind::wakerStack
    // This one is not who woke the last one of `parent`, but who made it, for the time before that.
    bool makes = false;

    auto tie() const { return std::tie(parent, thread, stack, wakerStack, makes); }
  };
  std::vector<Line> lines;   // all different
  std::vector<uint32_t> of;  // by position in the path: the position of its line
};

// Returns the path of a thread over [from, to): its segments in order of time tile that exactly. What the path is at a
// time does not depend on the range, as long as no limit is met. `lines`: is overwritten with those of the path, unless
// it is null.
std::vector<PathSegment> criticalPath(const WaitGraph& graph, TrackId thread, Time from, Time to,
                                      PathLines* lines = nullptr);

// Finds a path step by step, so that a window can draw meanwhile.
class PathSearch {
 public:
  // As criticalPath(). The graph must outlive it.
  PathSearch(const WaitGraph& graph, TrackId thread, Time from, Time to);
  ~PathSearch();

  // Takes so many steps, each in constant time. Returns whether there are more.
  bool step(size_t steps);
  // The share of the range of which the path is known, from 0 to 1.
  double progress() const;
  // Returns the path, once, when step() has returned false.
  std::vector<PathSegment> take(PathLines* lines = nullptr);

 private:
  class Walk;
  std::unique_ptr<Walk> walk_;
};

// Who ran on a CPU while a thread waited for it.
struct CpuUser {
  TrackId thread = kNoTrack;
  Time time = 0;  // with the interrupts amid it
  uint64_t turns = 0;
  bool uncertain = false;           // of some turns, as SegmentKind::uncertain
  std::vector<int32_t> priorities;  // that its switches tell, ascending, without repetition; at most 8
};
struct CpuUse {
  std::vector<CpuUser> users;  // the longest first
  Time rest = 0;               // of these times, the CPU was idle, or it is not known who ran, or on which CPU

  // Adds what was on a CPU within [from, to), during which `thread` waited for it.
  void add(const WaitGraph& graph, const TrackTable& tracks, TrackId thread, int32_t cpu, Time from, Time to);
  void finish(const TrackTable& tracks);

 private:
  std::unordered_map<TrackId, size_t> places_;  // in `users`, until finish()
};

}  // namespace tp
