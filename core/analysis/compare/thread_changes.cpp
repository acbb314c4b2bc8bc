#include "core/analysis/compare/thread_changes.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "core/trace/sums.h"

namespace tp {
namespace {

constexpr size_t kRunning = static_cast<size_t>(ComparedState::Running);

// By how much two times differ.
Time apart(Time a, Time b) {
  return minus(std::max(a, b), std::min(a, b));
}

std::array<Time, kComparedStates.size()> timesOf(const ThreadScheduling& thread) {
  return {thread.in(ThreadState::Running),
          thread.in(ThreadState::Runnable),
          thread.in(ThreadState::Sleeping),
          thread.in(ThreadState::Uninterruptible),
          thread.other(),
          thread.unknown()};
}

void add(ThreadFigures& sum, const ThreadFigures& one) {
  sum.threads += one.threads;
  for (size_t i = 0; i < sum.times.size(); ++i) sum.times[i] = plus(sum.times[i], one.times[i]);
  sum.assumed = plus(sum.assumed, one.assumed);
  sum.switches += one.switches;
  if (one.rate) sum.rate = plus(sum.rate.value_or(0), *one.rate);
}

ThreadFigures sumOf(const std::vector<SideThread>& threads) {
  ThreadFigures sum;
  for (const SideThread& one : threads) add(sum, one.figures);
  return sum;
}

bool isMeant(const Track& thread, std::span<const int64_t> tids) {
  return tids.empty() || std::find(tids.begin(), tids.end(), thread.key.tid) != tids.end();
}

// Returns how long the threads of each name ran.
std::map<std::string_view, Time> runningOf(const Scheduling& half, const TrackTable& tracks,
                                           std::span<const int64_t> tids) {
  std::map<std::string_view, Time> out;
  for (const ThreadScheduling& one : half.threads) {
    if (!isMeant(tracks[one.thread], tids)) continue;
    Time& sum = out[tracks[one.thread].name];
    sum = plus(sum, one.in(ThreadState::Running));
  }
  return out;
}

bool comesFirst(const ThreadChange& x, const ThreadChange& y) {
  for (size_t i = 0; i < kComparedStates.size(); ++i) {
    const Time changes[] = {apart(x.a.times[i], x.b.times[i]), apart(y.a.times[i], y.b.times[i])};
    if (changes[0] != changes[1]) return changes[0] > changes[1];
  }
  return x.name < y.name;
}

}  // namespace

bool ThreadFigures::same(const ThreadFigures& other) const {
  return threads == other.threads && times == other.times && assumed == other.assumed &&
         switchesOrRate() == other.switchesOrRate();
}

Time ThreadChange::change(ComparedState state) const {
  return minus(b.in(state), a.in(state));
}

bool ThreadChange::noise() const {
  const Time running = apart(a.times[kRunning], b.times[kRunning]);
  return running != 0 && a.threads > 0 && b.threads > 0 && noiseBelow && running < *noiseBelow;
}

std::vector<SideThread> sideThreads(const Scheduling& whole, const Scheduling* firstHalf, const Scheduling* secondHalf,
                                    const TrackTable& tracks, std::span<const int64_t> tids) {
  std::vector<SideThread> out;
  std::unordered_map<std::string_view, size_t> places;
  for (const ThreadScheduling& one : whole.threads) {
    if (!isMeant(tracks[one.thread], tids)) continue;
    const std::string_view name = tracks[one.thread].name;
    const auto [place, isNew] = places.emplace(name, out.size());
    if (isNew) out.push_back({std::string(name), {}});
    add(out[place->second].figures, {1, timesOf(one), one.allAssumed(), one.switches, {}, {}});
  }
  if (firstHalf == nullptr || secondHalf == nullptr) return out;
  const std::map<std::string_view, Time> halves[] = {runningOf(*firstHalf, tracks, tids),
                                                     runningOf(*secondHalf, tracks, tids)};
  for (SideThread& one : out) {
    const auto first = halves[0].find(one.name), second = halves[1].find(one.name);
    if (first == halves[0].end() || second == halves[1].end() || first->second == 0 || second->second == 0) continue;
    one.figures.halves = apart(first->second, second->second);
  }
  return out;
}

void convertTimes(SideThreads& threads, const ClockInfo& clock, const std::function<Time(Time)>& convert) {
  for (Time* time : {&threads.side.begin, &threads.side.end}) *time = convert(*time);
  threads.side.clock = clock;
  for (SideThread& one : threads.threads) {
    for (Time& time : one.figures.times) time = convert(time);
    one.figures.assumed = convert(one.figures.assumed);
    if (one.figures.halves) one.figures.halves = convert(*one.figures.halves);
  }
}

void divideThreads(SideThreads& threads, const RateBase& by) {
  for (SideThread& one : threads.threads) {
    ThreadFigures& figures = one.figures;
    const bool thousandths = figures.rate.has_value();
    figures.rate = rateOf(figures.switchesOrRate(), by, thousandths);
    for (Time& time : figures.times) time = rateOf(time, by, thousandths);
    figures.assumed = rateOf(figures.assumed, by, thousandths);
    if (figures.halves) figures.halves = rateOf(*figures.halves, by, thousandths);
  }
}

ThreadComparison compareThreads(const SideThreads& a, const SideThreads& b, std::string per) {
  ThreadComparison out{a.side, b.side, a.switches && b.switches, {}, {}, {}, 0, std::move(per)};
  if (!out.known) return out;
  out.a = sumOf(a.threads);
  out.b = sumOf(b.threads);
  std::map<std::string_view, ThreadChange> changes;
  for (const SideThread& one : a.threads) changes[one.name].a = one.figures;
  for (const SideThread& one : b.threads) changes[one.name].b = one.figures;
  for (auto& [name, one] : changes) {
    if (one.a.same(one.b)) {
      ++out.same;
      continue;
    }
    one.name = name;
    one.noiseBelow = noiseBelow(one.a.halves, one.b.halves);
    out.changes.push_back(std::move(one));
  }
  std::sort(out.changes.begin(), out.changes.end(), comesFirst);
  return out;
}

}  // namespace tp
