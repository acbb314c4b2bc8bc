#include "core/analysis/scheduling.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "core/trace/sums.h"

namespace tp {
namespace {

// The part of ThreadScheduling that write() copies as bytes.
struct Figures {
  std::array<Time, kThreadStates> times{};
  uint64_t switches = 0, migrations = 0, wakeups = 0, latencies = 0;
  Time latencySum = 0, latencyMax = 0;
};

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

}  // namespace

SchedulingScope readSchedulingScope(WireReader& in) {
  SchedulingScope scope = in.get<SchedulingScope>();
  return {clampTime(scope.begin), clampTime(scope.end)};
}

Time ThreadScheduling::other() const {
  return plus(plus(in(ThreadState::Stopped), in(ThreadState::Traced)),
              plus(in(ThreadState::Parked), in(ThreadState::Idle)));
}

Time ThreadScheduling::known() const {
  return plus(plus(in(ThreadState::Running), in(ThreadState::Runnable)),
              plus(plus(in(ThreadState::Sleeping), in(ThreadState::Uninterruptible)), other()));
}

bool WakeupLatency::operator<(const WakeupLatency& other) const {
  if (latency() != other.latency()) return latency() > other.latency();
  return std::tie(woken, thread) < std::tie(other.woken, other.thread);
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

void Scheduling::write(WireWriter& out) const {
  out.put(static_cast<uint8_t>(switches | states << 1 | wakeups << 2 | incomplete << 3));
  out.put(static_cast<uint32_t>(threads.size()));
  for (const ThreadScheduling& one : threads) {
    out.put(one.thread);
    out.put(
        Figures{one.times, one.switches, one.migrations, one.wakeups, one.latencies, one.latencySum, one.latencyMax});
  }
  out.put(static_cast<uint32_t>(cpus.size()));
  for (const CpuScheduling& one : cpus) {
    out.put(one.cpu);
    out.putString(one.machine);
    out.put(one.busy);
    out.put(one.begin);
    out.put(one.end);
    out.put(one.lost);
    out.put(one.told);
    out.put(static_cast<uint32_t>(one.threads.size()));
    for (const auto& [thread, time] : one.threads) {
      out.put(thread);
      out.put(time);
    }
  }
  out.putArray(latencies.sorted());
  out.put(latencyCount > 0 ? latencies.min() : Time{0});
  out.put(latencies.max());
  out.put(latencyCount);
  out.put(latencySum);
  out.put(uncertain);
  out.put(static_cast<uint32_t>(worst.size()));
  for (const WakeupLatency& one : worst) {
    for (TrackId id : {one.thread, one.state, one.waker}) out.put(id);
    for (Time time : {one.woken, one.ran}) out.put(time);
    out.put(one.context);
    out.put(one.handler);
  }
  out.put(static_cast<uint32_t>(wakings.size()));
  for (const Waking& one : wakings) {
    for (TrackId id : {one.waker, one.woken}) out.put(id);
    out.put(one.context);
    out.put(one.handler);
    out.put(one.count);
  }
  out.put(otherWakings);
}

void Scheduling::merge(WireReader& in, const Renaming& renaming) {
  auto track = [&](TrackId theirs) { return theirs == kNoTrack ? kNoTrack : renaming.track(theirs); };
  uint8_t tells = in.get<uint8_t>();
  switches = switches || (tells & 1) != 0;
  states = states || (tells & 2) != 0;
  wakeups = wakeups || (tells & 4) != 0;
  incomplete = incomplete || (tells & 8) != 0;
  std::map<TrackId, size_t> rows;
  for (size_t i = 0; i < threads.size(); ++i) rows[threads[i].thread] = i;
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) {
    TrackId thread = track(in.get<TrackId>());
    Figures more = in.get<Figures>();
    auto [row, fresh] = rows.try_emplace(thread, threads.size());
    if (fresh) threads.emplace_back().thread = thread;
    ThreadScheduling& one = threads[row->second];
    for (size_t state = 0; state < kThreadStates; ++state) one.times[state] = plus(one.times[state], more.times[state]);
    one.switches += more.switches;
    one.migrations += more.migrations;
    one.wakeups += more.wakeups;
    one.latencies += more.latencies;
    one.latencySum = plus(one.latencySum, more.latencySum);
    one.latencyMax = std::max(one.latencyMax, more.latencyMax);
  }
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) {
    int32_t number = in.get<int32_t>();
    std::string machine(in.getString());
    auto found = std::find_if(cpus.begin(), cpus.end(),
                              [&](const CpuScheduling& one) { return one.cpu == number && one.machine == machine; });
    if (found == cpus.end()) {
      found = cpus.insert(cpus.end(), CpuScheduling());
      found->cpu = number;
      found->machine = machine;
    }
    found->busy = plus(found->busy, in.get<Time>());
    Time begin = clampTime(in.get<Time>()), end = clampTime(in.get<Time>());
    found->addRecorded(begin, end, std::max<Time>(0, in.get<Time>()));
    found->told = std::min(found->told, in.get<Time>());
    // A thread that two streams report on one CPU is rare, and is listed twice.
    for (uint32_t each = in.get<uint32_t>(); each > 0 && !in.failed(); --each) {
      TrackId thread = track(in.get<TrackId>());
      found->threads.emplace_back(thread, in.get<Time>());
    }
  }
  std::vector<DurationCount> counts;
  in.getArray(counts);
  Time least = in.get<Time>(), most = in.get<Time>();
  for (const DurationCount& one : counts)
    if (one.count > 0 && one.duration >= 0) latencies.put(one.duration, one.count);
  if (!counts.empty()) latencies.cover(std::max<Time>(0, least), most);
  latencyCount += in.get<uint64_t>();
  latencySum = plus(latencySum, in.get<Time>());
  uncertain += in.get<uint64_t>();
  auto context = [&] { return std::min(in.get<WakeContext>(), WakeContext::Irq); };
  auto name = [&] {
    const auto theirs = in.get<NameId>();
    return theirs == kNoName ? kNoName : renaming.name(theirs);
  };
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) {
    WakeupLatency& one = worst.emplace_back();
    for (TrackId* id : {&one.thread, &one.state, &one.waker}) *id = track(in.get<TrackId>());
    for (Time* time : {&one.woken, &one.ran}) *time = clampTime(in.get<Time>());
    one.context = context();
    one.handler = name();
  }
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) {
    Waking& one = wakings.emplace_back();
    for (TrackId* id : {&one.waker, &one.woken}) *id = track(in.get<TrackId>());
    one.context = context();
    one.handler = name();
    one.count = in.get<uint64_t>();
  }
  otherWakings += in.get<uint64_t>();
}

void Scheduling::finish(Time begin, Time end, const TrackTable& tracks, const NameTable& names) {
  SchedulingScope counted = scope.within(begin, end);
  window = std::max<Time>(0, counted.end - counted.begin);
  // If nothing reports switches, threads that only have calls get no rows.
  if (!switches) threads.clear(), cpus.clear();
  std::erase_if(threads, [](const ThreadScheduling& one) {
    return plus(one.known(), one.unknown()) == 0 && one.switches == 0 && one.wakeups == 0 && one.latencies == 0;
  });
  auto before = [&tracks](TrackId a, TrackId b) {
    if (a >= tracks.size() || b >= tracks.size()) return a < b;
    return tracks[a].key < tracks[b].key;
  };
  std::sort(threads.begin(), threads.end(), [&](const ThreadScheduling& a, const ThreadScheduling& b) {
    Time first = a.in(ThreadState::Running), second = b.in(ThreadState::Running);
    return first != second ? first > second : before(a.thread, b.thread);
  });
  std::sort(cpus.begin(), cpus.end(), [](const CpuScheduling& a, const CpuScheduling& b) {
    return std::tie(a.machine, a.cpu) < std::tie(b.machine, b.cpu);
  });
  for (CpuScheduling& cpu : cpus)
    std::sort(cpu.threads.begin(), cpu.threads.end(), [&](const auto& a, const auto& b) {
      return a.second != b.second ? a.second > b.second : before(a.first, b.first);
    });
  std::sort(worst.begin(), worst.end(), [&](const WakeupLatency& a, const WakeupLatency& b) {
    if (a.latency() != b.latency()) return a.latency() > b.latency();
    return a.woken != b.woken ? a.woken < b.woken : before(a.thread, b.thread);
  });
  worst.resize(std::min(worst.size(), kWorst));
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
