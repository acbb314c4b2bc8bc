#include "core/analysis/call_logging.h"

#include <algorithm>
#include <utility>

#include "core/analysis/call_pairing.h"
#include "core/analysis/call_runs.h"

namespace tp {
namespace {

// Each call takes 12 bytes, and where addresses are short, lists are copied when they grow.
constexpr size_t kMaxLogged = size_t{1} << (sizeof(void*) == 8 ? 27 : 22);
// One run in so many has its stacks sampled.
constexpr uint32_t kSampledRun = 16;
// With When::Eagerly, so many calls are added to the tree at once.
constexpr size_t kEager = 500;

uint64_t callsIn(const CallTree& tree) {
  uint64_t calls = 0;
  for (const CallNode& node : tree.nodes()) calls += node.count;
  return calls;
}

}  // namespace

// Logging pays if at least every other call has a stack of its own and the tree no longer fits into the caches.
bool CallLogging::logs(CallLane& lane) {
  if (when_ == When::Never) return false;
  CallTree& tree = lane.profile->tree;
  if (log_.size() >= look_) look(tree);
  if (lane_ != nullptr) return lane_ == &lane;
  if (when_ == When::Eagerly) return true;
  if (tree.nodes().size() < from_) return false;
  if (!worth_ && tree.nodes().size() < callsIn(tree) / 2) {
    pause(tree);
    return false;
  }
  worth_ = true;
  return true;
}

void CallLogging::look(CallTree& tree) {
  const bool eager = when_ == When::Eagerly;
  // A call takes 12 bytes in the log, a stack 40 in the tree.
  const bool few = stacks_.few();
  if (eager || few || log_.size() >= kMaxLogged) fold(tree, CallLog::kAll);
  if (few) pause(tree);
  look_ = std::max(eager ? kEager : kFirstLogged, log_.size() + log_.size() / 4);
}

// Stops logging until the tree has twice as many nodes.
void CallLogging::pause(const CallTree& tree) {
  from_ = tree.nodes().size() * 2;
  worth_ = false;
}

// The usual case stays in registers; addRecord() handles the rest.
template <bool kSampled>
const Record* CallLogging::addCalls(CallLane& lane, const CallSetting& setting, const Record* at, const Record* end) {
  const TrackId track = at->track;
  const Record* const first = at;
  const Time entered = lane.now;
  CallStack::Top top;
  CallLog::Open* logged = nullptr;
  size_t stacked = 0;  // number of levels that have stacks
  Time now = lane.now, start = lane.stack.start();
  auto callerStack = [&](size_t depth) {
    if (depth > stacked) return logged[depth - 1].stack;
    return depth == 0 ? 0 : ~uint64_t{lane.path.at(depth - 1)};
  };
  auto take = [&] {
    top = lane.stack.top();
    top.room = std::min(top.room, top.depth + kMaxAhead);
    if (lane_ != &lane) {
      lane_ = &lane;
      lane.path.reach(top.depth);
    }
    stacked = lane.path.depth();
    if (open_.size() < top.room) open_.resize(top.room);
    logged = open_.data();
    for (size_t depth = stacked; kSampled && depth < top.depth; ++depth)
      logged[depth].stack = StackSample::callee(callerStack(depth), top.slots[depth].name);
  };
  auto put = [&] {
    lane.now = now;
    lane.stack.setTop(top.depth, start);
    lane.path.close(stacked);
  };
  take();
  for (; at != end && at->track == track && at->kind <= RecordKind::End; ++at) {
    if (at->time > now) now = at->time;
    const size_t depth = at->depth;
    if (at->kind == RecordKind::Begin && top.depth == depth && depth + 1 < top.room) {
      const Time before = depth == 0 ? start : std::max(start, top.slots[depth - 1].begin);
      logged[depth].callees = log_.pending();
      logged[depth].gap = static_cast<uint64_t>(now) - static_cast<uint64_t>(before);
      if (kSampled) {
        logged[depth].stack = StackSample::callee(callerStack(depth), at->name);
        stacks_.add(logged[depth].stack);
      }
      if (depth == stacked && log_.pending() == 0) begin_ = before;
      top.slots[depth] = {now, 0, at->name, OpenSlice::kWhole};
      top.depth = depth + 1;
      continue;
    }
    if (at->kind == RecordKind::End && top.depth == depth + 1 && top.slots[depth].present == OpenSlice::kWhole &&
        top.slots[depth].name == at->name && !at->isAtMost()) {
      const OpenSlice slice = top.slots[depth];
      const Time duration = now - slice.begin;
      start = now;
      top.depth = depth;
      if (depth > 0) top.slots[depth - 1].children += duration;
      if (depth >= stacked) [[likely]] {
        log_.close(logged[depth], slice.name, duration);
      } else {
        lane.profile->tree.count(lane.path.at(depth), duration, slice.begin);
        log_.anchor(lane.path.at(depth), 0, begin_);
        stacked = depth;
      }
      continue;
    }
    put();
    addRecord(lane, setting, *at, at == first ? entered : std::max(entered, at[-1].time));
    start = lane.stack.start();
    take();
  }
  put();
  return at;
}

// Samples the stacks of some runs only.
const Record* CallLogging::add(CallLane& lane, const CallSetting& setting, const Record* at, const Record* end) {
  const bool sampled = runs_++ % kSampledRun == 0;
  return sampled ? addCalls<true>(lane, setting, at, end) : addCalls<false>(lane, setting, at, end);
}

void CallLogging::releaseLane() {
  CallLane& lane = *std::exchange(lane_, nullptr);
  const std::span<const OpenSlice> open = lane.stack.open();
  const size_t stacked = lane.path.depth();
  for (size_t depth = stacked; depth < open.size(); ++depth)
    lane.path.begin(depth, open[depth].name, open[depth].begin);
  for (size_t depth = open.size(); depth-- > stacked;)
    log_.anchor(lane.path.at(depth), open_[depth].callees, open[depth].begin);
  log_.anchor(lane.path.callerAt(stacked), 0, begin_);
}

void CallLogging::fold(CallTree& tree, int64_t least) {
  if (log_.empty()) return;
  if (lane_ != nullptr) releaseLane();
  log_.fold(tree, least);
  stacks_.clear();
}

CallLog CallLogging::take() {
  if (lane_ != nullptr) releaseLane();
  stacks_.clear();
  return std::exchange(log_, {});
}

void CallLogging::makeRoom(const CallLogging& other, CallTree& tree) {
  if (log_.size() + other.log_.size() > kMaxLogged * 4) fold(tree, CallLog::kAll);
}

void CallLogging::merge(CallLogging& other, std::span<const uint32_t> nodes, const NumberMap& numbers) {
  log_.append(std::exchange(other.log_, {}), nodes, numbers);
}

}  // namespace tp
