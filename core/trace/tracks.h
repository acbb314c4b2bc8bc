// The tracks of a trace, as a tree: each is a row, or a heading for rows.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/io/table_number.h"
#include "core/io/wire.h"
#include "core/trace/lifetime.h"
#include "core/trace/trace_info.h"

namespace tp {

enum class TrackKind : uint8_t {
  Group,        // a heading without rows of its own ("CPUs")
  Process,      // a heading for threads
  Thread,       // the call stack: slices by depth
  ThreadState,  // a thin strip above its thread: running, runnable, sleeping ...
  Cpu,          // which thread runs, at depth 0; work that interrupts it (irq, softirq) deeper
  Counter,      // values over time
  Events,       // instants that belong to the parent track
  // Slices of a process that are on no thread's stack and may overlap; each stands on its own, at its own depth.
  Async,
};

// The name for scripts and the command line: "thread", "state".
const char* trackKindName(TrackKind kind);

// Identifies a track, independent of the order in which tracks are found: two decoders that find the same key have
// found the same track.
struct TrackKey {
  TrackKind kind = TrackKind::Group;
  int64_t pid = -1;  // process; -1 if none
  int64_t tid = -1;  // thread; -1 if none
  int32_t cpu = -1;  // CPU; -1 if none
  // What distinguishes it from similar tracks: counter name, instance, group name.
  std::string label = {};
  // If several traces are joined: the number of its trace, from 1 on.
  uint32_t trace = 0;

  auto tie() const { return std::tie(kind, pid, tid, cpu, label, trace); }
  bool operator==(const TrackKey& other) const { return tie() == other.tie(); }
  bool operator<(const TrackKey& other) const { return tie() < other.tie(); }
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(atMost(self.kind, TrackKind::Async), self.pid, self.tid, self.cpu, self.label, self.trace);
  }
};

// How well something about a track is known. Independent decoders may report different things about one track: the
// better known one wins, in whatever order they arrive; of two equally well known ones, the greater text or key wins.
struct Knowledge {
  enum class By : uint8_t {
    Nobody,
    Default,  // a placeholder for what is unknown: "thread"
    Alias,    // an alias beside its name
    Trace,    // from the trace as a whole; the same for every reader of it
    Record,   // from a record at time `at`; the latest wins
  };
  By by = By::Nobody;
  Time at = 0;

  auto tie() const { return std::tie(by, at); }
  bool operator==(const Knowledge& other) const { return tie() == other.tie(); }
  bool operator<(const Knowledge& other) const { return tie() < other.tie(); }
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(atMost(self.by, By::Record), self.at);
  }
};

struct Track {
  TrackKey key;
  TrackId parent = kNoTrack;  // in the same table
  std::string name;           // "cc1plus", "CPU 0"
  std::string detail = {};    // second text: "14318", "pid 14318", "who runs"
  int64_t order = 0;          // among siblings, the least that was reported: see isBefore()
  // How well the parent, the name and the detail are known, if they are set.
  Knowledge parentBy = {Knowledge::By::Trace};
  Knowledge nameBy = {Knowledge::By::Trace};
  Knowledge detailBy = {Knowledge::By::Trace};
  Lifetime life = {};  // of a thread, or of a process

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.key, self.name, self.detail, self.order, self.parentBy, self.nameBy, self.detailBy, self.life);
    // A position in the list that the track is told in, which nobody translates.
    wire.as([&self] { return self.parent.value; }, [&self](auto parent) { self.parent = parent; });
  }
};

// Whether `a` comes before its sibling `b`: by order, then by key.
bool isBefore(const Track& a, const Track& b);

// The key of the heading of all tracks of one of several joined traces.
inline TrackKey headingOfTrace(uint32_t trace) {
  TrackKey key;
  key.label = "trace of its own";
  key.trace = trace;
  return key;
}

// Tracks and what is known about each; ids are positions. Never shrinks. The contents depend on what was reported,
// never on the order of the reports. Not thread-safe.
class TrackTable {
 public:
  TrackTable() = default;
  TrackTable(const TrackTable&) = delete;
  TrackTable& operator=(const TrackTable&) = delete;
  TrackTable(TrackTable&&) = default;
  TrackTable& operator=(TrackTable&&) = default;

  // Returns the id of the track with this key, which is added if it is new. Otherwise each part of `track` replaces
  // what is there if it is better known.
  TrackId add(Track track);
  // Adds the tracks of another table, whose `parent`s are positions in `theirs`; returns the id of each.
  std::vector<TrackId> addAll(const std::vector<Track>& theirs);
  // These replace what is there if `by` is better. `parent` may have been added later than its child. Ignores ids that
  // are not in the table, and a parent that would close a cycle.
  void setParent(TrackId id, TrackId parent, Knowledge by);
  void setName(TrackId id, std::string_view name, Knowledge by);
  void setDetail(TrackId id, std::string_view detail, Knowledge by);
  // Adds what is said to what is known; ignores ids that are not in the table.
  void addLife(TrackId id, const Lifetime& life);
  // Returns kNoTrack if there is none.
  TrackId find(const TrackKey& key) const;
  // Returns all ids ordered by key, which does not depend on who found them.
  std::vector<TrackId> byKey() const;
  const Track& operator[](TrackId id) const { return tracks_[id]; }
  uint32_t size() const { return static_cast<uint32_t>(tracks_.size()); }
  // Grows with every change, so that a copy can tell that it is out of date.
  uint64_t version() const { return version_; }
  // Returns the ids of tracks that were added or changed after version() had this value, in their order.
  std::vector<TrackId> changedSince(uint64_t version) const;

 private:
  void changed(TrackId id) { changed_[id] = ++version_; }

  struct ByKey {
    bool operator()(const TrackKey* a, const TrackKey* b) const { return *a < *b; }
  };

  // A deque, so that tracks are never moved: some traces have hundreds of thousands.
  std::deque<Track> tracks_;
  std::vector<uint64_t> changed_;  // by id: the version of the last change
  std::map<const TrackKey*, TrackId, ByKey> ids_;
  uint64_t version_ = 0;
};

// Returns the name of the trace that the tracks with this Track::key.trace are of, if several traces are joined; else
// an empty one. Valid as long as `tracks`.
std::string_view traceName(const TrackTable& tracks, uint32_t trace);

}  // namespace tp
