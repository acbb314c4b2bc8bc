// What a critical path was made of: the time of all its segments with the same thread and cause.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "core/analysis/waits/critical_path.h"

namespace tp {

// Times are in clock units.
struct PathShare {
  TrackId thread = kNoTrack;
  PathKind kind = PathKind::NotKnown;
  PathStop stop = PathStop::None;
  ThreadState state = ThreadState::Unknown;  // Blocked: in which
  std::optional<WaitEnd> by = {};            // Blocked: as PathSegment::by, without the thread that was interrupted
  NameId call = kNoName;                     // Blocked: as PathSegment::call
  NameId userCall = kNoName;                 // likewise
  Time time = 0;
  Time first = 0;                          // when the first of its segments begins
  Time doubted = 0;                        // of `time`, that of segments that are uncertain
  uint64_t count = 0;                      // of segments
  bool atMost = false, uncertain = false;  // of some of them

  // Whether the segment is one of those of which this is the sum.
  bool has(const PathSegment& segment) const;
  // Whether the other one is of the same thread and cause.
  bool sameCause(const PathShare& other) const;
};

// Sums up segments.
class PathShares {
 public:
  void add(const PathSegment& segment);
  // Adds the segments that another sum has.
  void add(const PathShare& share);
  // Returns the shares, the longest first; their times add up to that of what was added. Ties go by key of the thread.
  std::vector<PathShare> sorted(const TrackTable& tracks, const NameTable& names) const;

 private:
  using Cause =
      std::tuple<TrackId, PathKind, PathStop, ThreadState, bool, TrackId, WakeContext, NameId, NameId, NameId>;
  friend struct PathShare;

  // What the segment is a share of, without its time.
  static PathShare shareOf(const PathSegment& segment);
  static Cause causeOf(const PathShare& share);

  std::map<Cause, PathShare> shares_;
};

// Returns the shares of a path.
std::vector<PathShare> pathShares(const CriticalPath& path, const TrackTable& tracks, const NameTable& names);

}  // namespace tp
