#include "core/analysis/scheduling_aggregator.h"

#include <algorithm>
#include <utility>

#include "core/trace/off_cpu.h"
#include "core/trace/sums.h"

namespace tp {
namespace {

uint64_t pairOf(size_t first, size_t second) {
  return uint64_t{static_cast<uint32_t>(first)} << 32 | static_cast<uint32_t>(second);
}

}  // namespace

size_t SchedulingAggregator::WakingHash::operator()(const Waking& of) const {
  uint64_t key = pairOf(of.waker, of.woken) ^ (uint64_t{of.handler} << 2 | static_cast<uint64_t>(of.context)) << 20;
  return static_cast<size_t>(key * 0x9e3779b97f4a7c15u >> 16);
}

SchedulingAggregator::SchedulingAggregator(const SchedulingScope& scope, const TrackTable& tracks,
                                           const NameTable& names, const LatencyFilter& filter)
    : scope_(scope), ranged_(scope.ranged()), from_(scope.begin), tracks_(tracks), names_(names) {
  result_.scope = scope;
  result_.filter = filter;
}

Time SchedulingAggregator::clamp(Time time) const {
  return ranged_ ? std::clamp(time, from_, scope_.end) : time;
}

void SchedulingAggregator::startUnit(bool merge) {
  merge_ = merge;
  started_ = false;
  now_ = 0;
  lanes_.clear();
  laneOf_.clear();
  running_.clear();
}

void SchedulingAggregator::startChunk(bool merge, Time begin, const std::vector<std::pair<TrackId, LaneState>>& lanes) {
  startUnit(merge);
  for (const auto& [track, state] : lanes) {
    if (track >= tracks_.size()) continue;
    TrackKind kind = tracks_[track].key.kind;
    if (kind == TrackKind::ThreadState && !state.open.empty() && state.open[0].present != 0) {
      if (Lane* at = stateLane(track, state.open[0].begin)) at->state = threadStateOf(names_.view(state.open[0].name));
    } else if (kind == TrackKind::Thread && !merge) {
      Lane* at = lane(track, track, begin);
      if (at == nullptr) continue;
      at->guess = true;
      for (const OpenSlice& slice : state.open) {
        std::string_view name = names_.view(slice.name);
        if (slice.present == 0 || !isOffCpuSlice(name)) continue;
        at->guess = false;
        at->since = slice.begin;
        at->state = name == kOffCpuPreemptedSlice ? ThreadState::Runnable : ThreadState::Sleeping;
      }
    }
  }
}

SchedulingAggregator::Lane* SchedulingAggregator::lane(TrackId track, TrackId thread, Time time) {
  if (track >= tracks_.size() || thread >= tracks_.size()) return nullptr;
  if (uint32_t known = laneOf_.find(track); known != TrackPlaces::kNone) return &lanes_[known];
  if (thread >= rowOf_.size()) rowOf_.resize(tracks_.size(), 0);
  if (rowOf_[thread] == 0) {
    result_.threads.emplace_back().thread = thread;
    rowOf_[thread] = static_cast<uint32_t>(result_.threads.size());
  }
  Lane made;
  made.row = rowOf_[thread] - 1;
  made.since = time;
  laneOf_.put(track, static_cast<uint32_t>(lanes_.size()));
  lanes_.push_back(made);
  return &lanes_.back();
}

// Returns the lane of a kernel's thread whose states are known from `time` on.
SchedulingAggregator::Lane* SchedulingAggregator::stateLane(TrackId track, Time time) {
  bool fresh = laneOf_.find(track) == TrackPlaces::kNone;
  Lane* at = lane(track, tracks_[track].parent, time);
  if (at == nullptr || !fresh) return at;
  at->states = at->countsUnknown = true;
  return at;
}

void SchedulingAggregator::addRecorded(const StreamInfo& stream, const RecordedTime& recorded) {
  result_.switches = result_.switches || recorded.switches();
  if (stream.switchesMissing) cpuOf(stream, stream.cpuGuessed).told = INT64_MIN;
  const bool tells = recorded.switches() || stream.alone;
  if (stream.cpu < 0 || !(tells || stream.withOthers)) return;
  if (recorded.empty()) {
    // All of its data are missing. (Where other streams are of the CPU, too, these say what is known.)
    if (stream.alone) cpuOf(stream, stream.cpuGuessed).told = INT64_MIN;
    return;
  }
  RecordedTime::Missing missing;
  if (tells) missing = recorded.missingWithin(clamp(recorded.begin()), clamp(recorded.end()));
  // A stream of which nothing is in the range says nothing of the CPU there.
  const bool here = clamp(recorded.begin()) < clamp(recorded.end());
  CpuScheduling& cpu = cpuOf(stream, stream.cpuGuessed && here);
  cpu.addRecorded(recorded.begin(), recorded.end(), missing.all, missing.hidden);
  cpu.switches = cpu.switches || recorded.switches();
  if (tells && recorded.endsInLoss()) cpu.told = std::min(cpu.told, recorded.end());
}

void SchedulingAggregator::addRecorded(const StreamInfo& stream, std::span<const TimeRange> missing) {
  if (missing.empty()) return;
  CpuScheduling& cpu = cpuOf(stream, stream.cpuGuessed);
  cpu.switches = true;
  for (const TimeRange& one : missing) {
    if (one.begin == INT64_MIN) cpu.toldFrom = std::max(cpu.toldFrom, one.end);
    if (one.end == INT64_MAX) cpu.told = std::min(cpu.told, one.begin);
    if (one.begin != INT64_MIN && one.end != INT64_MAX) cpu.lost = plus(cpu.lost, clamp(one.end) - clamp(one.begin));
  }
}

CpuScheduling& SchedulingAggregator::cpuOf(const StreamInfo& stream, bool guessed) {
  CpuScheduling& cpu = result_.cpus[cpuAt(stream.cpu, stream.machine, stream.trace)];
  cpu.guessed = cpu.guessed || guessed;
  return cpu;
}

std::string SchedulingAggregator::machineName(const std::string& machine, uint32_t trace) const {
  const std::string_view name = traceName(tracks_, trace);
  return name.empty() ? machine : std::string(name) + (machine.empty() ? "" : " " + machine);
}

size_t SchedulingAggregator::cpuAt(int32_t number, std::string machine, uint32_t trace) {
  machine = machineName(machine, trace);
  auto [at, fresh] = cpus_.try_emplace({machine, number}, result_.cpus.size());
  if (fresh) {
    result_.cpus.emplace_back().cpu = number;
    result_.cpus.back().machine = machine;
    result_.cpus.back().trace = trace;
  }
  return at->second;
}

// Adds the time since the last change to the state that the lane is in.
// `uncertain`: records are missing at its end.
void SchedulingAggregator::settle(Lane& lane, Time time, bool last, bool uncertain) {
  Time spent = clamp(time) - clamp(lane.since);
  if (lane.taken && lane.state == ThreadState::Running) lane.silent = spent;
  const Time since = std::exchange(lane.since, time);
  const bool entered = std::exchange(lane.entered, false) && lane.state != ThreadState::Unknown;
  if (lane.state == ThreadState::Unknown && !lane.countsUnknown) return;
  if (watch_ && (spent > 0 || (entered && time == since && within(time)))) {
    const bool runs = lane.state == ThreadState::Running;
    lane.ended = {result_.threads[lane.row].thread,
                  lane.state,
                  clamp(since),
                  clamp(time),
                  runs ? lane.cpu : -1,
                  runs ? lane.priority : std::nullopt,
                  lane.preempted,
                  lane.woken,
                  lane.waker,
                  lane.source.context,
                  lane.source.handler,
                  last,
                  std::min(lane.silent, spent),
                  lane.uncertain || uncertain || (runs && lane.taken)};
    if (lane.woken) lane.ended->wokenAt = lane.wokenAt;
  }
  if (spent <= 0 || lane.state == ThreadState::Dead) return;
  ThreadScheduling& row = result_.threads[lane.row];
  Time& sum = row.times[static_cast<size_t>(lane.state)];
  sum = plus(sum, spent);
  if (const Time silent = std::min(std::exchange(lane.silent, 0), spent); silent > 0) {
    Time& assumed = row.assumed[static_cast<size_t>(lane.state)];
    assumed = plus(assumed, silent);
  }
  const bool off = lane.states && lane.state != ThreadState::Running && lane.state != ThreadState::Unknown;
  if (last && ranged_ && off && time > scope_.end) row.lastState = lane.state, row.lasted = spent;
  if (lane.state != ThreadState::Running || lane.cpu < 0) return;
  Time& ran = ran_[pairOf(cpuAt(lane.cpu, tracks_[row.thread].key.label, tracks_[row.thread].key.trace), lane.row)];
  ran = plus(ran, spent);
}

// Tells a Watch of the span that has ended. `follows`: it is known what the thread did next.
void SchedulingAggregator::tellEnded(Lane& lane, bool follows) {
  if (!lane.ended) return;
  lane.ended->uncertain = lane.ended->uncertain || (lane.states && !follows);
  watch_(*lane.ended);
  lane.ended.reset();
}

// `uncertain`: Record::beforeUnknown() of the record that tells the state.
void SchedulingAggregator::enter(Lane& lane, ThreadState state, int32_t cpu, Time time, bool switched, bool uncertain) {
  tellEnded(lane, state != ThreadState::Unknown && clamp(time) == clamp(lane.since));
  settle(lane, time, false, uncertain);
  // A record ends a state, and a further one begins the next.
  if (state != ThreadState::Unknown) tellEnded(lane, true);
  const bool runs = state == ThreadState::Running;
  // How long a thread waited may be unknown where it is known from when on it runs.
  lane.uncertain = lane.states && (runs ? !switched : uncertain);
  if (lane.state == ThreadState::Running) lane.left = time;
  lane.preempted = state == ThreadState::Runnable && lane.left == time;
  lane.woken = false;
  lane.waker = kNoTrack;
  lane.source = {};
  lane.state = state;
  lane.entered = true;
  lane.guess = false;
  if (!runs) return;
  lane.cpu = cpu;
  bool moved = lane.before >= 0 && cpu >= 0 && cpu != lane.before;
  if (cpu >= 0) lane.before = cpu;
  // A kernel's thread that records an event runs, but without records of switches it is unknown for how long.
  result_.switches = result_.switches || switched || !lane.states;
  if (!switched || !within(time)) return;
  ++result_.threads[lane.row].switches;
  if (moved) ++result_.threads[lane.row].migrations;
}

void SchedulingAggregator::add(const RecordBatch& batch) {
  for (uint32_t i = 0; i < batch.count; ++i) {
    const Record& record = batch.records[i];
    if (record.kind != RecordKind::Event || (record.flags & kUnlisted) != 0) now_ = std::max(now_, record.time);
    if (record.track >= tracks_.size()) continue;
    switch (tracks_[record.track].key.kind) {
      case TrackKind::ThreadState:
        onState(record);
        break;
      case TrackKind::Thread:
        if (!merge_) onThread(record);
        break;
      case TrackKind::Cpu:
        onCpu(record);
        break;
      default:
        break;
    }
  }
}

void SchedulingAggregator::onState(const Record& record) {
  TrackId thread = tracks_[record.track].parent;
  // A slice is the unknown state before the first one that is known.
  Lane* at = stateLane(record.track, record.kind == RecordKind::Slice ? record.begun() : record.time);
  if (at == nullptr) return;
  const StateRecord told(record);
  at->silent = told.silent();
  if (record.kind == RecordKind::Event) return;
  result_.states = true;
  ThreadState state = ThreadState::Unknown;
  if (record.kind != RecordKind::End) state = threadStateOf(names_.view(record.name));
  // The thread was made just now, so there is no time before.
  bool isNew = state == ThreadState::Runnable && told.isNew();
  if (isNew && at->state == ThreadState::Unknown) at->since = record.time;
  const bool wakes = state == ThreadState::Runnable && told.isWoken();
  if (wakes && at->ended) noteWaking(record, *at->ended);
  enter(*at, state, told.cpu(), record.time, told.isSwitch(), told.beforeUnknown());
  at->priority = told.priority();
  at->waits = at->waits && (state == ThreadState::Runnable || state == ThreadState::Unknown);
  if (!told.isWoken()) return;
  if (state == ThreadState::Runnable) {
    woken(record, thread);
    at->waits = within(record.time);
    at->preempted = false;
    at->woken = true;
    at->uncertain = false;  // what is uncertain is the state before
    at->waker = wakerOf(record);
    at->source = told.wakeSource();
    at->wokenAt = told.wokenAt();
  }
  if (state == ThreadState::Running) ran(record, thread);
}

void SchedulingAggregator::noteWaking(const Record& record, StateSpan& ended) const {
  const bool slept = ended.state > ThreadState::Runnable && ended.state < ThreadState::Dead;
  if (!slept || ended.end != clamp(record.time)) return;
  const WakeSource source = wakeSourceOf(record);
  ended.wokenAfter = true;
  ended.wakerAfter = wakerOf(record);
  ended.contextAfter = source.context;
  ended.handlerAfter = source.handler;
}

TrackId SchedulingAggregator::wakerOf(const Record& record) const {
  const uint32_t waker = StateRecord(record).wakerTid();
  if (waker == 0) return kNoTrack;
  TrackKey key = tracks_[record.track].key;
  key.kind = TrackKind::Thread;
  key.tid = waker;
  return tracks_.find(key);
}

void SchedulingAggregator::woken(const Record& record, TrackId thread) {
  result_.wakeups = true;
  if (!within(record.time)) return;
  if (record.beforeUnknown()) ++result_.uncertain;
  ++result_.threads[rowOf_[thread] - 1].wakeups;
  const WakeSource source = wakeSourceOf(record);
  const Waking waking{wakerOf(record), thread, source.context, source.handler, 0};
  auto known = wakings_.find(waking);
  if (known != wakings_.end()) {
    ++known->second;
  } else if (wakings_.size() < Scheduling::kMaxPairs) {
    wakings_.emplace(waking, 1);
  } else {
    ++result_.otherWakings;
  }
}

void SchedulingAggregator::ran(const Record& record, TrackId thread) {
  const StateRecord told(record);
  const WakeSource source = told.wakeSource();
  const bool atMost = told.waitIsAtMost();
  WakeupLatency one{thread,      record.track,   wakerOf(record), told.wokenAt(),
                    record.time, source.context, source.handler,  atMost};
  // A thread that was woken before the scope does not count in it.
  if (!within(record.time) || !within(told.wokenAt()) || one.latency() < 0) return;
  if (record.beforeUnknown()) {
    ++result_.uncertain;
    return;
  }
  ThreadScheduling& row = result_.threads[rowOf_[thread] - 1];
  ++row.latencies;
  row.atMost += atMost;
  row.latencySum = plus(row.latencySum, one.latency());
  row.addMax(one.latency(), atMost);
  ++result_.latencyCount;
  result_.atMost += atMost;
  result_.latencySum = plus(result_.latencySum, one.latency());
  result_.latencies.add(one.latency());
  if (scope_.early(one.woken)) {
    ++result_.early;
    result_.earlySum = plus(result_.earlySum, one.latency());
  }
  keepWorst(one, result_.worst);
  if (result_.filter.all() || !result_.filter.passes(one)) return;
  ++result_.filteredCount;
  keepWorst(one, result_.filtered);
}

void SchedulingAggregator::keepWorst(const WakeupLatency& one, std::vector<WakeupLatency>& kept) const {
  auto worse = [&](const WakeupLatency& a, const WakeupLatency& b) { return isWorse(a, b, tracks_); };
  if (kept.size() >= Scheduling::kWorst) {
    if (!worse(one, kept.front())) return;
    std::pop_heap(kept.begin(), kept.end(), worse);
    kept.pop_back();
  }
  kept.push_back(one);
  std::push_heap(kept.begin(), kept.end(), worse);
}

// A thread of a program runs unless its records say otherwise.
void SchedulingAggregator::onThread(const Record& record) {
  if (record.kind == RecordKind::Lost) result_.lossy = true;
  bool known = laneOf_.find(record.track) != TrackPlaces::kNone;
  Lane* at = lane(record.track, record.track, record.time);
  if (at == nullptr) return;
  if (!known) at->guess = true;
  if ((record.flags & (kOnCpu | kOffCpu)) == 0) return;
  bool on = (record.flags & kOnCpu) != 0;
  int32_t cpu = record.cpu();
  if (record.beforeUnknown()) {
    at->state = ThreadState::Unknown;
    at->countsUnknown = result_.incomplete = true;
  } else if (at->guess) {
    at->state = on ? ThreadState::Sleeping : ThreadState::Running;
    at->cpu = cpu;
  }
  result_.states = true;
  if (on) return enter(*at, ThreadState::Running, cpu, record.time);
  std::string_view name = names_.view(record.name);
  ThreadState state = ThreadState::Sleeping;
  if (name == kOffCpuPreemptedSlice) state = ThreadState::Runnable;
  if (threadStateOf(name) == ThreadState::Dead) state = ThreadState::Dead;
  enter(*at, state, -1, record.time);
}

// For traces in which only the tracks of CPUs tell what runs.
void SchedulingAggregator::onCpu(const Record& record) {
  if (record.isGap()) {
    Time& drawn = gaps_[record.track];
    drawn = plus(drawn, std::max<Time>(0, clamp(record.time) - clamp(record.begun())));
  }
  bool begins = record.kind == RecordKind::Begin && (record.flags & kOnCpu) != 0;
  bool ends = record.kind == RecordKind::End && record.depth == 0;
  if (!begins && !ends) return;
  auto before = running_.find(record.track);
  if (before != running_.end()) {
    if (Lane* at = lane(before->second, before->second, record.time)) enter(*at, ThreadState::Unknown, -1, record.time);
    running_.erase(before);
  }
  if (!begins) return;
  TrackId thread = record.thread();
  Lane* at = lane(thread, thread, record.time);
  if (at == nullptr) return;
  enter(*at, ThreadState::Running, tracks_[record.track].key.cpu, record.time);
  at->taken = true;
  running_[record.track] = thread;
}

void SchedulingAggregator::endUnit(Time now) {
  now = std::max(now, now_);
  for (Lane& at : lanes_) {
    // No switch of the thread was recorded, if those of others were.
    if (at.guess) at.countsUnknown = true;
    tellEnded(at, false);
    settle(at, now, true);
    tellEnded(at, true);
    if (at.waits && within(now)) ++result_.uncertain;
  }
  startUnit(false);
}

const Scheduling& SchedulingAggregator::result() {
  for (const auto& [track, time] : gaps_) {
    const TrackKey& key = tracks_[track].key;
    const auto known = cpus_.find({machineName(key.label, key.trace), key.cpu});
    if (known == cpus_.end()) continue;
    Time& drawn = result_.cpus[known->second].drawn;
    drawn = plus(drawn, time);
  }
  gaps_.clear();
  for (const auto& [pair, time] : ran_) {
    CpuScheduling& cpu = result_.cpus[static_cast<size_t>(pair >> 32)];
    cpu.busy = plus(cpu.busy, time);
    cpu.threads.emplace_back(result_.threads[static_cast<size_t>(pair & 0xffffffffu)].thread, time);
  }
  ran_.clear();
  for (const auto& [waking, count] : wakings_) {
    result_.wakings.push_back(waking);
    result_.wakings.back().count = count;
  }
  wakings_.clear();
  return result_;
}

}  // namespace tp
