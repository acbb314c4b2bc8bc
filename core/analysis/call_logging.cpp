// The part of CallAggregator that logs calls instead of looking up their nodes.
#include <algorithm>
#include <utility>

#include "core/analysis/call_aggregator.h"

namespace tp {
namespace {

// Each call takes 12 bytes, and where addresses are short, lists are copied when they grow.
constexpr size_t kMaxLogged = size_t{1} << (sizeof(void*) == 8 ? 27 : 22);
// One run in so many has its stacks sampled.
constexpr uint32_t kSampledRun = 16;
// With logEagerly(), so many calls are added to the tree at once.
constexpr size_t kEager = 500;

uint64_t callsIn(const CallTree& tree) {
  uint64_t calls = 0;
  for (const CallNode& node : tree.nodes()) calls += node.count;
  return calls;
}

}  // namespace

// Logging pays if at least every other call has a stack of its own and the tree no longer fits into the caches. Only
// one track at a time may log, since its calls must be in order.
bool CallAggregator::logs(Lane& lane) {
  if (scope_.functions || never_ || !scope_.counter.empty()) return false;
  Logging& logging = loggingOf(lane);
  const CallTree& tree = lane.profile->tree;
  if (logging.log.size() >= logging.look) {
    // A call takes 12 bytes in the log, a stack 40 in the tree.
    const bool few = logging.stacks.few();
    if (eager_ || few || logging.log.size() >= kMaxLogged) fold(static_cast<size_t>(&logging - logging_), false);
    if (few) pause(logging, tree);
    logging.look = std::max(eager_ ? kEager : kFirstLogged, logging.log.size() + logging.log.size() / 4);
  }
  if (logging.track != kNoTrack) return logging.track == lane.track;
  if (eager_) return true;
  if (tree.nodes().size() < logging.from) return false;
  if (!logging.worth && tree.nodes().size() < callsIn(tree) / 2) {
    pause(logging, tree);
    return false;
  }
  logging.worth = true;
  return true;
}

// Stops logging until the tree has twice as many nodes.
void CallAggregator::pause(Logging& logging, const CallTree& tree) {
  logging.from = tree.nodes().size() * 2;
  logging.worth = false;
}

// Takes the records of one lane up to the first that is neither a begin nor an end of it, and returns that record. The
// usual case stays in registers; addTo() handles the rest.
template <bool kSampled>
const Record* CallAggregator::logRun(Lane& lane, const Record* at, const Record* end) {
  const TrackId track = at->track;
  const Record* const first = at;
  const Time entered = lane.now;
  Logging& logging = loggingOf(lane);
  CallLog& log = logging.log;
  CallStack::Top top;
  CallLog::Open* logged = nullptr;
  size_t known = 0;  // number of levels that have nodes
  Time now = lane.now, start = lane.stack.start();
  auto callerStack = [&](size_t depth) {
    if (depth > known) return logged[depth - 1].stack;
    return depth == 0 ? 0 : ~uint64_t{lane.path[depth - 1]};
  };
  auto take = [&] {
    top = lane.stack.top();
    top.room = std::min(top.room, top.depth + kAhead);
    if (logging.track != track) {
      logging.track = track;
      callerAt(lane, top.depth);
    }
    known = lane.path.size();
    if (logging.open.size() < top.room) logging.open.resize(top.room);
    logged = logging.open.data();
    for (size_t depth = known; kSampled && depth < top.depth; ++depth)
      logged[depth].stack = StackSample::callee(callerStack(depth), top.slots[depth].name);
  };
  auto put = [&] {
    lane.now = now;
    lane.stack.setTop(top.depth, start);
    lane.path.resize(known);
  };
  take();
  for (; at != end && at->track == track && at->kind <= RecordKind::End; ++at) {
    if (at->time > now) now = at->time;
    const size_t depth = at->depth;
    if (at->kind == RecordKind::Begin && top.depth == depth && depth + 1 < top.room) {
      const Time before = depth == 0 ? start : std::max(start, top.slots[depth - 1].begin);
      logged[depth].callees = log.pending();
      logged[depth].gap = static_cast<uint64_t>(now) - static_cast<uint64_t>(before);
      if (kSampled) {
        logged[depth].stack = StackSample::callee(callerStack(depth), at->name);
        logging.stacks.add(logged[depth].stack);
      }
      if (depth == known && log.pending() == 0) logging.begin = before;
      top.slots[depth] = {now, 0, at->name, OpenSlice::kWhole};
      top.depth = depth + 1;
      continue;
    }
    if (at->kind == RecordKind::End && top.depth == depth + 1 && top.slots[depth].present == OpenSlice::kWhole &&
        top.slots[depth].name == at->name && (at->flags & kAtMost) == 0) {
      const OpenSlice slice = top.slots[depth];
      const Time duration = now - slice.begin;
      start = now;
      top.depth = depth;
      if (depth > 0) top.slots[depth - 1].children += duration;
      if (depth >= known) [[likely]] {
        log.close(logged[depth], slice.name, duration);
      } else {
        lane.profile->tree.count(lane.path[depth], duration, slice.begin);
        log.anchor(lane.path[depth], 0, logging.begin);
        known = depth;
      }
      continue;
    }
    put();
    addTo(lane, *at, at == first ? entered : std::max(entered, at[-1].time));
    start = lane.stack.start();
    take();
  }
  put();
  return at;
}

// Samples the stacks of some runs only.
const Record* CallAggregator::logCalls(Lane& lane, const Record* at, const Record* end) {
  const bool sampled = loggingOf(lane).runs++ % kSampledRun == 0;
  return sampled ? logRun<true>(lane, at, end) : logRun<false>(lane, at, end);
}

// Gives each open call of the lane a node again.
void CallAggregator::release(Lane& lane) {
  Logging& logging = loggingOf(lane);
  if (logging.track != lane.track) return;
  logging.track = kNoTrack;
  std::span<const OpenSlice> open = lane.stack.open();
  const size_t known = lane.path.size();
  for (size_t depth = known; depth < open.size(); ++depth)
    lane.path.push_back(node(lane, depth == 0 ? lane.top : lane.path[depth - 1], open[depth].name, open[depth].begin));
  for (size_t depth = open.size(); depth-- > known;)
    logging.log.anchor(lane.path[depth], logging.open[depth].callees, open[depth].begin);
  logging.log.anchor(known == 0 ? lane.top : lane.path[known - 1], 0, logging.begin);
}

void CallAggregator::fold(size_t profile, bool last) {
  if (logging_[profile].log.empty()) return;
  for (Lane& lane : lanes_) release(lane);
  CallTree& tree = profiles_.of[profile].tree;
  logging_[profile].log.fold(tree, last && scope_.onlySampled ? tree.sampleTime() : CallLog::kAll);
  logging_[profile].stacks.clear();
}

void CallAggregator::merge(CallAggregator&& other, const CallProfiles::Renaming& renaming) {
  for (size_t i = 0; i < CallProfiles::kClasses; ++i)
    if (logging_[i].log.size() + other.logging_[i].log.size() > kMaxLogged * 4) fold(i, false);
  WireWriter bytes;
  other.profiles_.write(bytes);
  const std::vector<std::byte> written = bytes.take();
  WireReader in(written);
  const auto moved = profiles_.merge(in, renaming);
  for (size_t i = 0; i < CallProfiles::kClasses; ++i)
    logging_[i].log.append(std::exchange(other.logging_[i].log, {}), moved[i], renaming.name);
}

CallProfiles& CallAggregator::profiles() {
  for (size_t i = 0; i < CallProfiles::kClasses; ++i) fold(i, true);
  return profiles_;
}

}  // namespace tp
