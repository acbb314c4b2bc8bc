// What is computed of the calls in a trace or a part of it: their tree, and how long they took. Made stream by stream;
// the profiles of several workers merge.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "core/analysis/call_tree.h"
#include "core/analysis/durations.h"
#include "core/io/wire.h"
#include "core/trace/tracks.h"

namespace tp {

// Whose calls, and what of them.
struct CallScope {
  Time begin = 1;                    // begin > end: the whole trace
  Time end = 0;                      // calls count as far as they lie within the range
  bool byThread = false;             // the tree's first level is threads
  bool stacks = true;                // whether the tree is made
  bool functions = true;             // whether functions are summed up and their durations counted
  int64_t sampleTime = 1;            // of the tree
  bool onlySampled = false;          // what is beyond less than a sample in all may be left out; not told to others
  std::vector<TrackId> tracks = {};  // empty: all
  std::vector<int64_t> tids = {};    // of these threads only; empty: of all
  std::string counter = {};          // whose growth is told apart by stacks (CallProfile::growth); empty: none

  bool ranged() const { return begin <= end; }
  bool operator==(const CallScope& other) const {
    return begin == other.begin && end == other.end && byThread == other.byThread && stacks == other.stacks &&
           functions == other.functions && sampleTime == other.sampleTime && tracks == other.tracks &&
           tids == other.tids && counter == other.counter;
  }
};

void writeScope(const CallScope& scope, WireWriter& out);
CallScope readScope(WireReader& in);

// Of one function, by all stacks.
struct FunctionSums {
  uint64_t calls = 0;
  int64_t sum = 0;    // of all durations
  int64_t total = 0;  // without calls within a call of the same function on the same stack
  int64_t self = 0;
  // Calls of which nobody knows how long they took are not among these: of which no end was recorded, or after records
  // were lost; and ends of which no beginning was.
  uint64_t open = 0;
  uint64_t unbegun = 0;
  int64_t openTotal = 0;  // how long they took as far as is known, as `total` and `self`
  int64_t openSelf = 0;

  bool none() const { return calls == 0 && open == 0 && unbegun == 0; }
};

struct CallProfile {
  CallTree tree;
  CallTree growth;                      // core/analysis/counter_growth.h; of the scope's counter
  std::vector<FunctionSums> functions;  // by name
  DurationTable durations;

  bool empty() const { return tree.empty() && functions.empty(); }
  // Valid until the next one is asked for.
  FunctionSums& sumsOf(NameId name) {
    if (name >= functions.size()) functions.resize(name + size_t{1});
    return functions[name];
  }
};

// A trace has calls of threads, or only CPUs that run something, or only slices of processes: each is counted for
// itself, and what threads call is what counts where there is any.
struct CallProfiles {
  static constexpr size_t kClasses = 3;
  explicit CallProfiles(const CallScope& scope);

  CallProfile of[kClasses];

  // kClasses for a track without calls.
  static size_t classOf(TrackKind kind);
  // kClasses while there is nothing.
  size_t bestClass() const;
  CallProfile& best();

  void write(WireWriter& out) const;
  // Adds what write() wrote elsewhere, where names and tracks are numbered otherwise.
  struct Renaming {
    std::function<NameId(NameId)> name;
    std::function<TrackId(TrackId)> track;
  };
  // Says where the nodes of each tree are then.
  std::array<std::vector<uint32_t>, kClasses> merge(WireReader& in, const Renaming& renaming);

 private:
  bool byThread_;
};

}  // namespace tp
