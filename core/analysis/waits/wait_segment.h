// What a thread did for a span of time, and what woke it: the parts of a WaitGraph.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <tuple>

#include "core/decode/wake_source.h"
#include "core/io/wire.h"
#include "core/trace/thread_state.h"
#include "core/trace/tracks.h"

namespace tp {

// Whether a thread in this state waits for something other than a CPU.
constexpr bool isBlocked(ThreadState state) {
  return state > ThreadState::Runnable && state < ThreadState::Dead;
}

// What ended a wait. The thread is that which recorded the waking or, out of an interrupt, that which it interrupted.
struct WaitEnd {
  TrackId thread = kNoTrack;  // kNoTrack: an idle CPU, or not known
  WakeContext context = WakeContext::Thread;
  NameId handler = kNoName;  // of an interrupt; kNoName if its beginning was not recorded

  bool interrupt() const { return context != WakeContext::Thread; }
  auto tie() const { return std::tie(thread, context, handler); }
  bool operator==(const WaitEnd&) const = default;
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.thread, atMost(self.context, WakeContext::Irq), self.handler);
  }
};

// What segments have in common, which a WaitGraph keeps once.
struct SegmentKind {
  ThreadState state = ThreadState::Unknown;
  bool preempted = false;  // runnable: it lost its CPU, and was not woken
  bool woken = false;      // runnable: `waker` woke it
  bool uncertain = false;  // records are missing at its beginning or its end: it may have lasted longer, or less
  bool last = false;       // no record ends it: it lasts until the trace ends
  int32_t cpu = -1;        // running: where; -1: not known
  std::optional<int32_t> priority = {};  // running: as Record::priority() tells it
  WaitEnd waker = {};
  // Runnable or blocked: the innermost call in which the thread left its CPU; kNoName: none, or it is not known.
  NameId call = kNoName;
  // The same of the thread's program, which a trace beside this one recorded (CallJoiner).
  NameId userCall = kNoName;
  // Runnable or blocked, from a switch on: the stack recorded with that, for WaitGraph::stack(); 0: none.
  uint32_t stack = 0;
  uint32_t wakerStack = 0;  // likewise, with which `waker` woke it

  auto tie() const {
    return std::tie(state, preempted, woken, uncertain, last, cpu, priority, waker, call, userCall, stack, wakerStack);
  }
  bool operator==(const SegmentKind& other) const { return tie() == other.tie(); }
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(atMost(self.state, ThreadState::Dead), self.cpu, self.priority, self.waker, self.call, self.stack,
         self.wakerStack);
    wire.bits(self.preempted, self.woken, self.uncertain, self.last);
  }
};

// The code of a SegmentKind that stands for one of which nothing is known.
inline constexpr uint32_t kNoCode = std::numeric_limits<uint32_t>::max();

// Times are in clock units. A time of which nothing is known is a segment of the state Unknown.
struct WaitSegment {
  Time begin = 0, end = 0;
  SegmentKind kind;
  uint32_t code = kNoCode;  // for WaitGraph::kind(), of `kind`
  // Blocked: likewise, of the segment that a waking begins and that ends this one, if it was recorded.
  uint32_t wokenCode = kNoCode;
  // Without a CPU: for how long another CPU was not recorded meanwhile, on which the thread may have run.
  Time silent = 0;
  // Runnable, woken: when. It may have been before, if the thread still ran then, and left its CPU to sleep.
  Time wokenAt = kNotWoken;
  // Blocked: the waking that ended it, if it was recorded.
  std::optional<WaitEnd> wokenBy = {};
  uint32_t wakerStack = 0;  // of that waking, for WaitGraph::stack(); 0: none

  Time length() const { return end - begin; }
};

// What turns of a CPU have in common.
struct TurnKind {
  TrackId thread = kNoTrack;
  std::optional<int32_t> priority = {};  // as Record::priority() tells it
  bool uncertain = false;                // as SegmentKind::uncertain

  auto tie() const { return std::tie(thread, priority, uncertain); }
  bool operator==(const TurnKind& other) const { return tie() == other.tie(); }
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.thread, self.priority, self.uncertain);
  }
};

// The turn of a thread on a CPU.
struct CpuTurn {
  Time begin = 0, end = 0;
  TurnKind kind;

  Time length() const { return end - begin; }
};

// A CPU of a trace. Of several machines, each has CPUs of the same numbers.
struct CpuKey {
  uint32_t trace = 0;   // TrackKey::trace of its threads
  std::string machine;  // TrackKey::label of its threads
  int32_t cpu = -1;

  auto tie() const { return std::tie(trace, machine, cpu); }
  bool operator==(const CpuKey& other) const { return tie() == other.tie(); }
  bool operator<(const CpuKey& other) const { return tie() < other.tie(); }
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.trace, self.machine, self.cpu);
  }
};

}  // namespace tp
