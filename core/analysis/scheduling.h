// What the scheduler did with the threads of a trace or a part of it: how long each was in which state, how long those
// that were woken waited for a CPU, what the CPUs did, and who woke whom. Made of the records that carry kOnCpu and
// kOffCpu, and of those on tracks of states (core/decode/record.h); the results of several workers merge.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/analysis/durations.h"
#include "core/decode/wake_source.h"
#include "core/io/wire.h"
#include "core/trace/thread_state.h"
#include "core/trace/tracks.h"

namespace tp {

struct SchedulingScope {
  Time begin = 1;  // begin > end: the whole trace
  Time end = 0;    // both ends belong to it; times in a state count as far as they lie within

  bool ranged() const { return begin <= end; }
  // The part of [begin, end] that belongs to it.
  SchedulingScope within(Time from, Time to) const {
    if (!ranged()) return {from, to};
    // Without anything in common, a single moment.
    Time first = std::max(begin, from);
    return {first, std::max(first, std::min(end, to))};
  }
  bool operator==(const SchedulingScope& other) const { return begin == other.begin && end == other.end; }
};

// As a worker's question has it: a claim like all else.
SchedulingScope readSchedulingScope(WireReader& in);

// All times are clock units.
struct ThreadScheduling {
  TrackId thread = kNoTrack;
  std::array<Time, kThreadStates> times{};  // by ThreadState
  uint64_t switches = 0;                    // how often it got a CPU
  uint64_t migrations = 0;                  // of which another CPU than the last time
  uint64_t wakeups = 0;
  uint64_t latencies = 0;  // wakeups after which it ran, as far as is known how much later
  Time latencySum = 0;
  Time latencyMax = 0;

  Time in(ThreadState state) const { return times[static_cast<size_t>(state)]; }
  // Stopped, traced, parked, a kernel thread without work.
  Time other() const;
  Time known() const;
  // Not recorded, where it was there: a thread that has not been made yet, or has ended, is not.
  Time unknown() const { return in(ThreadState::Unknown); }
  Time latencyAverage() const { return latencies > 0 ? latencySum / static_cast<Time>(latencies) : 0; }
};

struct CpuScheduling {
  int32_t cpu = 0;
  std::string machine;  // of several: which one's
  Time busy = 0;
  // Of the scope: between its first and its last record; begin > end: no stream is one of this CPU.
  Time begin = 0, end = -1;
  Time lost = 0;  // of that: in gaps
  // The stream that tells of its switches ends in a loss: who ran later is not known, whatever others record.
  Time told = std::numeric_limits<Time>::max();
  std::vector<std::pair<TrackId, Time>> threads;  // who ran there, the longest first

  // Of another stream, or by another worker.
  void addRecorded(Time from, Time to, Time inGaps) {
    if (from > to) return;
    begin = begin <= end ? std::min(begin, from) : from;
    end = begin <= end ? std::max(end, to) : to;
    lost = std::max(lost, inGaps);
  }
};

// A thread was woken, and ran so much later.
struct WakeupLatency {
  TrackId thread = kNoTrack;
  TrackId state = kNoTrack;  // the track of its states
  TrackId waker = kNoTrack;  // as Waking has it
  Time woken = 0;
  Time ran = 0;
  WakeContext context = WakeContext::Thread;
  NameId handler = kNoName;

  Time latency() const { return ran - woken; }
  // The worst first.
  bool operator<(const WakeupLatency& other) const;
};

struct Waking {
  TrackId waker = kNoTrack;  // of an interrupt, the thread that it interrupted; kNoTrack: an idle CPU, or not known
  TrackId woken = kNoTrack;
  WakeContext context = WakeContext::Thread;
  NameId handler = kNoName;  // of an interrupt, as far as its beginning was recorded
  uint64_t count = 0;

  bool interrupt() const { return context != WakeContext::Thread; }
};

struct Scheduling {
  static constexpr size_t kWorst = 100;
  static constexpr size_t kMaxPairs = size_t{1} << 16;

  // What the trace tells.
  bool switches = false;  // who got a CPU when
  bool states = false;    // what threads did that had none
  bool wakeups = false;

  SchedulingScope scope;
  Time window = 0;  // how long all of it is
  std::vector<ThreadScheduling> threads;
  std::vector<CpuScheduling> cpus;
  DurationCounts latencies;
  uint64_t latencyCount = 0;
  Time latencySum = 0;
  uint64_t uncertain = 0;  // wakeups after which a thread ran, nobody knows how much later: none of the above
  std::vector<WakeupLatency> worst;
  std::vector<Waking> wakings;
  std::vector<Waking> wakers;  // the same, whomever an interrupt interrupted: kNoTrack
  uint64_t otherWakings = 0;   // of pairs beyond kMaxPairs

  // Order statistics of the latencies, as of the calls of functions; 0 where there are none.
  struct Percentiles {
    Time min = 0, median = 0, p90 = 0, p99 = 0, max = 0;
    Time average = 0;
  };
  Percentiles percentiles() const;
  // What shares of a CPU are shares of: where no stream is one of it, the window.
  Time recordedOf(const CpuScheduling& cpu) const {
    return cpu.begin <= cpu.end ? std::max<Time>(0, std::min(cpu.end, cpu.told) - cpu.begin - cpu.lost) : window;
  }

  void write(WireWriter& out) const;
  // Adds what write() wrote elsewhere, where tracks and names are numbered otherwise.
  struct Renaming {
    std::function<TrackId(TrackId)> track;
    std::function<NameId(NameId)> name;
  };
  void merge(WireReader& in, const Renaming& renaming);
  // All parts are there: the threads that ran longest, the CPUs by number, the most frequent pairs come first. `begin`
  // and `end` are the trace's. Threads of which nothing is known in the scope are left out. What is equal is in the
  // order of thread ids and names, however they are numbered.
  void finish(Time begin, Time end, const TrackTable& tracks, const NameTable& names);
};

}  // namespace tp
