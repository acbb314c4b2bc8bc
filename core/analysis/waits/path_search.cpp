#include "core/analysis/waits/path_search.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/trace/sums.h"

namespace tp {

// Finds lines of a path by what they are.
class PathSearch::LinePlaces {
 public:
  // Returns the position of a line, which is added to the path if it is not there.
  uint32_t of(CriticalPath& path, const CriticalPath::Line& line) {
    if (2 * (path.lines().size() + 1) > slots_.size()) grow(path);
    uint32_t& slot = slots_[slotOf(path, line)];
    if (slot == kFree) slot = path.addLine(line);
    return slot;
  }

 private:
  static constexpr uint32_t kFree = std::numeric_limits<uint32_t>::max();

  size_t slotOf(const CriticalPath& path, const CriticalPath::Line& line) const {
    uint64_t hash = 0;
    for (const uint64_t one : {uint64_t{line.parent} << 32 | line.thread, uint64_t{line.stack} << 32 | line.wakerStack,
                               uint64_t{line.makes}}) {
      hash = (hash ^ one) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 32;
    }
    size_t at = static_cast<size_t>(hash) & (slots_.size() - 1);
    while (slots_[at] != kFree && path.lines()[slots_[at]].tie() != line.tie()) at = (at + 1) & (slots_.size() - 1);
    return at;
  }
  void grow(const CriticalPath& path) {
    slots_.assign(std::max<size_t>(64, 2 * slots_.size()), kFree);
    for (uint32_t i = 1; i < path.lines().size(); ++i) slots_[slotOf(path, path.lines()[i])] = i;
  }

  std::vector<uint32_t> slots_;  // a power of two of them
};

// Makes a path from its end to its beginning.
class PathSearch::Walk {
 public:
  Walk(const WaitGraph& graph, TrackId thread, Time from, Time to)
      : graph_(graph), from_(from), to_(to), reached_(to), path_(graph, to) {
    path_.addLine({0, thread});
    if (from_ < to_) stack_.emplace_back(walkOf(thread), thread, from_, to_);
  }

  // Returns whether there is more to do.
  bool run(size_t steps) {
    for (; !stack_.empty() && steps > 0; --steps) {
      if (path_.size() >= kMaxPathSegments || steps_++ >= kMaxSteps) return giveUp(), false;
      Frame& frame = stack_.back();
      if (frame.now <= frame.from)
        stack_.pop_back();
      else
        step(frame);
    }
    return !stack_.empty();
  }
  double progress() const {
    return from_ < to_ ? static_cast<double>(to_ - reached_) / static_cast<double>(to_ - from_) : 1;
  }
  CriticalPath take() { return std::move(path_); }

 private:
  // Walks that end behind the range, and waits of no length, make steps without segments.
  static constexpr size_t kMaxSteps = kMaxPathSegments * 4;

  // A thread that is followed from `now` back to `from`.
  struct Frame {
    Frame(WaitWalk& by, TrackId of, Time begin, Time end) : walk(&by), thread(of), from(begin), now(end) {}
    WaitWalk* walk;
    TrackId thread;
    Time from, now;
    uint32_t line = 0;                       // its position in CriticalPath::lines()
    bool atMost = false, uncertain = false;  // of the waits that it stands for
    // WaitGraph::kind() of how the thread ran at once behind `now`; kNoCode: it did not, or that is not known.
    uint32_t next = kNoCode;
    bool first = true;
  };

  void step(Frame& frame);
  PathStop follow(Frame& frame, const WaitSegment& segment, Time begin);
  bool beforeBirth(Frame& frame, const WaitSegment& segment, CriticalPath::Packed& one);
  // One for each thread: a path comes to the same threads again and again, never far from where it was.
  WaitWalk& walkOf(TrackId thread) { return walks_.try_emplace(thread, graph_, thread).first->second; }
  void emit(const CriticalPath::Packed& one, uint32_t requests = 0);
  void giveUp();
  uint32_t runBehind(Frame& frame, const WaitSegment& segment) const;

  const WaitGraph& graph_;
  const Time from_, to_;
  Time reached_;  // the path is there from here on
  size_t steps_ = 0;
  std::unordered_map<TrackId, WaitWalk> walks_;
  std::vector<Frame> stack_;
  CriticalPath path_;  // from `reached_` on
  LinePlaces lines_;
};

// Returns the code of how a thread runs behind a state in which it waits to; kNoCode if it does not, or if that is not
// known.
uint32_t PathSearch::Walk::runBehind(Frame& frame, const WaitSegment& segment) const {
  if (!frame.first) return frame.next;
  const WaitSegment next = frame.walk->before(plus(segment.end, 1));
  return next.begin == segment.end && next.kind.state == ThreadState::Running ? next.code : kNoCode;
}

void PathSearch::Walk::step(Frame& frame) {
  const WaitSegment segment = frame.walk->before(frame.now);
  const PathKind kind = pathKindOf(segment.kind.state);
  CriticalPath::Packed one;
  one.begin = std::max(segment.begin, frame.from);
  one.line = frame.line;
  one.code = segment.code;
  one.atMost = frame.atMost || segment.silent > 0;
  one.uncertain = frame.uncertain || segment.kind.uncertain;
  if (kind == PathKind::CpuWait) one.next = runBehind(frame, segment);
  if (kind == PathKind::Blocked) one.next = segment.wokenCode;
  const bool there = kind != PathKind::NotKnown && kind != PathKind::Ended;
  if (!there && beforeBirth(frame, segment, one)) return;
  frame.now = one.begin;
  frame.first = false;
  frame.next = kind == PathKind::Running ? one.code : kNoCode;
  if (kind != PathKind::Blocked) return emit(one);
  const TrackId thread = frame.thread;
  one.stop = follow(frame, segment, one.begin);
  if (one.stop == PathStop::None) return;
  const bool last = path_.empty() && segment.wokenBy && segment.wokenBy->interrupt();
  emit(one, last ? graph_.requestsAt(thread, segment.end) : 0);
}

// Goes on in who ended a wait, of which the part from `begin` on counts. Returns why it can't.
PathStop PathSearch::Walk::follow(Frame& frame, const WaitSegment& segment, Time begin) {
  if (!segment.wokenBy) return segment.kind.last ? PathStop::TraceEnds : PathStop::NoWaking;
  const WaitEnd& by = *segment.wokenBy;
  if (by.interrupt()) return PathStop::Interrupt;
  if (by.thread == kNoTrack) return PathStop::NoWaker;
  if (stack_.size() > kMaxPathDepth) return PathStop::TooDeep;
  Frame waker(walkOf(by.thread), by.thread, begin, segment.end);
  if (by.thread == frame.thread || !waker.walk->ranAt(segment.end)) return PathStop::NotRunning;
  waker.line = lines_.of(path_, {frame.line, by.thread, segment.kind.stack, segment.wakerStack});
  waker.atMost = frame.atMost || segment.silent > 0;
  waker.uncertain = frame.uncertain || segment.kind.uncertain;
  stack_.push_back(waker);
  return PathStop::None;
}

// Of a time of which the thread's states tell nothing: cuts the segment at the thread's birth. Before that, the path is
// that of who made it, for those who wait for it. Returns true if it goes on there.
bool PathSearch::Walk::beforeBirth(Frame& frame, const WaitSegment& segment, CriticalPath::Packed& one) {
  const std::optional<ThreadBirth> birth = graph_.birthOf(frame.thread);
  if (!birth || one.begin >= birth->at) return false;
  if (birth->at < frame.now) {
    one.begin = birth->at;
    return false;
  }
  one.stop = PathStop::NotMade;
  const TrackId maker = birth->maker;
  const bool waitedFor = stack_.size() > 1 && stack_.size() <= kMaxPathDepth && segment.end >= birth->at;
  if (!waitedFor || maker == kNoTrack || maker == frame.thread) return false;
  Frame parent(walkOf(maker), maker, one.begin, birth->at);
  if (!parent.walk->ranAt(birth->at)) return false;
  parent.line = lines_.of(path_, {frame.line, maker, 0, 0, true});
  parent.atMost = frame.atMost;
  parent.uncertain = frame.uncertain;
  frame.now = one.begin;
  frame.first = false;
  frame.next = kNoCode;
  stack_.push_back(parent);
  return true;
}

void PathSearch::Walk::emit(const CriticalPath::Packed& one, uint32_t requests) {
  if (one.begin >= reached_) return;
  reached_ = one.begin;
  path_.prepend(one, requests);
}

void PathSearch::Walk::giveUp() {
  stack_.clear();
  CriticalPath::Packed rest;
  rest.begin = from_;
  rest.stop = PathStop::TooLong;
  emit(rest);
}

PathSearch::PathSearch(const WaitGraph& graph, TrackId thread, Time from, Time to)
    : walk_(std::make_unique<Walk>(graph, thread, clampTime(from), clampTime(to))) {}

PathSearch::~PathSearch() = default;

bool PathSearch::step(size_t steps) {
  return walk_->run(steps);
}

double PathSearch::progress() const {
  return walk_->progress();
}

CriticalPath PathSearch::take() {
  return walk_->take();
}

}  // namespace tp
