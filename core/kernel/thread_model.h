// What the threads of a Linux kernel trace do, followed event by event in time order: the state of each, and the slices
// that are open on it. Formats translate their events into the calls below; records for the tracks come out.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <unordered_map>
#include <vector>

#include "core/index/event_row.h"
#include "core/index/record.h"
#include "core/io/wire.h"
#include "core/kernel/thread_tracks.h"
#include "core/trace/thread_state.h"

namespace tp::kernel {

using tp::kThreadStates;
using tp::ThreadState;

// What a slice on a thread stands for: one of a kind is ended by what ends that kind.
enum class FrameKind : uint8_t { Syscall, Graph, Probe, Marker, NamedMarker, Trap, Irq, Softirq, Function };

struct Frame {
  FrameKind kind = FrameKind::Marker;
  uint64_t id = 0;  // function, probe address, name: whatever its end is known by
};

struct Thread {
  int64_t tid = 0;
  ThreadTracks::Ids tracks;
  ThreadState state = ThreadState::Unknown;
  bool wakePending = false;  // woken while it was about to leave its CPU
  bool seenSyscall = false;
  int64_t waker = -1;
  Time wokenAt = kNotWoken;
  std::vector<Frame> frames;
  uint32_t graphFrames = 0;  // among frames
  std::array<char, 16> comm{};

  void forgetWaking() {
    waker = -1;
    wokenAt = kNotWoken;
  }
};

class ThreadModel {
 public:
  // Both outlive this.
  ThreadModel(ThreadTracks& tracks, NameTable& names);

  // Stays valid until restore().
  Thread& thread(int64_t tid) {
    Thread* recent = recent_[slotOf(tid)];
    return recent != nullptr && recent->tid == tid ? *recent : find(tid);
  }

  // What follows appends at most five records each.
  // `cpu`: where it runs, if it does.
  void setState(Thread& thread, ThreadState state, Time time, RecordBatch& out, uint32_t cpu = 0);
  // A CPU goes from one thread to another; negative: the idle one. `left` is what became of `from`.
  void switchTo(uint32_t cpu, int64_t from, ThreadState left, int64_t to, Time time, RecordBatch& out);
  // `waker` < 0: not known.
  void wake(Thread& thread, int64_t waker, Time time, RecordBatch& out);
  // A new thread, which has not run.
  void born(Thread& thread, Time time, RecordBatch& out);
  // It will not run again; whatever is open on it ends.
  void die(Thread& thread, Time time, RecordBatch& out);
  // Records of a CPU are missing: what ran there may have changed.
  void lost(uint32_t cpu, Time time, RecordBatch& out);
  // An event was recorded by this thread on this CPU, so that it runs there.
  void seenRunning(uint32_t cpu, Thread& thread, Time time, RecordBatch& out) {
    if (cpu >= onCpu_.size() || onCpu_[cpu] != whoRuns(thread)) seenOther(cpu, thread, time, out);
  }
  // The thread that is believed to run there; 0: not known, negative: the idle one.
  int64_t running(uint32_t cpu) const { return cpu < onCpu_.size() ? onCpu_[cpu] : 0; }
  // `comm`: up to 16 bytes, perhaps with a NUL.
  void setComm(Thread& thread, const Bytes& comm, Time time);
  void setName(Thread& thread, std::string_view name, Time time) { tracks_.setName(thread.tid, name, time); }

  // The links of a record of ours: who woke a thread that runs or waits to run; whom an instant wakes, its `value`.
  void describe(const Record& record, const TrackTable& tracks, EventRow& row);

  void push(Thread& thread, const Frame& frame, NameId name, Time time, RecordBatch& out);
  // Ends the frame at this position of `frames`, and what is deeper. `name`: where its beginning was not seen.
  void pop(Thread& thread, size_t position, Time time, RecordBatch& out);
  // The topmost frame of a kind, with this id unless it is kAnyId; frames.size() where there is none.
  static constexpr uint64_t kAnyId = ~uint64_t{0};
  static size_t findFrame(const Thread& thread, FrameKind kind, uint64_t id = kAnyId);

  void save(WireWriter& out) const;
  bool restore(WireReader& in);

 private:
  static size_t slotOf(int64_t tid) { return static_cast<size_t>(tid) & 255; }
  // As onCpu_ has it.
  static int64_t whoRuns(const Thread& thread) { return std::max<int64_t>(thread.tid, -1); }
  void seenOther(uint32_t cpu, Thread& thread, Time time, RecordBatch& out);
  Thread& find(int64_t tid);
  void put(RecordBatch& out, RecordKind kind, TrackId track, NameId name, Time time, uint16_t depth = 0);

  ThreadTracks& tracks_;
  std::array<NameId, kThreadStates> stateNames_{};
  std::deque<Thread> threads_;
  std::unordered_map<int64_t, Thread*> byTid_;
  std::array<Thread*, 256> recent_{};  // a short cut
  std::vector<int64_t> onCpu_;         // 0: not known
};

}  // namespace tp::kernel
