// The critical path of a thread: who held it up, moment by moment. A wait that another thread ended is replaced by what
// that thread did meanwhile, and so on. docs/why.md has the rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <tuple>
#include <vector>

#include "core/analysis/waits/path_segment.h"
#include "core/analysis/waits/wait_graph.h"

namespace tp {

// A path: segments in the order of time that tile its range. A path may have millions of them, so they are kept packed,
// in 24 bytes each: what a wait graph knows of them stays there. The graph must outlive the path, and not change.
class CriticalPath {
 public:
  // A line of wakers through which segments are reached: its last one woke the last one of `parent`. The first line is
  // the thread that is asked about.
  struct Line {
    uint32_t parent = 0;  // its position; those of lines are before those that they are the parents of
    TrackId thread = kNoTrack;
    // With which stack the last one of `parent` left its CPU, for the waits that this one ended: SegmentKind::stack.
    uint32_t stack = 0;
    uint32_t wakerStack = 0;  // and with which this one woke that one: SegmentKind::wakerStack
    // This one is not who woke the last one of `parent`, but who made it, for the time before that.
    bool makes = false;
    uint16_t depth = 0;  // how many wakers it has

    auto tie() const { return std::tie(parent, thread, stack, wakerStack, makes); }
  };
  // A segment as it is kept.
  struct Packed {
    Time begin = 0;
    uint32_t line = 0;        // its position in lines(): whose segment it is
    uint32_t code = kNoCode;  // WaitGraph::kind() of what the thread did
    uint32_t next = kNoCode;  // CpuWait, Blocked: of what it did at once behind it, where that is known
    PathStop stop = PathStop::None;
    bool atMost : 1 = false;
    bool uncertain : 1 = false;
  };

  CriticalPath() = default;
  // A path without segments that ends at `end`.
  CriticalPath(const WaitGraph& graph, Time end) : graph_(&graph), end_(end) {}

  // Puts a segment before the others, which lasts until these begin; `segment.begin` must lie before that. Its line
  // must be there. `requests`: PathSegment::requests, which is taken of the first call alone, the path's last segment.
  void prepend(const Packed& segment, uint32_t requests);
  // Returns the position of a new line, which must differ from those that are there.
  uint32_t addLine(const Line& line);

  size_t size() const { return segments_.size(); }
  bool empty() const { return segments_.empty(); }
  // Positions must be less than size().
  PathSegment operator[](size_t position) const;
  PathSegment front() const { return (*this)[0]; }
  PathSegment back() const { return (*this)[size() - 1]; }
  Time beginOf(size_t position) const { return segments_[position].begin; }
  Time endOf(size_t position) const { return position + 1 < size() ? segments_[position + 1].begin : end_; }
  Time lengthOf(size_t position) const { return endOf(position) - beginOf(position); }
  // Returns the position of the first segment from `first` on that ends after `time`; size() if none does.
  size_t endingAfter(Time time, size_t first = 0) const;

  // Returns the positions of the longest segments, at most so many, the longest first; of equal ones, the first.
  std::vector<uint32_t> longest(size_t most) const;

  // All different, but for the first.
  const std::deque<Line>& lines() const { return lines_; }
  // The position in lines() of a segment.
  uint32_t lineOf(size_t position) const { return segments_[position].line; }

  size_t memoryBytes() const { return segments_.size() * sizeof(Packed) + lines_.size() * sizeof(Line); }

  // Goes through the segments in the order of time. The path must outlive it.
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = PathSegment;
    using difference_type = std::ptrdiff_t;
    using pointer = const PathSegment*;
    using reference = PathSegment;

    Iterator(const CriticalPath& path, size_t position) : path_(&path), position_(position) {}
    PathSegment operator*() const { return (*path_)[position_]; }
    Iterator& operator++() {
      ++position_;
      return *this;
    }
    bool operator==(const Iterator& other) const { return position_ == other.position_; }

   private:
    const CriticalPath* path_;
    size_t position_;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }

 private:
  const WaitGraph* graph_ = nullptr;  // null: there are no segments
  // Both grow by blocks: a vector would take three times its size while it grows.
  std::deque<Packed> segments_;
  std::deque<Line> lines_;
  Time end_ = 0;
  // PathSegment::requests of the last segment, which may be cut before the time at which the graph has them.
  uint32_t lastRequests_ = 0;
};

// Returns the path of a thread over [from, to). What the path is at a time does not depend on the range, as long as no
// limit is met.
CriticalPath criticalPath(const WaitGraph& graph, TrackId thread, Time from, Time to);

}  // namespace tp
