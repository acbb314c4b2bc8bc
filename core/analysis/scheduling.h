// What the scheduler did with the threads of a trace or of a part of it: how long each was in which state, how long
// those that were woken waited for a CPU, what the CPUs did, and who woke whom. It is computed from the records with
// kOnCpu and kOffCpu, and from those on tracks of states (core/decode/record.h). The results of several workers merge.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/durations.h"
#include "core/decode/wake_source.h"
#include "core/io/wire.h"
#include "core/trace/cpu_name.h"
#include "core/trace/thread_state.h"
#include "core/trace/tracks.h"

namespace tp {

struct SchedulingScope {
  Time begin = 1;                // begin > end: the whole trace
  Time end = 0;                  // inclusive; times in a state count as far as they lie within the range
  uint32_t trace = kEveryTrace;  // TracePart::number of the only one that counts, where several are joined

  // Of traces that begin within the range: what their records tell of before does not count. By TrackKey::trace.
  std::vector<std::pair<uint32_t, Time>> begins = {};
  // Latencies of threads that were woken before this time are also counted by themselves (Scheduling::early), and so
  // are softirqs that were raised before it. nullopt: that is not wanted.
  std::optional<Time> middle = {};

  bool ranged() const { return begin <= end; }
  // Whether it has nothing in common with [from, to].
  bool outside(Time from, Time to) const { return ranged() && (begin > to || end < from); }
  // Returns from when on a trace counts, in a range.
  Time beginOf(uint32_t one) const {
    Time from = begin;
    for (const auto& [number, first] : begins)
      if (number == one) from = std::clamp(first, begin, std::max(begin, end));
    return from;
  }
  // Whether what began then is among what is early.
  bool early(Time began) const { return middle && began < *middle; }
  // Returns the part of [from, to] that lies within the scope.
  SchedulingScope within(Time from, Time to) const {
    if (!ranged()) return {from, to, trace, {}, middle};
    // If they have nothing in common, a single moment.
    Time first = std::max(begin, from);
    return {first, std::max(first, std::min(end, to)), trace, {}, middle};
  }
  bool operator==(const SchedulingScope&) const = default;
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.begin, self.end, self.trace, self.begins, self.middle);
    if constexpr (Wire::kReads) {
      if (self.middle) self.middle = clampTime(*self.middle);
      for (Time* time : {&self.begin, &self.end}) *time = clampTime(*time);
      for (auto& [number, first] : self.begins) first = clampTime(first);
    }
  }
};

// All times are in clock units.
struct ThreadScheduling {
  TrackId thread = kNoTrack;
  std::array<Time, kThreadStates> times{};  // by ThreadState
  // By ThreadState: by how much `times` may be too long. Of states without a CPU, the part in which another CPU was not
  // recorded and no record says that the thread did not run there. Running, all of it if the trace tells only where the
  // thread recorded something.
  std::array<Time, kThreadStates> assumed{};
  // For finish(): the state without a CPU that lasts until the scope ends or longer, and for how long it did. Its end,
  // with what is assumed, was not seen.
  ThreadState lastState = ThreadState::Unknown;
  Time lasted = 0;
  uint64_t switches = 0;    // how often the thread got a CPU
  uint64_t migrations = 0;  // switches to another CPU than the last one
  uint64_t wakeups = 0;
  uint64_t latencies = 0;  // wakeups after which the thread ran at a known time
  uint64_t atMost = 0;     // of these, those with WakeupLatency::atMost
  Time latencySum = 0;
  Time latencyMax = 0;
  bool maxAtMost = false;  // whether latencyMax is one of these

  Time in(ThreadState state) const { return times[static_cast<size_t>(state)]; }
  // Stopped, traced, parked, or idle (a kernel thread without work).
  Time other() const;
  Time knownTime() const;
  // Time that was not recorded while the thread existed.
  Time unknown() const { return in(ThreadState::Unknown); }
  Time assumedIn(ThreadState state) const { return assumed[static_cast<size_t>(state)]; }
  Time allAssumed() const;
  Time otherAssumed() const;
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.thread, self.times, self.assumed, self.switches, self.migrations, self.wakeups, self.latencies);
    wire(self.atMost, self.latencySum, self.latencyMax, self.lasted, tp::atMost(self.lastState, ThreadState::Dead));
    wire.bits(self.maxAtMost);
  }
  Time latencyAverage() const { return latencies > 0 ? latencySum / static_cast<Time>(latencies) : 0; }
  // Adds the longest latency of a part. Of equal ones, one that is exact says how long the longest was.
  void addMax(Time longest, bool isAtMost) {
    if (longest > latencyMax || (longest == latencyMax && !isAtMost)) maxAtMost = isAtMost;
    latencyMax = std::max(latencyMax, longest);
  }
};

struct CpuScheduling {
  int32_t cpu = 0;
  std::string machine;   // name of the machine if there are several, after that of the trace if there are several
  uint32_t trace = 0;    // if several traces are open: TrackKey::trace
  bool guessed = false;  // the trace does not say that it is this CPU
  Time busy = 0;
  // From the first to the last record; of that, finish() leaves what is in the scope. begin > end: no stream belongs to
  // this CPU, and for finish() the scope counts as recorded.
  Time begin = 0, end = -1;
  Time lost = 0;    // time of the scope that is in gaps within the recorded part
  Time hidden = 0;  // of that, the time for which a missing switch hides who ran
  Time drawn = 0;   // time of the scope that its track shows as not recorded
  // If the stream that reports its switches ends in a loss, the time of that: what ran later is not known, whatever
  // other streams record.
  Time told = std::numeric_limits<Time>::max();
  // If a loss comes before the first of its switches, the time of that one.
  Time toldFrom = std::numeric_limits<Time>::min();
  bool switches = false;  // a stream that belongs to it has switches, of whatever time
  // Set by finish(): something was recorded of it in the scope. A coarse clock may count no time for it.
  bool seen = false;
  std::vector<std::pair<TrackId, Time>> threads;  // threads that ran there; finish() puts the longest first

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.cpu, self.machine, self.trace, self.busy, self.begin, self.end, self.lost, self.hidden, self.drawn,
         self.told, self.toldFrom);
    wire.bits(self.switches, self.guessed);
    wire(self.threads);
  }

  // Whether `busy` says anything. Needs Scheduling::finish().
  bool tells() const { return seen || busy > 0; }
  std::string name() const { return cpuName(cpu, guessed); }
  Time recordedFrom() const { return std::max(begin, toldFrom); }
  Time recordedTo() const { return std::min(end, told); }
  // Adds what another stream, or another worker, says of the CPU.
  void addRecorded(Time from, Time to, Time inGaps, Time hiddenInGaps) {
    if (from > to) return;
    begin = begin <= end ? std::min(begin, from) : from;
    end = begin <= end ? std::max(end, to) : to;
    lost = std::max(lost, inGaps);
    hidden = std::max(hidden, hiddenInGaps);
  }
};

// From the waking of a thread to the moment when it ran.
struct WakeupLatency {
  TrackId thread = kNoTrack;
  TrackId state = kNoTrack;  // the track of its states
  TrackId waker = kNoTrack;  // as Waking::waker
  Time woken = 0;
  Time ran = 0;
  WakeContext context = WakeContext::Thread;
  NameId handler = kNoName;
  // Another CPU was not recorded for a part of that time. The thread may have run there, so it waited so long at most.
  bool atMost = false;

  Time latency() const { return ran - woken; }
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.thread, self.state, self.waker, self.woken, self.ran, tp::atMost(self.context, WakeContext::Irq),
         self.handler);
    wire.bits(self.atMost);
  }
};

// Orders the longest latency first. The order does not depend on who numbered the tracks.
bool isWorse(const WakeupLatency& a, const WakeupLatency& b, const TrackTable& tracks);

// Which latencies are asked for one by one. Lengths are in clock units, and inclusive.
struct LatencyFilter {
  Time shortest = std::numeric_limits<Time>::min();
  Time longest = std::numeric_limits<Time>::max();
  TrackId thread = kNoTrack;  // that waited; kNoTrack: any

  // Whether it lets all of them pass.
  bool all() const { return *this == LatencyFilter{}; }
  bool passes(const WakeupLatency& one) const {
    return one.latency() >= shortest && one.latency() <= longest && (thread == kNoTrack || one.thread == thread);
  }
  bool operator==(const LatencyFilter&) const = default;
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.shortest, self.longest, self.thread);
  }
};

struct Waking {
  TrackId waker = kNoTrack;  // of an interrupt, the thread that it interrupted; kNoTrack: an idle CPU, or not known
  TrackId woken = kNoTrack;
  WakeContext context = WakeContext::Thread;
  NameId handler = kNoName;  // of an interrupt whose beginning was recorded
  uint64_t count = 0;

  bool interrupt() const { return context != WakeContext::Thread; }
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.waker, self.woken, atMost(self.context, WakeContext::Irq), self.handler, self.count);
  }
};

// Returns what users read of a thread: "bash 1234"; of kNoTrack "an idle CPU, or not known".
std::string threadAndId(const TrackTable& tracks, TrackId thread);
// Returns what users read of what woke a thread: as above, or the name of an interrupt.
std::string wakerName(const TrackTable& tracks, const NameTable& names, TrackId waker, WakeContext context,
                      NameId handler);

struct Scheduling {
  static constexpr size_t kWorst = 100;
  static constexpr size_t kMaxPairs = size_t{1} << 16;

  // What the trace records.
  bool switches = false;  // which thread got a CPU when
  bool states = false;    // what threads without a CPU did
  bool wakeups = false;
  bool incomplete = false;  // switches of a program's threads contradict each other, because others are missing
  bool lossy = false;       // records of threads were lost

  SchedulingScope scope;
  Time window = 0;       // length of the range that is counted
  bool outside = false;  // set by finish(): nothing of the trace lies within the scope
  std::vector<ThreadScheduling> threads;
  std::vector<CpuScheduling> cpus;
  DurationCounts latencies;
  uint64_t latencyCount = 0;
  Time latencySum = 0;
  // Of these, those of threads that were woken before SchedulingScope::middle; 0 if there is none.
  uint64_t early = 0;
  Time earlySum = 0;
  uint64_t atMost = 0;     // how many of the latencies have WakeupLatency::atMost
  uint64_t uncertain = 0;  // wakeups whose latency is not known, and is in none of the sums
  std::vector<WakeupLatency> worst;
  LatencyFilter filter;
  std::vector<WakeupLatency> filtered;  // the longest of those that pass the filter, at most kWorst; none if all do
  uint64_t filteredCount = 0;           // how many pass
  std::vector<Waking> wakings;
  std::vector<Waking> wakers;  // the same, with kNoTrack as the waker of interrupts
  uint64_t otherWakings = 0;   // wakings of pairs beyond kMaxPairs

  // Order statistics of the latencies; 0 if there are none.
  struct Percentiles {
    Time min = 0, median = 0, p90 = 0, p99 = 0, max = 0;
    Time average = 0;
  };
  Percentiles percentiles() const;
  // Returns the time that shares of a CPU refer to: what was recorded of it. Needs finish().
  Time recordedOf(const CpuScheduling& cpu) const {
    const Time from = cpu.recordedFrom(), to = cpu.recordedTo();
    return from < to ? std::max<Time>(0, to - from - cpu.lost) : 0;
  }

  // Without what finish() sets. Of a worker, no number is to be trusted.
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire.bits(self.switches, self.states, self.wakeups, self.incomplete, self.lossy);
    wire(self.threads, self.cpus, self.latencies, self.latencyCount, self.latencySum, self.atMost, self.uncertain);
    wire(self.worst, self.filtered, self.filteredCount, self.early, self.earlySum);
    wire(self.wakings, self.otherWakings);
  }
  void merge(const Scheduling& theirs);
  // Completes the result when all parts are merged. `begin` and `end` are those of the trace. Sorts the threads by
  // running time, the CPUs by number, the pairs by frequency; ties go by thread and name, so that numbering does not
  // matter. Leaves out threads of which nothing is known in the scope.
  void finish(Time begin, Time end, const TrackTable& tracks, const NameTable& names);

 private:
  void finishCpus(const SchedulingScope& counted, const TrackTable& tracks);
  void finishAssumed(bool limited, const TrackTable& tracks);
};

}  // namespace tp
