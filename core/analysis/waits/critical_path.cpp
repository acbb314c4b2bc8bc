#include "core/analysis/waits/critical_path.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/trace/sums.h"

namespace tp {

// Makes a path from its end to its beginning.
class PathSearch::Walk {
 public:
  Walk(const WaitGraph& graph, TrackId thread, Time from, Time to)
      : graph_(graph), thread_(thread), from_(from), to_(to), reached_(to) {
    lines_.lines.push_back({0, thread});
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
  std::vector<PathSegment> take() {
    std::reverse(path_.begin(), path_.end());
    return std::move(path_);
  }
  PathLines takeLines() {
    std::reverse(lines_.of.begin(), lines_.of.end());
    return std::move(lines_);
  }

 private:
  // Walks that end behind the range, and waits of no length, make steps without segments.
  static constexpr size_t kMaxSteps = kMaxPathSegments * 4;

  // A thread that is followed from `now` back to `from`.
  struct Frame {
    Frame(WaitWalk& by, TrackId of, Time begin, Time end) : walk(&by), thread(of), from(begin), now(end) {}
    WaitWalk* walk;
    TrackId thread;
    Time from, now;
    uint32_t line = 0;                       // its position in PathLines::lines
    bool atMost = false, uncertain = false;  // of the waits that it stands for
    // Where the thread ran behind `now`, which is where it waited to run.
    int32_t nextCpu = -1;
    bool first = true;
  };

  void step(Frame& frame);
  PathStop follow(Frame& frame, const WaitSegment& segment, Time begin);
  bool beforeBirth(Frame& frame, const WaitSegment& segment, PathSegment& one);
  // One for each thread: a path comes to the same threads again and again, never far from where it was.
  WaitWalk& walkOf(TrackId thread) { return walks_.try_emplace(thread, graph_, thread).first->second; }
  uint32_t lineTo(const PathLines::Line& line);
  void emit(PathSegment segment, uint32_t line);
  void giveUp();
  int32_t cpuBehind(Frame& frame, const WaitSegment& segment) const;

  const WaitGraph& graph_;
  const TrackId thread_;  // that is asked about
  const Time from_, to_;
  Time reached_;  // the path is there from here on
  size_t steps_ = 0;
  std::unordered_map<TrackId, WaitWalk> walks_;
  std::vector<Frame> stack_;
  std::vector<PathSegment> path_;  // the last one first
  PathLines lines_;                // `of` likewise
  struct LineLess {
    bool operator()(const PathLines::Line& a, const PathLines::Line& b) const { return a.tie() < b.tie(); }
  };
  std::map<PathLines::Line, uint32_t, LineLess> linePlaces_;
};

// Returns the CPU on which a thread runs behind a state in which it waits to; -1 if it does not, or if that is not
// known.
int32_t PathSearch::Walk::cpuBehind(Frame& frame, const WaitSegment& segment) const {
  if (!frame.first) return frame.nextCpu;
  const WaitSegment next = frame.walk->before(plus(segment.end, 1));
  return next.begin == segment.end && next.kind.state == ThreadState::Running ? next.kind.cpu : -1;
}

void PathSearch::Walk::step(Frame& frame) {
  const WaitSegment segment = frame.walk->before(frame.now);
  PathSegment one;
  one.begin = std::max(segment.begin, frame.from);
  one.end = frame.now;
  one.thread = frame.thread;
  one.state = segment.kind.state;
  one.depth = static_cast<uint16_t>(stack_.size() - 1);
  one.atMost = frame.atMost || segment.silent > 0;
  one.uncertain = frame.uncertain || segment.kind.uncertain;
  one.priority = segment.kind.priority;
  one.call = segment.kind.call;
  one.userCall = segment.kind.userCall;
  one.stack = segment.kind.stack;
  switch (segment.kind.state) {
    case ThreadState::Unknown:
      one.kind = PathKind::NotKnown;
      break;
    case ThreadState::Running:
      one.kind = PathKind::Running;
      one.cpu = segment.kind.cpu;
      break;
    case ThreadState::Runnable:
      one.kind = PathKind::CpuWait;
      one.cpu = cpuBehind(frame, segment);
      one.preempted = segment.kind.preempted;
      if (segment.kind.woken) one.by = segment.kind.waker;
      break;
    case ThreadState::Dead:
      one.kind = PathKind::Ended;
      break;
    case ThreadState::Sleeping:
    case ThreadState::Uninterruptible:
    case ThreadState::Stopped:
    case ThreadState::Traced:
    case ThreadState::Parked:
    case ThreadState::Idle:
      one.kind = PathKind::Blocked;
      one.by = segment.wokenBy;
      if (one.by && one.by->interrupt()) one.requests = graph_.requestsAt(frame.thread, segment.end);
      break;
  }
  const bool there = one.kind != PathKind::NotKnown && one.kind != PathKind::Ended;
  if (!there && beforeBirth(frame, segment, one)) return;
  const uint32_t line = frame.line;
  frame.now = one.begin;
  frame.first = false;
  frame.nextCpu = one.kind == PathKind::Running ? one.cpu : -1;
  if (one.kind == PathKind::Blocked) {
    one.stop = follow(frame, segment, one.begin);
    if (one.stop == PathStop::None) return;
  }
  emit(one, line);
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
  waker.line = lineTo({frame.line, by.thread, segment.kind.stack, segment.wakerStack});
  waker.atMost = frame.atMost || segment.silent > 0;
  waker.uncertain = frame.uncertain || segment.kind.uncertain;
  stack_.push_back(waker);
  return PathStop::None;
}

// Of a time of which the thread's states tell nothing: cuts the segment at the thread's birth. Before that, the path is
// that of who made it, for those who wait for it. Returns true if it goes on there.
bool PathSearch::Walk::beforeBirth(Frame& frame, const WaitSegment& segment, PathSegment& one) {
  const std::optional<ThreadBirth> birth = graph_.birthOf(frame.thread);
  if (!birth || one.begin >= birth->at) return false;
  if (birth->at < frame.now) {
    one.begin = birth->at;
    return false;
  }
  one.kind = PathKind::NotKnown;
  one.state = ThreadState::Unknown;
  one.stop = PathStop::NotMade;
  const TrackId maker = birth->maker;
  const bool waitedFor = stack_.size() > 1 && stack_.size() <= kMaxPathDepth && segment.end >= birth->at;
  if (!waitedFor || maker == kNoTrack || maker == frame.thread) return false;
  Frame parent(walkOf(maker), maker, one.begin, birth->at);
  if (!parent.walk->ranAt(birth->at)) return false;
  parent.line = lineTo({frame.line, maker, 0, 0, true});
  parent.atMost = frame.atMost;
  parent.uncertain = frame.uncertain;
  frame.now = one.begin;
  frame.first = false;
  frame.nextCpu = -1;
  stack_.push_back(parent);
  return true;
}

// Returns the position of a line that prolongs another one by a waker.
uint32_t PathSearch::Walk::lineTo(const PathLines::Line& line) {
  const auto [place, fresh] = linePlaces_.try_emplace(line, static_cast<uint32_t>(lines_.lines.size()));
  if (fresh) lines_.lines.push_back(line);
  return place->second;
}

void PathSearch::Walk::emit(PathSegment segment, uint32_t line) {
  segment.end = std::min(segment.end, to_);
  if (segment.begin >= segment.end) return;
  reached_ = segment.begin;
  path_.push_back(segment);
  lines_.of.push_back(line);
}

void PathSearch::Walk::giveUp() {
  stack_.clear();
  PathSegment rest;
  rest.begin = from_;
  rest.end = reached_;
  rest.thread = thread_;
  rest.stop = PathStop::TooLong;
  emit(rest, 0);
}

const char* pathKindKey(PathKind kind) {
  constexpr const char* kKeys[] = {"running", "cpu", "blocked", "unknown", "ended"};
  static_assert(std::size(kKeys) == kPathKinds);
  return kKeys[static_cast<size_t>(kind)];
}

const char* pathStopKey(PathStop stop) {
  constexpr const char* kKeys[] = {"",           "interrupt", "noWaker", "noWaking", "traceEnds",
                                   "notRunning", "tooDeep",   "tooLong", "notMade"};
  static_assert(std::size(kKeys) == kPathStops);
  return kKeys[static_cast<size_t>(stop)];
}

std::vector<PathSegment> criticalPath(const WaitGraph& graph, TrackId thread, Time from, Time to, PathLines* lines) {
  PathSearch search(graph, thread, from, to);
  while (search.step(kMaxPathSegments)) {
  }
  return search.take(lines);
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

std::vector<PathSegment> PathSearch::take(PathLines* lines) {
  if (lines != nullptr) *lines = walk_->takeLines();
  return walk_->take();
}

void CpuUse::add(const WaitGraph& graph, const TrackTable& tracks, TrackId thread, int32_t cpu, Time from, Time to) {
  rest = plus(rest, std::max<Time>(0, to - from));
  if (cpu < 0 || thread >= tracks.size()) return;
  const TrackKey& key = tracks[thread].key;
  std::vector<CpuTurn> turns;
  graph.turns({key.trace, key.label, cpu}, from, to, turns);
  for (const CpuTurn& turn : turns) {
    if (turn.kind.thread >= tracks.size()) continue;
    rest -= turn.length();
    const auto [place, fresh] = places_.try_emplace(turn.kind.thread, users.size());
    if (fresh) users.emplace_back().thread = turn.kind.thread;
    CpuUser* user = &users[place->second];
    user->time = plus(user->time, turn.length());
    ++user->turns;
    user->uncertain = user->uncertain || turn.kind.uncertain;
    if (!turn.kind.priority) continue;
    constexpr size_t kMaxPriorities = 8;
    std::vector<int32_t>& known = user->priorities;
    const auto at = std::lower_bound(known.begin(), known.end(), *turn.kind.priority);
    if (known.size() < kMaxPriorities && (at == known.end() || *at != *turn.kind.priority))
      known.insert(at, *turn.kind.priority);
  }
}

void CpuUse::finish(const TrackTable& tracks) {
  places_.clear();
  std::sort(users.begin(), users.end(), [&](const CpuUser& a, const CpuUser& b) {
    if (a.time != b.time) return a.time > b.time;
    const auto keyOf = [&](TrackId track) { return track < tracks.size() ? tracks[track].key : TrackKey(); };
    return keyOf(a.thread) < keyOf(b.thread);
  });
}

}  // namespace tp
