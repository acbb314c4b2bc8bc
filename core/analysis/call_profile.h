// What is computed from the calls of a trace or of a part of it: their tree, and how long they took. Profiles are made
// stream by stream; those of several workers merge.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/call_edges.h"
#include "core/analysis/call_tree.h"
#include "core/analysis/durations.h"
#include "core/analysis/outermost_sums.h"
#include "core/io/wire.h"
#include "core/trace/state_weight.h"
#include "core/trace/tracks.h"

namespace tp {

// The calls of a function that take so long. Calls of it within another one of its calls are parts of that one.
struct WithinCalls {
  std::string function;  // as NameTable::view() has it
  Time least = 0;        // bounds of their durations within the range, inclusive, in clock units
  Time most = std::numeric_limits<Time>::max();

  bool operator==(const WithinCalls& other) const = default;
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.function, self.least, self.most);
  }
};

// Which calls to count, and what to compute from them.
struct CallScope {
  Time begin = 1;                    // begin > end: the whole trace
  Time end = 0;                      // calls count as far as they lie within the range
  bool byThread = false;             // the first level of the tree is threads
  bool stacks = true;                // make the tree
  bool functions = true;             // sum up functions and count their durations
  int64_t sampleTime = 1;            // of the tree, in clock units
  bool onlySampled = false;          // stacks of less than a sample in all may be left out; not sent to workers
  std::vector<TrackId> tracks = {};  // empty: all
  std::vector<int64_t> tids = {};    // ids of threads; empty: all
  uint32_t trace = kEveryTrace;      // TracePart::number of the only one that counts, where several are joined
  std::string counter = {};          // label of the counter whose growth is kept by stack; empty: none
  // The time in these states is kept by stack. The scope must be ranged then, and there is no counter.
  StateWeight states = StateWeight::None;
  // Of states only, as SchedulingScope::begins.
  std::vector<std::pair<uint32_t, Time>> begins = {};
  // Calls of functions that began before this time are also counted by themselves (FunctionSums::early): those that
  // began before the range are. nullopt: that is not wanted.
  std::optional<Time> middle = {};
  // Of functions, count who calls whom (CallProfile::edges).
  bool callers = false;
  // Of functions, count within which outermost calls they are called (CallProfile::outermost).
  bool outermost = false;
  // Only these calls count, and what is called within them. There are sums of functions only then: no stacks, and no
  // durations but those of these calls (CallProfile::within).
  std::optional<WithinCalls> within = {};
  // Only calls on tracks of this class count (CallProfiles::classOf()); nullopt: those of the first class that has any.
  std::optional<uint32_t> onlyClass = {};

  bool ranged() const { return begin <= end; }
  // Whether stacks are weighed by what they gain while they are open: growth, or time in a state.
  bool gains() const { return !counter.empty() || states != StateWeight::None; }
  // Whether calls on this track, of a thread with this id, count.
  bool means(TrackId track, int64_t tid) const {
    return (tracks.empty() || std::find(tracks.begin(), tracks.end(), track) != tracks.end()) &&
           (tids.empty() || std::find(tids.begin(), tids.end(), tid) != tids.end());
  }
  Time clamp(Time time) const {
    if (!ranged()) return time;
    return time < begin ? begin : time > end ? end : time;
  }
  // Whether a call that began then, as clamp() has it, is counted among the early ones.
  bool early(Time begin) const { return middle && begin < *middle; }
  // Whether a call with these times, which clamp() has moved, is outside of the range: both are one end of the range.
  bool excludes(Time from, Time to) const { return ranged() && from == to && (to == begin || to == end); }
  bool operator==(const CallScope& other) const {
    return begin == other.begin && end == other.end && byThread == other.byThread && stacks == other.stacks &&
           functions == other.functions && sampleTime == other.sampleTime && tracks == other.tracks &&
           tids == other.tids && trace == other.trace && counter == other.counter && states == other.states &&
           middle == other.middle && callers == other.callers && outermost == other.outermost &&
           within == other.within && onlyClass == other.onlyClass;
  }
  // What is read is made valid.
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.begin, self.end, self.byThread, self.stacks, self.functions, self.sampleTime, self.tracks, self.tids,
         self.trace);
    wire(self.counter, atMost(self.states, StateWeight::OffCpu), self.begins, self.middle, self.callers, self.outermost,
         self.within, self.onlyClass);
    wire.require(!self.within || (self.functions && !self.stacks && !self.callers && !self.outermost));
    if constexpr (Wire::kReads) {
      self.begin = clampTime(self.begin);
      self.end = clampTime(self.end);
      for (auto& [trace, first] : self.begins) first = clampTime(first);
      if (self.middle) self.middle = clampTime(*self.middle);
      self.sampleTime = std::max<int64_t>(1, self.sampleTime);
    }
  }
};

// Sums over all calls of one function, in clock units.
struct FunctionSums {
  uint64_t calls = 0;
  int64_t sum = 0;    // of all durations
  int64_t total = 0;  // without calls within a call of the same function on the same stack
  int64_t self = 0;
  int64_t selfDoubt = 0;  // by how much `self` may be off: own time of callees whose end, or beginning, is not known
  // Of `calls`, those of which the duration is an upper bound, because something was not recorded meanwhile, and the
  // longest of them.
  uint64_t atMost = 0;
  int64_t atMostMax = 0;
  // Calls of unknown duration are not among these. `open`: without a recorded end. `unbegun`: ends without a beginning.
  uint64_t open = 0;
  uint64_t unbegun = 0;
  int64_t openTotal = 0;  // their durations as far as known, summed as in `total` and `self`
  int64_t openSelf = 0;
  // Of `calls` and `self`, those of calls that began before CallScope::middle; 0 if there is none.
  uint64_t early = 0;
  int64_t earlySelf = 0;

  bool none() const { return calls == 0 && open == 0 && unbegun == 0; }
  // Counts a call of known duration. `recursive`: it is within a call of the same function.
  [[gnu::always_inline]] void addCall(Time duration, Time own, bool recursive) {
    ++calls;
    sum = plus(sum, duration);
    self = plus(self, own);
    if (!recursive) total = plus(total, duration);
  }
  // Counts a call of unknown duration, as far as that is known. `begun`: what is missing is its end.
  void addOpen(bool begun, Time duration, Time own, bool recursive) {
    ++(begun ? open : unbegun);
    openSelf = plus(openSelf, own);
    if (!recursive) openTotal = plus(openTotal, duration);
  }
  // Notes of a call that was counted that it began before the scope's middle.
  void addEarly(Time own) {
    ++early;
    earlySelf = plus(earlySelf, own);
  }
  // Adds the sums of other calls.
  void add(const FunctionSums& other);
  void addAtMost(int64_t duration) {
    ++atMost;
    atMostMax = std::max(atMostMax, duration);
  }
};

// What is not certain of the time in the scope's states, in clock units.
struct StateSums {
  int64_t unknown = 0;  // the states of threads are not known for so long, which is no part of the time
  int64_t assumed = 0;  // the time may be less by so much: StateSpan::silent

  void add(const StateSums& other) {
    unknown = plus(unknown, other.unknown);
    assumed = plus(assumed, other.assumed);
  }
};

struct CallProfile {
  CallTree tree;
  CallTree growth;  // stacks by growth of the scope's counter (counter_growth.h), or by time in its states
  StateSums states;
  std::vector<FunctionSums> functions;  // by name
  DurationTable durations;
  CallEdges edges;           // of calls of known duration, if CallScope::callers is set
  OutermostSums outermost;   // likewise, if CallScope::outermost is set
  std::vector<Time> within;  // durations of the calls that CallScope::within names, in no order

  bool empty() const { return tree.empty() && functions.empty(); }
  // The reference is valid until the next call.
  FunctionSums& sumsOf(NameId name) {
    if (name >= functions.size()) functions.resize(name + size_t{1});
    return functions[name];
  }
  // Counts a call of known duration, as FunctionSums does, and its duration.
  [[gnu::always_inline]] void addCall(NameId name, Time duration, Time self, bool recursive) {
    sumsOf(name).addCall(duration, self, recursive);
    durations.add(name, duration);
  }
};

// The profiles of threads, of CPUs and of asynchronous slices. They are not added up: the first of these that has calls
// is the one to show.
struct CallProfiles {
  static constexpr size_t kClasses = 3;
  explicit CallProfiles(const CallScope& scope);

  CallProfile of[kClasses];

  // Returns kClasses for a kind of track that has no calls.
  static size_t classOf(TrackKind kind);
  // Returns the first class that has calls, or kClasses if none has.
  size_t bestClass() const;
  // Returns the profile of bestClass(), which is empty if none has calls.
  CallProfile& best();

  // There is no layout() of this and merge(), for the reason that CallTree gives.
  void write(WireWriter& out) const;
  // Adds what write() wrote, in which `in` translates names and tracks. Returns for each class the index here of each
  // node of the written tree.
  std::array<std::vector<uint32_t>, kClasses> merge(WireReader& in);

 private:
  bool byThread_;
};

}  // namespace tp
