#include "core/analysis/waits/critical_path.h"

#include <algorithm>

#include "core/analysis/waits/path_search.h"

namespace tp {

static_assert(sizeof(CriticalPath::Packed) == 24);

void CriticalPath::prepend(const Packed& segment, uint32_t requests) {
  if (segments_.empty()) lastRequests_ = requests;
  segments_.push_front(segment);
}

uint32_t CriticalPath::addLine(const Line& line) {
  const auto position = static_cast<uint32_t>(lines_.size());
  lines_.push_back(line);
  if (position > 0) lines_.back().depth = static_cast<uint16_t>(lines_[line.parent].depth + 1);
  return position;
}

PathSegment CriticalPath::operator[](size_t position) const {
  const Packed& packed = segments_[position];
  const Line& line = lines_[packed.line];
  const SegmentKind &kind = graph_->kind(packed.code), &next = graph_->kind(packed.next);
  PathSegment one;
  one.begin = packed.begin;
  one.end = endOf(position);
  one.thread = line.thread;
  one.depth = line.depth;
  one.stop = packed.stop;
  one.atMost = packed.atMost;
  one.uncertain = packed.uncertain;
  // What is told of a thread before it was made is not of it.
  one.state = packed.stop == PathStop::NotMade ? ThreadState::Unknown : kind.state;
  one.kind = pathKindOf(one.state);
  one.priority = kind.priority;
  one.call = kind.call;
  one.userCall = kind.userCall;
  one.stack = kind.stack;
  if (one.kind == PathKind::Running) one.cpu = kind.cpu;
  if (one.kind == PathKind::CpuWait) {
    if (next.state == ThreadState::Running) one.cpu = next.cpu;
    one.preempted = kind.preempted;
    if (kind.woken) one.by = kind.waker;
  }
  if (one.kind == PathKind::Blocked && next.woken) one.by = next.waker;
  if (one.kind == PathKind::Blocked && one.by && one.by->interrupt())
    one.requests = position + 1 == size() ? lastRequests_ : graph_->requestsAt(one.thread, one.end);
  return one;
}

size_t CriticalPath::endingAfter(Time time, size_t first) const {
  // A segment ends where the next one begins.
  const auto from = segments_.begin() + static_cast<std::ptrdiff_t>(std::min(first + 1, size()));
  const auto next = std::partition_point(from, segments_.end(), [&](const Packed& one) { return one.begin <= time; });
  if (next == segments_.end() && (first >= size() || end_ <= time)) return size();
  return static_cast<size_t>(next - segments_.begin()) - 1;
}

std::vector<uint32_t> CriticalPath::longest(size_t most) const {
  const auto before = [&](uint32_t a, uint32_t b) {
    const Time left = lengthOf(a), right = lengthOf(b);
    return left != right ? left > right : a < b;
  };
  // Twice as many as are wanted are looked at together.
  std::vector<uint32_t> found;
  for (uint32_t position = 0; position < size() && most > 0; ++position) {
    found.push_back(position);
    if (found.size() < 2 * most) continue;
    std::nth_element(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(most), found.end(), before);
    found.resize(most);
  }
  std::sort(found.begin(), found.end(), before);
  found.resize(std::min(most, found.size()));
  return found;
}

CriticalPath criticalPath(const WaitGraph& graph, TrackId thread, Time from, Time to) {
  PathSearch search(graph, thread, from, to);
  while (search.step(kMaxPathSegments)) {
  }
  return search.take();
}

}  // namespace tp
