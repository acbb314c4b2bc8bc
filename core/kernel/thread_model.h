// Follows what the threads of a Linux kernel trace do, event by event in time order: the state of each thread, and the
// slices that are open on it. Formats translate their events into the calls below, which append records for the tracks.
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
#include "core/decode/state_record.h"
#include "core/io/wire.h"
#include "core/kernel/recorded_inputs.h"
#include "core/kernel/silent_cpus.h"
#include "core/kernel/thread_tracks.h"
#include "core/trace/thread_state.h"

namespace tp::kernel {

using tp::kThreadStates;
using tp::ThreadState;

// What a slice of a thread stands for. The end of a kind ends the innermost slice of that kind.
enum class FrameKind : uint8_t { Syscall, Graph, Probe, Marker, NamedMarker, Trap, Irq, Softirq, Function };

struct Frame {
  FrameKind kind = FrameKind::Marker;
  uint64_t id = 0;    // identifies its end: function, probe address
  size_t input = 0;   // number of the input with its beginning
  bool whole = true;  // false: it began before, or elsewhere
  Time begin = 0;
  uint32_t silences = 0;  // Thread::silences when it began
  NameId name = kNoName;  // identifies its end, of kinds whose ends have names

  static Frame named(FrameKind kind, NameId name, size_t input, bool whole = true) {
    Frame frame{kind, 0, input, whole};
    frame.name = name;
    return frame;
  }
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(atMost(self.kind, FrameKind::Function), self.id, self.input, self.whole, self.begin, self.silences, self.name);
  }
};

// What woke a thread.
struct Waker {
  int64_t tid = -1;   // the thread that ran there; negative: none, or unknown
  WakeSource source;  // the context: an interrupt is unrelated to the thread

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.tid, self.source);
  }
};

// What is known of a thread. Times are on the trace's clock.
struct Thread {
  int64_t tid = 0;
  ThreadTracks::Ids tracks;
  ThreadState state = ThreadState::Unknown;
  bool wakePending = false;   // woken while it was about to leave its CPU
  bool drawn = false;         // for Unknown: a state before it was known
  bool uncertain = false;     // since it was woken, it may have run without a record
  bool wokenEarlier = false;  // the beginning of its waking was not recorded, so it may have been woken earlier
  bool isNew = false;         // created, and not woken for the first time yet
  bool made = false;          // created, and has no record of a system call yet
  uint32_t cpu = kNoCpu;      // where it runs, waits to run or ran last
  uint32_t place = 0;         // position in threadsOf_ of that CPU
  Time since = 0;             // when the state began
  Time knownUntil = 0;        // up to here the state is certain, from a record of the thread
  Time silent = 0;            // SilentCpus::upTo() when the thread was last known not to have run elsewhere
  // From here on the state is unknown, which has not been put into a record yet.
  Time unknownFrom = kNever;
  Time silentAtKnown = 0, silentAtUnknown = 0;  // SilentCpus::upTo() of these
  uint32_t silences = 0;                        // how many times it may have run on a CPU that was not recorded
  Waker waker;
  Time wokenAt = kNotWoken;
  Time syscallAt = kNotWoken;  // its latest record of a system call; kNotWoken: none
  std::vector<Frame> frames;
  uint32_t graphFrames = 0;  // number of Graph frames
  std::array<char, 16> comm{};

  static constexpr uint32_t kNoCpu = ~uint32_t{0};
  static constexpr Time kNever = std::numeric_limits<Time>::max();

  void forgetWaking() {
    waker = {};
    wokenAt = kNotWoken;
    uncertain = wokenEarlier = false;
  }
  // Without the id and the CPU, by which ThreadModel finds its threads, and what follows from the rest.
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(atMost(self.state, ThreadState::Dead));
    wire.bits(self.wakePending, self.drawn, self.uncertain, self.wokenEarlier, self.isNew, self.made);
    wire(self.since, self.knownUntil, self.unknownFrom, self.silent, self.silentAtKnown, self.silentAtUnknown,
         self.silences);
    wire(self.waker, self.wokenAt, self.syscallAt, self.frames);
  }
};

class ThreadModel {
 public:
  // Both must outlive this.
  ThreadModel(ThreadTracks& tracks, NameTable& names);

  // Returns the thread, which is added if it is new. Valid until the model is restored.
  Thread& thread(int64_t tid) {
    Thread* recent = recent_[slotOf(tid)];
    return recent != nullptr && recent->tid == tid ? *recent : find(tid);
  }

  // The calls below append at most six records each, switchTo() at most eight. If an event shows that something before
  // it was not recorded, the records may be earlier than the event, down to the end of what is known.
  //
  // Sets the state. `cpu` is where the thread runs, or waits to run.
  void setState(Thread& thread, ThreadState state, Time time, RecordBatch& out, uint32_t cpu = Thread::kNoCpu);
  // A CPU switches from one thread to another; negative ids are idle threads. `left` is the new state of `from`.
  void switchTo(uint32_t cpu, int64_t from, ThreadState left, int64_t to, Time time, RecordBatch& out);
  // Of a recording of some threads only, wherever these run: a record says that the thread gets a CPU. Which one it is
  // counts for nothing, since who else runs there is not recorded.
  void getsCpu(Thread& thread, Time time, RecordBatch& out);
  // What a record says about a waking.
  enum class Waking : uint8_t {
    Begun,   // the thread sleeps, or is about to, and will be put on a run queue
    Queued,  // it is on a run queue; if it never left it, it does not sleep
  };
  // The trace has records that are Waking::Begun. Without this call that holds from the first of them on.
  void expectWakings() { wakings_ = begun_ = true; }
  // The CPU will record: up to its first record, it is not recorded.
  void expectCpu(uint32_t cpu) {
    if (cpu < kMaxCpus) silent_.expect(cpu);
  }
  // `cpu` is where the thread will wait, if the record says so.
  void wake(Thread& thread, const Waker& waker, Time time, RecordBatch& out, uint32_t cpu, Waking waking);
  // A thread that does not run was moved to a CPU.
  void moved(Thread& thread, uint32_t cpu, Time time, RecordBatch& out);
  // A record at `time` says on which CPU a sleeping thread ran last. If that is not the known one, and that CPU was not
  // recorded all the time since, the thread did not sleep all the time. Otherwise it did.
  void ranOn(Thread& thread, uint32_t cpu, Time time, RecordBatch& out);
  // A record says that the thread is new: if it is known already, its id was that of another one.
  void noteNew(const Thread& thread);
  // A new thread, which has not run.
  void born(Thread& thread, Time time, RecordBatch& out);
  // The thread will not run again; the slices that are open on it end.
  void die(Thread& thread, Time time, RecordBatch& out);
  // The CPU's records after `last` are missing, up to the next one or for good: what the threads on it do is unknown
  // from then on. `last` is kNotWoken if the CPU has none before.
  void lost(uint32_t cpu, Time last, RecordBatch& out);
  // The CPU has a record at this time. The first one, and the first one after a loss, begin a time that is recorded, up
  // to lost(). (What a thread does that waits on a CPU which is not recorded is unknown.)
  void begins(uint32_t cpu, Time time) {
    if (!records(cpu)) resume(cpu, time);
  }
  // To be called with begins(), if it is known that the CPU's first switch, which is yet to come, is away from `tid`:
  // that thread has run there since `time`. 0 and negative ids are the idle thread.
  void runsFirst(uint32_t cpu, int64_t tid, Time time, RecordBatch& out);
  // settleSome() makes records, eight at most, that the states of some threads are unknown after lost(). To be called
  // before each event while hasUnsettled() is true.
  bool hasUnsettled() const { return !unsettled_.empty(); }
  void settleSome(RecordBatch& out);
  // The trace begins then. What a thread does before its first state is unknown, if it was there.
  void starts(Time time) {
    origin_ = std::min(origin_, time);
    silent_.starts(origin_);
  }
  // Nothing comes after this time: states that would become unknown there or later stay.
  void ends(Time time);
  // After ends(), for the states that last until then: tells for how long another CPU was not recorded meanwhile. To be
  // called until it returns true; it returns false if `out` has no room for all.
  bool tellSilent(Time end, RecordBatch& out);
  // After the last record, at `last`, the trace goes on to `end`: no state is known there. To be called until it
  // returns true; it returns false if `out` has no room for all.
  bool unknownAtEnd(Time last, Time end, RecordBatch& out);
  // This thread has recorded an event on this CPU, so it runs there. The event must be the CPU's latest.
  void seenRunning(uint32_t cpu, Thread& thread, Time time, RecordBatch& out) {
    if (cpu >= cpus_.size() || cpus_[cpu].runs != whoRuns(thread)) return seenOther(cpu, thread, time, out);
    cpus_[cpu].seen = time;
  }
  // Same for an event during a switch, which counts only if the thread is known to run there.
  void seenAmidSwitch(uint32_t cpu, const Thread& thread, Time time) {
    if (cpu < cpus_.size() && cpus_[cpu].runs == whoRuns(thread)) cpus_[cpu].seen = time;
  }
  // The time set by begins(); kNotWoken if there is none.
  Time begun(uint32_t cpu) const { return cpu < cpus_.size() ? cpus_[cpu].begun : kNotWoken; }
  // The thread that is known to run on the CPU; 0: unknown, kOther: another thread than before, -1: the idle thread.
  static constexpr int64_t kOther = std::numeric_limits<int64_t>::min();
  int64_t running(uint32_t cpu) const { return cpu < cpus_.size() ? cpus_[cpu].runs : 0; }
  // `comm` has up to 16 bytes, perhaps with a NUL.
  void setComm(Thread& thread, const Bytes& comm, Time time);
  void setName(Thread& thread, std::string_view name, Time time) { tracks_.setName(thread.tid, name, time); }

  // Adds the links of one of our records to `row`: what woke a thread that runs or waits to run; or which thread an
  // instant wakes (its `value`), and from which source (its `ref`). `cpuTrackOf` returns the track of the CPU of a
  // WakeSource::place, or kNoTrack.
  using CpuTrackOf = std::function<TrackId(uint32_t place)>;
  void describe(const Record& record, const TrackTable& tracks, const NameTable& names, const CpuTrackOf& cpuTrackOf,
                EventRow& row);

  // Whether the thread may have run, since the slice began, on a CPU that was not recorded: it may have ended there.
  static bool wasSilentSince(const Thread& thread, const Frame& frame) { return thread.silences != frame.silences; }
  // Begins a slice on the thread.
  void push(Thread& thread, const Frame& frame, NameId name, Time time, RecordBatch& out);
  // Ends the slice at this position of `frames`; deeper ones have no end of their own. `sure`: it is that slice's end.
  // Else records are missing in between, so that the end may be that of a later slice, and the duration is a bound.
  void pop(Thread& thread, size_t position, Time time, RecordBatch& out, bool sure = true) {
    if (position >= thread.frames.size()) return;
    close(thread, position, time, RecordKind::End, out);
    if (!sure) out.last().setAtMost();
  }
  // Same, if that slice has no recorded end either.
  void cut(Thread& thread, size_t position, Time time, RecordBatch& out) {
    close(thread, position, time, RecordKind::Cut, out);
  }
  // Cuts the frames that were open when records were lost, of as many threads as there is room for: their ends may be
  // among these, on whatever CPU. Returns false if there are more.
  bool cutBroken(const RecordedInputs& recorded, Time time, RecordBatch& out) {
    for (Thread& thread : threads_) {
      const auto broken = std::find_if(thread.frames.begin(), thread.frames.end(),
                                       [&](const Frame& frame) { return recorded.anyLostSince(frame.begin); });
      if (broken == thread.frames.end()) continue;
      if (!out.hasRoom(1)) return false;
      cut(thread, static_cast<size_t>(broken - thread.frames.begin()), time, out);
    }
    return true;
  }
  // Returns the position of the topmost frame of a kind, with this id unless it is kAnyId; frames.size() if there is
  // none.
  static constexpr uint64_t kAnyId = ~uint64_t{0};
  static size_t findFrame(const Thread& thread, FrameKind kind, uint64_t id = kAnyId);
  static size_t findFrame(const Thread& thread, FrameKind kind, NameId name);

  // Threads of which nothing is known are left out.
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    if constexpr (Wire::kReads) {
      self.readThreads(wire);
    } else {
      self.writeThreads(wire);
    }
    wire(self.cpus_, self.origin_, self.silent_);
    wire.bits(self.wakings_, self.begun_);
  }

 private:
  static size_t slotOf(int64_t tid) { return static_cast<size_t>(tid) & 255; }
  struct Cpu {
    int64_t runs = 0;  // see running()
    // Time of its latest record that says who runs there; kNotWoken: none yet.
    Time seen = kNotWoken;
    Time begun = kNotWoken;  // see begins()
  };

  void writeThreads(WireWriter& out) const;
  void readThreads(WireReader& in);
  bool records(uint32_t cpu) const { return cpu < cpus_.size() && cpus_[cpu].begun != kNotWoken; }
  // Returns for how long another CPU was not recorded during the thread's state, in which it may have run there. The
  // state ends at `time`, and SilentCpus::upTo() of that is `silent`.
  static Time silentIn(const Thread& thread, Time time, Time silent);
  void resume(uint32_t cpu, Time time);
  void sendTo(Thread& thread, uint32_t cpu, Time time);
  // The thread as Cpu::runs stores it.
  static int64_t whoRuns(const Thread& thread) { return std::max<int64_t>(thread.tid, -1); }
  Cpu* cpuOf(uint32_t cpu);
  void seenOther(uint32_t cpu, Thread& thread, Time time, RecordBatch& out);
  void endState(Thread& thread, Time time, Time silent, RecordBatch& out);
  void unknownFrom(Thread& thread, Time since, RecordBatch& out) {
    unknownFrom(thread, since, silent_.upTo(std::max(since, thread.since)), out);
  }
  // For a time before the latest change of what is recorded: `silent` is what SilentCpus::upTo() said then.
  void unknownFrom(Thread& thread, Time since, Time silent, RecordBatch& out);
  void unknownSinceKnown(Thread& thread, RecordBatch& out) {
    unknownFrom(thread, thread.knownUntil, thread.silentAtKnown, out);
  }
  void expectUnknown(Thread& thread, Time time);
  void settle(Thread& thread, RecordBatch& out);
  void noLongerKnown(uint32_t cpu, int64_t tid, Time last, RecordBatch& out);
  void enterCpu(Thread& thread, uint32_t cpu, Time time, RecordBatch& out);
  // `isSwitch`: the switch to the thread was recorded.
  void run(Thread& thread, uint32_t cpu, Time time, RecordBatch& out, bool isSwitch = true);
  void place(Thread& thread, uint32_t cpu);
  bool waitsNowhere(const Thread& thread) const;
  void queued(Thread& thread, uint32_t cpu, Time time, RecordBatch& out);
  Thread& find(int64_t tid);
  void close(Thread& thread, size_t position, Time time, RecordKind kind, RecordBatch& out);
  void put(RecordBatch& out, RecordKind kind, TrackId track, NameId name, Time time, uint16_t depth = 0);

  ThreadTracks& tracks_;
  std::array<NameId, kThreadStates> stateNames_{};
  std::deque<Thread> threads_;
  std::unordered_map<int64_t, Thread*> byTid_;
  std::array<Thread*, 256> recent_{};  // a cache
  std::vector<Cpu> cpus_;
  SilentCpus silent_;
  Time origin_ = std::numeric_limits<Time>::max();  // see starts()
  std::vector<std::vector<Thread*>> threadsOf_;     // by CPU
  std::map<int64_t, Thread*> unsettled_;            // those whose Thread::unknownFrom is set, by id
  bool wakings_ = false;                            // wakings were recorded
  bool begun_ = false;                              // Waking::Begun among them
};

}  // namespace tp::kernel
