// What the threads of a Linux kernel trace do, followed event by event in time order: the state of each, and the slices
// that are open on it. Formats translate their events into the calls below; records for the tracks come out.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <unordered_map>
#include <vector>

#include "core/decode/event_row.h"
#include "core/decode/record.h"
#include "core/decode/wake_source.h"
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
  uint64_t id = 0;    // function, probe address, name: whatever its end is known by
  size_t input = 0;   // of which its beginning was a record
  bool whole = true;  // false: it had begun before, or elsewhere
  Time begin = 0;
};

// Who woke a thread.
struct Waker {
  int64_t tid = -1;   // the thread that ran there; negative: nobody, or not known
  WakeSource source;  // in what context: an interrupt wakes amid a thread that has nothing to do with it
};

struct Thread {
  int64_t tid = 0;
  ThreadTracks::Ids tracks;
  ThreadState state = ThreadState::Unknown;
  bool wakePending = false;  // woken while it was about to leave its CPU
  bool seenSyscall = false;
  bool drawn = false;      // of Unknown: something before it was known
  bool uncertain = false;  // since it was woken, it may have run without a record of it
  bool isNew = false;      // made, and has not been woken for the first time
  uint32_t cpu = kNoCpu;   // where it runs, waits for its turn or ran last
  uint32_t place = 0;      // position among those of that CPU
  Time since = 0;          // of the state
  Time sure = 0;           // up to here, by a record of it
  Time doubt = kNoDoubt;   // from here on its state is not known, of which no record has been made yet
  Waker waker;
  Time wokenAt = kNotWoken;
  std::vector<Frame> frames;
  uint32_t graphFrames = 0;  // among frames
  std::array<char, 16> comm{};

  static constexpr uint32_t kNoCpu = ~uint32_t{0};
  static constexpr Time kNoDoubt = std::numeric_limits<Time>::max();

  void forgetWaking() {
    waker = {};
    wokenAt = kNotWoken;
    uncertain = false;
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

  // What follows appends at most six records each, but for switchTo(): eight. Where a record tells that something
  // before it was not recorded, what is appended may lie before it in time, down to the end of what is known.
  //
  // `cpu`: where it runs, or waits to run.
  void setState(Thread& thread, ThreadState state, Time time, RecordBatch& out, uint32_t cpu = Thread::kNoCpu);
  // A CPU goes from one thread to another; negative: the idle one. `left` is what became of `from`.
  void switchTo(uint32_t cpu, int64_t from, ThreadState left, int64_t to, Time time, RecordBatch& out);
  // What a record tells of a waking.
  enum class Waking : uint8_t {
    Begun,   // the thread is asleep, or about to be, and will be put on a run queue
    Queued,  // it is on one; where it never left it, it does not sleep
  };
  // `cpu`: where it will wait, as far as the record tells.
  void wake(Thread& thread, const Waker& waker, Time time, RecordBatch& out, uint32_t cpu, Waking waking);
  // A thread that does not run was sent to a CPU.
  void moved(Thread& thread, uint32_t cpu, Time time, RecordBatch& out);
  // A record says on which CPU a thread that sleeps ran last. Where that is another one than known, which has not been
  // recorded all the while, it has not slept all the while.
  void ranOn(Thread& thread, uint32_t cpu, RecordBatch& out);
  // A new thread, which has not run.
  void born(Thread& thread, Time time, RecordBatch& out);
  // It will not run again; whatever is open on it ends.
  void die(Thread& thread, Time time, RecordBatch& out);
  // The records of a CPU that come after `last` are missing, up to the next one or for good: what the threads that
  // were there do is not known from then on. kNotWoken: it has none before.
  void lost(uint32_t cpu, Time last, RecordBatch& out);
  // A record of a CPU comes at this time: the first, or the first after a loss, tells that it is recorded from here on,
  // up to lost(). Of a thread that waits where nothing is recorded nobody knows what it does.
  void begins(uint32_t cpu, Time time) {
    if (records(cpu)) return;
    if (Cpu* here = cpuOf(cpu)) here->begun = time;
  }
  // The first switch of a CPU, which is yet to come, is away from this thread, which has run there since begins() then;
  // not positive: from the idle one.
  void runsFirst(uint32_t cpu, int64_t tid, Time time, RecordBatch& out);
  // Says of the threads of lost() that they are not known, of some at a time, with eight records at most; to be called
  // before each record as long as doubts().
  bool doubts() const { return !doubtful_.empty(); }
  void settleSome(RecordBatch& out);
  // Nothing comes after this time: of a doubt that begins there is nothing to say.
  void ends(Time time);
  // An event was recorded by this thread on this CPU, so that it runs there. It is the CPU's latest.
  void seenRunning(uint32_t cpu, Thread& thread, Time time, RecordBatch& out) {
    if (cpu >= cpus_.size() || cpus_[cpu].runs != whoRuns(thread)) return seenOther(cpu, thread, time, out);
    cpus_[cpu].seen = time;
  }
  // So does one that it recorded amid a switch, if it runs by what is known.
  void seenAmidSwitch(uint32_t cpu, const Thread& thread, Time time) {
    if (cpu < cpus_.size() && cpus_[cpu].runs == whoRuns(thread)) cpus_[cpu].seen = time;
  }
  // See begins(); kNotWoken: not yet.
  Time begun(uint32_t cpu) const { return cpu < cpus_.size() ? cpus_[cpu].begun : kNotWoken; }
  // The thread that is believed to run there; 0: nothing is known yet, kOther: another one than was, -1: the idle one.
  static constexpr int64_t kOther = std::numeric_limits<int64_t>::min();
  int64_t running(uint32_t cpu) const { return cpu < cpus_.size() ? cpus_[cpu].runs : 0; }
  // `comm`: up to 16 bytes, perhaps with a NUL.
  void setComm(Thread& thread, const Bytes& comm, Time time);
  void setName(Thread& thread, std::string_view name, Time time) { tracks_.setName(thread.tid, name, time); }

  // The links of a record of ours: who woke a thread that runs or waits to run; whom an instant wakes, its `value`, out
  // of the source in its `ref`. `cpuTrackOf`: the track of the CPU of a WakeSource::place, or kNoTrack.
  using CpuTrackOf = std::function<TrackId(uint32_t place)>;
  void describe(const Record& record, const TrackTable& tracks, const NameTable& names, const CpuTrackOf& cpuTrackOf,
                EventRow& row);

  void push(Thread& thread, const Frame& frame, NameId name, Time time, RecordBatch& out);
  // Ends the frame at this position of `frames`; of what is deeper, no end was recorded.
  void pop(Thread& thread, size_t position, Time time, RecordBatch& out) {
    close(thread, position, time, RecordKind::End, out);
  }
  // The same where no end was recorded of that one, either, or records in between are missing.
  void cut(Thread& thread, size_t position, Time time, RecordBatch& out) {
    close(thread, position, time, RecordKind::Cut, out);
  }
  // The topmost frame of a kind, with this id unless it is kAnyId; frames.size() where there is none.
  static constexpr uint64_t kAnyId = ~uint64_t{0};
  static size_t findFrame(const Thread& thread, FrameKind kind, uint64_t id = kAnyId);

  void save(WireWriter& out) const;
  bool restore(WireReader& in);

 private:
  static size_t slotOf(int64_t tid) { return static_cast<size_t>(tid) & 255; }
  struct Cpu {
    int64_t runs = 0;        // see running()
    Time seen = kNotWoken;   // its latest record that says who runs there; kNotWoken: none yet
    Time begun = kNotWoken;  // see begins()
  };

  bool records(uint32_t cpu) const { return cpu < cpus_.size() && cpus_[cpu].begun != kNotWoken; }
  void sendTo(Thread& thread, uint32_t cpu, Time time);
  // As Cpu::runs has it.
  static int64_t whoRuns(const Thread& thread) { return std::max<int64_t>(thread.tid, -1); }
  Cpu* cpuOf(uint32_t cpu);
  void seenOther(uint32_t cpu, Thread& thread, Time time, RecordBatch& out);
  void endState(const Thread& thread, Time time, RecordBatch& out);
  void unknownFrom(Thread& thread, Time since, RecordBatch& out);
  void settle(Thread& thread, RecordBatch& out);
  void noLongerKnown(uint32_t cpu, int64_t tid, Time last, RecordBatch& out);
  void enterCpu(Thread& thread, uint32_t cpu, Time time, RecordBatch& out);
  void run(Thread& thread, uint32_t cpu, Time time, RecordBatch& out, uint8_t flags = 0);
  void place(Thread& thread, uint32_t cpu);
  bool waitsNowhere(const Thread& thread) const;
  void queued(Thread& thread, uint32_t cpu, Time time, RecordBatch& out);
  Thread& find(int64_t tid);
  void close(Thread& thread, size_t position, Time time, RecordKind kind, RecordBatch& out);
  void tellWaking(const Thread& thread, uint32_t own, Record& record) const;
  void put(RecordBatch& out, RecordKind kind, TrackId track, NameId name, Time time, uint16_t depth = 0);

  ThreadTracks& tracks_;
  std::array<NameId, kThreadStates> stateNames_{};
  std::deque<Thread> threads_;
  std::unordered_map<int64_t, Thread*> byTid_;
  std::array<Thread*, 256> recent_{};  // a short cut
  std::vector<Cpu> cpus_;
  std::vector<std::vector<Thread*>> threadsOf_;  // by CPU
  std::map<int64_t, Thread*> doubtful_;          // those with a doubt, by id
  bool wakings_ = false;                         // there are records of wakings
  bool begun_ = false;                           // of Waking::Begun among them
};

}  // namespace tp::kernel
