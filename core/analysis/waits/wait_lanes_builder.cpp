#include "core/analysis/waits/wait_lanes_builder.h"

#include <algorithm>
#include <utility>

namespace tp {
namespace {

uint64_t mixed(uint64_t hash, uint64_t value) {
  return (hash ^ value) * 0x9e3779b97f4a7c15u;
}

uint64_t ofPriority(std::optional<int32_t> priority) {
  return priority ? uint64_t{static_cast<uint32_t>(*priority)} + 1 : 0;
}

SegmentKind kindOf(const StateSpan& span, const SpanExtra& extra) {
  SegmentKind kind{span.state, span.preempted, span.woken, span.uncertain, span.last, span.cpu, span.priority};
  if (span.woken) kind.waker = {span.waker, span.context, span.handler};
  if (span.state != ThreadState::Runnable && !isBlocked(span.state)) return kind;
  kind.call = extra.call;
  kind.stack = extra.stack;
  if (span.woken) kind.wakerStack = extra.wakerStack;
  return kind;
}

}  // namespace

size_t WaitLanesBuilder::KindHash::operator()(const SegmentKind& of) const {
  const auto flags =
      uint64_t{of.preempted} | uint64_t{of.woken} << 1 | uint64_t{of.uncertain} << 2 | uint64_t{of.last} << 3;
  uint64_t hash = mixed(static_cast<uint64_t>(of.state) | flags << 8, static_cast<uint32_t>(of.cpu));
  hash = mixed(hash, of.waker.thread | ofPriority(of.priority) << 32);
  hash = mixed(hash, of.call | uint64_t{of.stack} << 32);
  hash = mixed(hash, of.wakerStack);
  hash = mixed(hash, of.waker.handler | static_cast<uint64_t>(of.waker.context) << 32);
  return static_cast<size_t>(hash >> 16);
}

size_t WaitLanesBuilder::TurnHash::operator()(const TurnKind& of) const {
  return static_cast<size_t>(mixed(of.thread | ofPriority(of.priority) << 33, of.uncertain) >> 16);
}

uint32_t WaitLanesBuilder::codeOf(SegmentKind kind) {
  if (const auto known = codes_.find(kind); known != codes_.end()) return known->second;
  if (lanes_.kinds.size() >= kMaxKinds) {
    kind.waker = {};
    kind.woken = false;
    kind.call = kNoName;
    kind.stack = kind.wakerStack = 0;
    if (const auto known = codes_.find(kind); known != codes_.end()) return known->second;
  }
  const auto code = static_cast<uint32_t>(lanes_.kinds.size());
  lanes_.kinds.push_back(kind);
  codes_.emplace(kind, code);
  return code;
}

uint32_t WaitLanesBuilder::codeOf(const TurnKind& kind) {
  const auto [known, fresh] = turnCodes_.try_emplace(kind, static_cast<uint32_t>(lanes_.turns.size()));
  if (fresh) lanes_.turns.push_back(kind);
  return known->second;
}

WaitLanesBuilder::Place& WaitLanesBuilder::placeOf(uint32_t unit, TrackId thread) {
  if (unit != unit_) {
    places_.clear();
    cpuLanes_.clear();
    unit_ = unit;
  }
  const auto [place, fresh] = places_.try_emplace(thread);
  if (fresh) {
    place->second.lane = lanes_.threads.size();
    lanes_.threads.push_back({thread, unit, {}});
  }
  return place->second;
}

size_t WaitLanesBuilder::cpuLane(uint32_t unit, const CpuKey& cpu) {
  const auto [known, fresh] = cpuLanes_.try_emplace(cpu, lanes_.cpus.size());
  if (fresh) lanes_.cpus.push_back({cpu, unit, {}});
  return known->second;
}

void WaitLanesBuilder::add(uint32_t unit, const StateSpan& span, const SpanExtra& extra) {
  if (span.thread >= tracks_.size()) return;
  Place& place = placeOf(unit, span.thread);
  LaneItem item{span.begin, span.end, codeOf(kindOf(span, extra)), span.silent};
  if (span.woken && span.wokenAt != kNotWoken && span.wokenAt < span.begin) item.early = span.begin - span.wokenAt;
  lanes_.threads[place.lane].lane.add(item);
  lanes_.switches = lanes_.switches || span.state == ThreadState::Running;
  lanes_.wakeups = lanes_.wakeups || span.woken;
  if (span.state == ThreadState::Running && span.cpu >= 0 && span.end > span.begin) addTurn(unit, place, span);
}

void WaitLanesBuilder::addTurn(uint32_t unit, Place& place, const StateSpan& span) {
  if (place.cpu != span.cpu) {
    const TrackKey& key = tracks_[span.thread].key;
    place.cpuLane = cpuLane(unit, {key.trace, key.label, span.cpu});
    place.cpu = span.cpu;
  }
  const LaneItem item{span.begin, span.end, codeOf(TurnKind{span.thread, span.priority, span.uncertain})};
  PackedLane& lane = lanes_.cpus[place.cpuLane].lane;
  if (!lane.empty() && item.begin < lane.end())
    late_[place.cpuLane].push_back(item);
  else
    lane.add(item);
}

void WaitLanesBuilder::insertLate(size_t lane) {
  std::vector<LaneItem> all = std::move(late_[lane]), some;
  PackedLane& packed = lanes_.cpus[lane].lane;
  for (size_t block = 0; block < packed.blocks(); ++block) {
    packed.read(block, some);
    all.insert(all.end(), some.begin(), some.end());
  }
  std::stable_sort(all.begin(), all.end(), [](const LaneItem& a, const LaneItem& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  });
  packed = {};
  for (const LaneItem& one : all) packed.add(one);
}

WaitLanes WaitLanesBuilder::take() {
  while (!late_.empty()) {
    insertLate(late_.begin()->first);
    late_.erase(late_.begin());
  }
  codes_.clear();
  turnCodes_.clear();
  places_.clear();
  cpuLanes_.clear();
  return std::exchange(lanes_, {});
}

}  // namespace tp
