#include "core/analysis/waits/wait_graph.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tp {
namespace {

constexpr Time kFirstTime = -(Time{1} << 62), kLastTime = (Time{1} << 62) - 1;

// All spans of a lane, with codes that count from 0 for the graph.
template <class Lane>
void takeAll(const Lane& lane, std::vector<LaneItem>& out) {
  std::vector<LaneItem> some;
  for (size_t block = 0; block < lane.packed.blocks(); ++block) {
    lane.packed.read(block, some);
    for (LaneItem& one : some) one.code += lane.base;
    out.insert(out.end(), some.begin(), some.end());
  }
}

}  // namespace

void WaitGraph::merge(WaitLanes theirs, uint32_t worker) {
  const size_t most = PackedLane::kMaxCodes;
  if (kinds_.size() + theirs.kinds.size() > most || turns_.size() + theirs.turns.size() > most) return;
  Bases& bases = bases_[worker];
  if (!theirs.kinds.empty()) bases.kinds = static_cast<uint32_t>(kinds_.size());
  if (!theirs.turns.empty()) bases.turns = static_cast<uint32_t>(turns_.size());
  std::vector<uint32_t> stacks{0};  // by their number, ours
  std::vector<NameId> frames;
  for (uint32_t number = 1; number <= theirs.stacks.count(); ++number) {
    const auto told = theirs.stacks.of(number);
    frames.assign(told.begin(), told.end());
    stacks.push_back(stacks_.codeOf(frames));
  }
  for (SegmentKind& kind : theirs.kinds) {
    for (uint32_t* stack : {&kind.stack, &kind.wakerStack}) *stack = *stack < stacks.size() ? stacks[*stack] : 0;
  }
  kinds_.insert(kinds_.end(), theirs.kinds.begin(), theirs.kinds.end());
  turns_.insert(turns_.end(), theirs.turns.begin(), theirs.turns.end());
  for (WaitLanes::OfThread& one : theirs.threads) {
    if (one.thread != kNoTrack) threads_.push_back({{one.unit, bases.kinds, std::move(one.lane)}, one.thread});
  }
  for (WaitLanes::OfCpu& one : theirs.cpus)
    cpus_.push_back({{one.unit, bases.turns, std::move(one.lane)}, std::move(one.cpu)});
  for (WakingRequest& one : theirs.requests) {
    if (one.thread != kNoTrack && one.done.count > 0) requests_.push_back(one);
  }
  switches_ = switches_ || theirs.switches;
  wakeups_ = wakeups_ || theirs.wakeups;
}

// `less` orders lanes, and makes none of two that become one.
template <class Of, class Less>
void WaitGraph::joinEqual(std::vector<Of>& lanes, const Less& less) {
  std::stable_sort(lanes.begin(), lanes.end(),
                   [&](const Of& a, const Of& b) { return less(a, b) || (!less(b, a) && a.unit < b.unit); });
  size_t kept = 0;
  for (size_t first = 0, end = 0; first < lanes.size(); first = end) {
    for (end = first + 1; end < lanes.size() && !less(lanes[first], lanes[end]);) ++end;
    if (end - first > 1) {
      std::vector<LaneItem> all;
      for (size_t i = first; i < end; ++i) takeAll(lanes[i], all);
      // Of those that begin together, those of the unit that comes first.
      std::stable_sort(all.begin(), all.end(), [](const LaneItem& a, const LaneItem& b) { return a.begin < b.begin; });
      lanes[first].base = 0;
      lanes[first].packed = {};
      for (const LaneItem& one : all) lanes[first].packed.add(one);
    }
    if (kept != first) lanes[kept] = std::move(lanes[first]);
    ++kept;
  }
  lanes.resize(kept);
}

void WaitGraph::finish(const TrackTable& tracks) {
  joinEqual(threads_,
            [&](const OfThread& a, const OfThread& b) { return tracks[a.thread].key < tracks[b.thread].key; });
  joinEqual(cpus_, [](const OfCpu& a, const OfCpu& b) { return a.cpu < b.cpu; });
  laneOf_.clear();
  for (size_t i = 0; i < threads_.size(); ++i) laneOf_[threads_[i].thread] = i;
  findBirths(tracks);
  const auto before = [](const WakingRequest& a, const WakingRequest& b) {
    return std::pair(a.thread, a.time) < std::pair(b.thread, b.time);
  };
  std::stable_sort(requests_.begin(), requests_.end(), before);
}

void WaitGraph::findBirths(const TrackTable& tracks) {
  for (OfThread& one : threads_) {
    const Track& track = tracks[one.thread];
    const std::optional<Time> made = track.life.made();
    if (!made) continue;
    one.birth = ThreadBirth{*made};
    TrackKey maker = track.key;
    maker.tid = track.life.maker().value_or(0);
    if (maker.tid > 0) one.birth->maker = tracks.find(maker);
  }
}

std::optional<ThreadBirth> WaitGraph::birthOf(TrackId thread) const {
  const auto known = laneOf_.find(thread);
  return known != laneOf_.end() ? threads_[known->second].birth : std::nullopt;
}

uint32_t WaitGraph::requestsAt(TrackId thread, Time woken) const {
  const auto found = std::lower_bound(requests_.begin(), requests_.end(), std::pair(thread, woken),
                                      [](const WakingRequest& one, const std::pair<TrackId, Time>& wanted) {
                                        return std::pair(one.thread, one.time) < wanted;
                                      });
  if (found == requests_.end() || found->thread != thread || found->time != woken) return 0;
  return static_cast<uint32_t>(found - requests_.begin()) + 1;
}

// Returns the position of the kind that has this call, too.
uint32_t WaitGraph::withUserCall(uint32_t code, NameId call) {
  if (code >= kinds_.size() || kinds_.size() >= PackedLane::kMaxCodes) return code;
  const auto [known, fresh] = namedKinds_.try_emplace({code, call}, static_cast<uint32_t>(kinds_.size()));
  if (fresh) {
    kinds_.push_back(kinds_[code]);
    kinds_.back().userCall = call;
  }
  return known->second;
}

void WaitGraph::nameWaits(TrackId thread, const UserCalls& said) {
  const auto known = laneOf_.find(thread);
  if (known == laneOf_.end()) return;
  Lane& lane = threads_[known->second];
  PackedLane named;
  std::vector<LaneItem> items;
  LaneItems calls(said.calls);
  for (size_t block = 0; block < lane.packed.blocks(); ++block) {
    lane.packed.read(block, items);
    for (LaneItem& item : items) {
      item.code += lane.base;
      const LaneItem* call = calls.at(item.begin);
      const bool runs = item.code < kinds_.size() && kinds_[item.code].state == ThreadState::Running;
      if (call != nullptr && !runs) {
        const NameId name = said.nameOf(call->code);
        if (name != kNoName) item.code = withUserCall(item.code, name);
      }
      named.add(item);
    }
  }
  lane.base = 0;
  lane.packed = std::move(named);
}

std::vector<TrackId> WaitGraph::threads() const {
  std::vector<TrackId> all;
  for (const OfThread& one : threads_) all.push_back(one.thread);
  return all;
}

std::vector<CpuKey> WaitGraph::cpus() const {
  std::vector<CpuKey> all;
  for (const OfCpu& one : cpus_) all.push_back(one.cpu);
  return all;
}

std::optional<TimeRange> WaitGraph::lifeOf(TrackId thread) const {
  const auto known = laneOf_.find(thread);
  if (known == laneOf_.end() || threads_[known->second].packed.empty()) return std::nullopt;
  const PackedLane& lane = threads_[known->second].packed;
  const WaitSegment last = WaitWalk(*this, thread).before(lane.end());
  return TimeRange{lane.begin(),
                   last.kind.state == ThreadState::Dead ? std::max(lane.begin(), last.begin) : lane.end()};
}

WaitSegment WaitGraph::segment(const Lane& lane, const LaneItem& item) const {
  WaitSegment segment;
  segment.begin = item.begin;
  segment.end = item.end;
  const size_t code = size_t{item.code} + lane.base;
  if (code < kinds_.size()) segment.code = static_cast<uint32_t>(code);
  segment.kind = kind(segment.code);
  segment.silent = item.silent;
  if (segment.kind.woken) segment.wokenAt = item.begin - item.early;
  return segment;
}

void WaitGraph::segments(TrackId thread, Time from, Time to, std::vector<WaitSegment>& out) const {
  from = clampTime(from);
  to = clampTime(to);
  WaitWalk walk(*this, thread);
  const size_t first = out.size();
  for (Time now = to; now > from;) {
    WaitSegment one = walk.before(now);
    now = one.begin;
    one.begin = std::max(one.begin, from);
    one.end = std::min(one.end, to);
    out.push_back(one);
  }
  std::reverse(out.begin() + static_cast<std::ptrdiff_t>(first), out.end());
}

void WaitGraph::turns(const CpuKey& cpu, Time from, Time to, std::vector<CpuTurn>& out) const {
  const auto known = std::lower_bound(cpus_.begin(), cpus_.end(), cpu,
                                      [](const OfCpu& one, const CpuKey& wanted) { return one.cpu < wanted; });
  if (known == cpus_.end() || !(known->cpu == cpu)) return;
  std::vector<LaneItem> items;
  for (size_t block = known->packed.blockBefore(from); block < known->packed.blocks(); ++block) {
    known->packed.read(block, items);
    for (const LaneItem& item : items) {
      if (item.begin >= to) return;
      const size_t code = size_t{item.code} + known->base;
      const CpuTurn turn{std::max(from, item.begin), std::min(to, item.end),
                         code < turns_.size() ? turns_[code] : TurnKind()};
      if (turn.begin < turn.end) out.push_back(turn);
    }
  }
}

uint64_t WaitGraph::segmentCount() const {
  uint64_t count = 0;
  for (const OfThread& one : threads_) count += one.packed.count();
  return count;
}

size_t WaitGraph::memoryBytes() const {
  size_t bytes = stacks_.memoryBytes() + requests_.size() * sizeof(WakingRequest) +
                 kinds_.size() * sizeof(SegmentKind) + turns_.size() * sizeof(TurnKind);
  for (const OfThread& one : threads_) bytes += sizeof one + one.packed.memoryBytes();
  for (const OfCpu& one : cpus_) bytes += sizeof one + one.packed.memoryBytes();
  return bytes;
}

WaitWalk::WaitWalk(const WaitGraph& graph, TrackId thread) : graph_(graph) {
  const auto known = graph.laneOf_.find(thread);
  if (known != graph.laneOf_.end()) lane_ = &graph.threads_[known->second];
}

// Returns false if the block has nothing.
bool WaitWalk::load(size_t block) {
  if (loaded_ && block == block_) return own_ > 0;
  std::vector<LaneItem> next;
  if (loaded_ && block + 1 == block_ && own_ > 0)
    next.push_back(items_.front());
  else if (block + 1 < lane_->packed.blocks())
    lane_->packed.read(block + 1, next);
  lane_->packed.read(block, items_);
  own_ = items_.size();
  if (!next.empty()) items_.push_back(next.front());
  block_ = block;
  loaded_ = true;
  return own_ > 0;
}

WaitSegment WaitWalk::before(Time time) {
  WaitSegment unknown;
  unknown.begin = kFirstTime;
  unknown.end = kLastTime;
  if (lane_ == nullptr || lane_->packed.empty()) return unknown;
  if (!load(lane_->packed.blockBefore(time))) return unknown;
  const auto begins = [](const LaneItem& item, Time at) { return item.begin < at; };
  const auto end = items_.begin() + static_cast<std::ptrdiff_t>(own_);
  const auto after = std::lower_bound(items_.begin(), end, time, begins);
  if (after == items_.begin()) {
    unknown.end = std::max(time, items_.front().begin);
    return unknown;
  }
  const auto item = std::prev(after);
  if (item->end < time) {
    unknown.begin = item->end;
    if (after != items_.end()) unknown.end = std::max(time, after->begin);
    return unknown;
  }
  WaitSegment segment = graph_.segment(*lane_, *item);
  if (after == items_.end() || after->begin != segment.end || !isBlocked(segment.kind.state)) return segment;
  const WaitSegment next = graph_.segment(*lane_, *after);
  if (!next.kind.woken) return segment;
  segment.wokenBy = next.kind.waker;
  segment.wokenCode = next.code;
  segment.wakerStack = next.kind.wakerStack;
  return segment;
}

bool WaitWalk::ranAt(Time time) {
  if (before(time).kind.state == ThreadState::Running) return true;
  const WaitSegment after = before(time < kLastTime ? time + 1 : time);
  return after.begin == time && after.kind.state == ThreadState::Running;
}

}  // namespace tp
