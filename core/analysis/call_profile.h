// What is computed of the calls in a trace or a part of it: their tree, and how long they took. Made stream by stream;
// the profiles of several workers merge.
#pragma once

#include <functional>

#include "core/analysis/call_tree.h"
#include "core/analysis/durations.h"
#include "core/io/wire.h"
#include "core/trace/tracks.h"

namespace tp {

// Whose calls, and what of them.
struct CallScope {
  Time begin = 1;          // begin > end: the whole trace
  Time end = 0;            // calls count as far as they lie within the range
  bool byThread = false;   // the tree's first level is threads
  bool durations = true;   // whether durations are counted, or only the tree is made
  int64_t sampleTime = 1;  // for CallNode::samples
  std::vector<TrackId> tracks = {};  // empty: all

  bool ranged() const { return begin <= end; }
  bool operator==(const CallScope& other) const {
    return begin == other.begin && end == other.end && byThread == other.byThread && durations == other.durations &&
           sampleTime == other.sampleTime && tracks == other.tracks;
  }
};

void writeScope(const CallScope& scope, WireWriter& out);
CallScope readScope(WireReader& in);

struct CallProfile {
  CallTree tree;
  DurationTable durations;
};

// A trace has calls of threads, or only CPUs that run something, or only slices of processes: each is counted for
// itself, and what threads call is what counts where there is any.
struct CallProfiles {
  static constexpr size_t kClasses = 3;
  CallProfile of[kClasses];

  // kClasses for a track without calls.
  static size_t classOf(TrackKind kind);
  CallProfile& best();

  void write(WireWriter& out) const;
  // Adds what write() wrote elsewhere, where names and tracks are numbered otherwise.
  struct Renaming {
    std::function<NameId(NameId)> name;
    std::function<TrackId(TrackId)> track;
  };
  void merge(WireReader& in, bool byThread, const Renaming& renaming);
};

}  // namespace tp
