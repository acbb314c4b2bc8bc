#include "core/analysis/scheduling.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "core/trace/off_cpu.h"
#include "core/trace/sums.h"

namespace tp {
namespace {

// Merges wakings that are equal, and adds up their counts.
void addUp(std::vector<Waking>& wakings) {
  std::map<std::tuple<TrackId, TrackId, WakeContext, NameId>, uint64_t> counts;
  for (const Waking& one : wakings) counts[{one.waker, one.woken, one.context, one.handler}] += one.count;
  wakings.clear();
  for (const auto& [key, count] : counts) {
    const auto& [waker, woken, context, handler] = key;
    wakings.push_back({waker, woken, context, handler, count});
  }
}

// Whether a trace tells the states of threads, even if no record of the scope does: it has tracks of them or, of a
// program, slices for time off the CPU. Of which of several traces these slices are, their names do not say.
bool tellsStates(uint32_t trace, const TrackTable& tracks, const NameTable& names) {
  for (TrackId id = 0; id < tracks.size(); ++id)
    if (const TrackKey& key = tracks[id].key;
        key.kind == TrackKind::ThreadState && (trace == kEveryTrace || key.trace == trace))
      return true;
  return trace == kEveryTrace && tellsOffCpu(names);
}

bool comesBefore(TrackId a, TrackId b, const TrackTable& tracks) {
  if (a >= tracks.size() || b >= tracks.size()) return a < b;
  return tracks[a].key < tracks[b].key;
}

}  // namespace

std::string threadAndId(const TrackTable& tracks, TrackId thread) {
  if (thread >= tracks.size()) return "an idle CPU, or not known";
  return tracks[thread].name + " " + std::to_string(tracks[thread].key.tid);
}

std::string wakerName(const TrackTable& tracks, const NameTable& names, TrackId waker, WakeContext context,
                      NameId handler) {
  return context == WakeContext::Thread ? threadAndId(tracks, waker) : interruptName(context, names.view(handler));
}

Time ThreadScheduling::other() const {
  return plus(plus(in(ThreadState::Stopped), in(ThreadState::Traced)),
              plus(in(ThreadState::Parked), in(ThreadState::Idle)));
}

Time ThreadScheduling::otherAssumed() const {
  return plus(plus(assumedIn(ThreadState::Stopped), assumedIn(ThreadState::Traced)),
              plus(assumedIn(ThreadState::Parked), assumedIn(ThreadState::Idle)));
}

Time ThreadScheduling::allAssumed() const {
  return plus(plus(plus(assumedIn(ThreadState::Runnable), assumedIn(ThreadState::Sleeping)),
                   plus(assumedIn(ThreadState::Uninterruptible), otherAssumed())),
              assumedIn(ThreadState::Running));
}

Time ThreadScheduling::knownTime() const {
  return plus(plus(in(ThreadState::Running), in(ThreadState::Runnable)),
              plus(plus(in(ThreadState::Sleeping), in(ThreadState::Uninterruptible)), other()));
}

bool isWorse(const WakeupLatency& a, const WakeupLatency& b, const TrackTable& tracks) {
  if (a.latency() != b.latency()) return a.latency() > b.latency();
  return a.woken != b.woken ? a.woken < b.woken : tracks[a.thread].key < tracks[b.thread].key;
}

Scheduling::Percentiles Scheduling::percentiles() const {
  Percentiles out;
  if (latencyCount == 0) return out;
  std::vector<DurationCount> sorted = latencies.sorted();
  out.min = latencies.min();
  out.max = latencies.max();
  out.median = quantile(sorted, latencyCount, 0.5);
  out.p90 = quantile(sorted, latencyCount, 0.9);
  out.p99 = quantile(sorted, latencyCount, 0.99);
  out.average = latencySum / static_cast<Time>(latencyCount);
  return out;
}

void Scheduling::merge(const Scheduling& theirs) {
  switches = switches || theirs.switches;
  states = states || theirs.states;
  wakeups = wakeups || theirs.wakeups;
  incomplete = incomplete || theirs.incomplete;
  lossy = lossy || theirs.lossy;
  std::map<TrackId, size_t> rows;
  for (size_t i = 0; i < threads.size(); ++i) rows[threads[i].thread] = i;
  for (const ThreadScheduling& more : theirs.threads) {
    auto [row, fresh] = rows.try_emplace(more.thread, threads.size());
    if (fresh) threads.emplace_back().thread = more.thread;
    ThreadScheduling& one = threads[row->second];
    for (size_t state = 0; state < kThreadStates; ++state) {
      one.times[state] = plus(one.times[state], more.times[state]);
      one.assumed[state] = plus(one.assumed[state], more.assumed[state]);
    }
    if (more.lasted > 0) one.lasted = more.lasted, one.lastState = more.lastState;
    one.switches += more.switches;
    one.migrations += more.migrations;
    one.wakeups += more.wakeups;
    one.latencies += more.latencies;
    one.atMost += more.atMost;
    one.latencySum = plus(one.latencySum, more.latencySum);
    one.addMax(more.latencyMax, more.maxAtMost);
  }
  for (const CpuScheduling& more : theirs.cpus) {
    auto found = std::find_if(cpus.begin(), cpus.end(), [&](const CpuScheduling& one) {
      return one.cpu == more.cpu && one.machine == more.machine;
    });
    if (found == cpus.end()) {
      found = cpus.insert(cpus.end(), CpuScheduling());
      found->cpu = more.cpu;
      found->machine = more.machine;
      found->trace = more.trace;
    }
    found->busy = plus(found->busy, more.busy);
    found->drawn = plus(found->drawn, std::max<Time>(0, more.drawn));
    found->addRecorded(clampTime(more.begin), clampTime(more.end), std::max<Time>(0, more.lost),
                       std::max<Time>(0, more.hidden));
    found->told = std::min(found->told, more.told);
    found->toldFrom = std::max(found->toldFrom, more.toldFrom);
    found->switches = found->switches || more.switches;
    found->guessed = found->guessed || more.guessed;
    // A thread that two streams report on one CPU is rare, and is listed twice.
    found->threads.insert(found->threads.end(), more.threads.begin(), more.threads.end());
  }
  latencies.merge(theirs.latencies);
  latencyCount += theirs.latencyCount;
  latencySum = plus(latencySum, theirs.latencySum);
  early += theirs.early;
  earlySum = plus(earlySum, theirs.earlySum);
  atMost += theirs.atMost;
  uncertain += theirs.uncertain;
  auto addLatencies = [&](const std::vector<WakeupLatency>& from, std::vector<WakeupLatency>& to) {
    for (WakeupLatency one : from) {
      for (Time* time : {&one.woken, &one.ran}) *time = clampTime(*time);
      to.push_back(one);
    }
  };
  addLatencies(theirs.worst, worst);
  addLatencies(theirs.filtered, filtered);
  filteredCount += theirs.filteredCount;
  wakings.insert(wakings.end(), theirs.wakings.begin(), theirs.wakings.end());
  otherWakings += theirs.otherWakings;
}

void Scheduling::finishCpus(const SchedulingScope& counted, const TrackTable& tracks) {
  // Where no CPU of a machine has switches, records do not tell who runs.
  std::set<std::string> told;
  for (const CpuScheduling& cpu : cpus)
    if (cpu.switches) told.insert(cpu.machine);
  std::erase_if(cpus, [&](const CpuScheduling& cpu) { return cpu.busy == 0 && !told.contains(cpu.machine); });
  std::sort(cpus.begin(), cpus.end(), [](const CpuScheduling& a, const CpuScheduling& b) {
    return std::tie(a.machine, a.cpu) < std::tie(b.machine, b.cpu);
  });
  for (CpuScheduling& cpu : cpus) {
    // If the rows of no stream tell what was recorded of a CPU, it is the window, but for what its track lacks.
    if (cpu.begin > cpu.end) cpu.begin = counted.begin, cpu.end = counted.end, cpu.lost = cpu.drawn;
    // All of its records may be of one time.
    const Time from = cpu.recordedFrom(), to = cpu.recordedTo();
    const bool atOnce = from == to || counted.begin == counted.end;
    cpu.begin = std::clamp(cpu.begin, counted.begin, counted.end);
    cpu.end = std::clamp(cpu.end, counted.begin, counted.end);
    cpu.seen = !outside && (recordedOf(cpu) > 0 || (atOnce && from <= counted.end && to >= counted.begin));
    std::sort(cpu.threads.begin(), cpu.threads.end(), [&](const auto& a, const auto& b) {
      return a.second != b.second ? a.second > b.second : comesBefore(a.first, b.first, tracks);
    });
  }
}

// A record tells for how long some CPU was not recorded during a state, but not when. The states that last until the
// end of a limited scope, of which no record of the scope tells that, are taken to have in common with what is missing
// in the scope as much as they can. None has more: what is missing elsewhere does not touch its part of the scope.
void Scheduling::finishAssumed(bool limited, const TrackTable& tracks) {
  std::map<uint32_t, Time> missing;  // by trace
  for (const CpuScheduling& cpu : cpus) {
    Time& sum = missing[cpu.trace];
    sum = plus(sum, std::max<Time>(0, window - recordedOf(cpu) - cpu.hidden));
  }
  for (ThreadScheduling& one : threads) {
    const auto found = one.thread < tracks.size() ? missing.find(tracks[one.thread].key.trace) : missing.end();
    if (found == missing.end()) continue;
    Time& sum = one.assumed[static_cast<size_t>(one.lastState)];
    sum = plus(sum, std::min(one.lasted, found->second));
    for (size_t state = 0; limited && state < kThreadStates; ++state)
      if (static_cast<ThreadState>(state) != ThreadState::Running)
        one.assumed[state] = std::min(one.assumed[state], found->second);
  }
}

void Scheduling::finish(Time begin, Time end, const TrackTable& tracks, const NameTable& names) {
  const SchedulingScope counted = scope.within(begin, end);
  window = std::max<Time>(0, counted.end - counted.begin);
  outside = scope.outside(begin, end);
  states = states || tellsStates(scope.trace, tracks, names);
  // If nothing reports switches, threads that only have calls get no rows.
  if (!switches) threads.clear(), cpus.clear();
  std::erase_if(threads, [](const ThreadScheduling& one) {
    return plus(one.knownTime(), one.unknown()) == 0 && one.switches == 0 && one.wakeups == 0 && one.latencies == 0;
  });
  auto before = [&tracks](TrackId a, TrackId b) { return comesBefore(a, b, tracks); };
  std::sort(threads.begin(), threads.end(), [&](const ThreadScheduling& a, const ThreadScheduling& b) {
    Time first = a.in(ThreadState::Running), second = b.in(ThreadState::Running);
    return first != second ? first > second : before(a.thread, b.thread);
  });
  finishCpus(counted, tracks);
  finishAssumed(scope.begin > begin || scope.end < end, tracks);
  for (std::vector<WakeupLatency>* list : {&worst, &filtered}) {
    std::erase_if(*list, [&](const WakeupLatency& one) { return one.thread >= tracks.size(); });
    std::sort(list->begin(), list->end(),
              [&](const WakeupLatency& a, const WakeupLatency& b) { return isWorse(a, b, tracks); });
    list->resize(std::min(list->size(), kWorst));
  }
  auto earlier = [&](const Waking& a, const Waking& b) {
    if (a.count != b.count) return a.count > b.count;
    if (a.context != b.context) return a.context < b.context;
    if (a.handler != b.handler) return names.view(a.handler) < names.view(b.handler);
    return a.waker != b.waker ? before(a.waker, b.waker) : before(a.woken, b.woken);
  };
  wakers = wakings;
  for (Waking& one : wakers)
    if (one.interrupt()) one.waker = kNoTrack;
  addUp(wakers);
  std::sort(wakings.begin(), wakings.end(), earlier);
  std::sort(wakers.begin(), wakers.end(), earlier);
}

}  // namespace tp
