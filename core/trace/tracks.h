// The tracks of a trace: what is drawn as a row or a group of rows, as a tree.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/trace/trace_info.h"

namespace tp {

using TrackId = uint32_t;
inline constexpr TrackId kNoTrack = ~TrackId{0};

enum class TrackKind : uint8_t {
  Group,        // a heading without rows of its own ("CPUs")
  Process,      // a heading for threads
  Thread,       // call-stack rows: slices by depth
  ThreadState,  // a thin strip above its thread: running, runnable, sleeping ...
  Cpu,          // who runs: slices of depth 0; work above it (irq, softirq) deeper
  Counter,      // values over time
  Events,       // instants that belong to their parent
  Async,        // slices of a process that no thread's stack holds, and that may overlap: by depth, each on its own
};

// As scripts and the command line call it: "thread", "state".
const char* trackKindName(TrackKind kind);

// What a track is, independent of the order in which tracks are found: the same key is the same track, also when it is
// found by two decoders that know nothing of each other.
struct TrackKey {
  TrackKind kind = TrackKind::Group;
  int64_t pid = -1;        // process, where it has one
  int64_t tid = -1;        // thread, where it has one
  int32_t cpu = -1;        // CPU, where it has one
  std::string label = {};  // what tells it from its like: counter name, instance, group name
  uint32_t trace = 0;      // of several that are joined: which one's, from 1 on

  auto tie() const { return std::tie(kind, pid, tid, cpu, label, trace); }
  bool operator==(const TrackKey& other) const { return tie() == other.tie(); }
  bool operator<(const TrackKey& other) const { return tie() < other.tie(); }
};

// How well something about a track is known. Decoders that know nothing of each other may say different things of one
// track: whoever knows it better is believed, in whatever order they are heard, and of two who know it equally well,
// the greater word.
struct Knowledge {
  enum class By : uint8_t {
    Nobody,
    Default,  // a word for what is not known: "thread"
    Alias,    // what it is called beside its name
    Trace,    // the trace as a whole: everybody who opens it knows
    Record,   // a record of time `at`; the latest knows best
  };
  By by = By::Nobody;
  Time at = 0;

  auto tie() const { return std::tie(by, at); }
  bool operator==(const Knowledge& other) const { return tie() == other.tie(); }
  bool operator<(const Knowledge& other) const { return tie() < other.tie(); }
};

struct Track {
  TrackKey key;
  TrackId parent = kNoTrack;  // in the same table
  std::string name;           // "cc1plus", "CPU 0"
  std::string detail = {};    // secondary: "14318", "pid 14318", "who runs"
  int64_t order = 0;          // among siblings, the same whoever finds it: see isBefore()
  // How well the parent, the name and the detail are known, where there are any.
  Knowledge parentBy = {Knowledge::By::Trace};
  Knowledge nameBy = {Knowledge::By::Trace};
  Knowledge detailBy = {Knowledge::By::Trace};
};

// Which of two siblings comes first: the one of the smaller order, then of the smaller key.
bool isBefore(const Track& a, const Track& b);

// The heading of all tracks of one of several traces that are joined.
inline TrackKey headingOfTrace(uint32_t trace) {
  TrackKey key;
  key.label = "trace of its own";
  key.trace = trace;
  return key;
}

// Grows only; ids are positions. What it says of each track depends on what it was told, never on the order of that.
// Not thread-safe.
class TrackTable {
 public:
  TrackTable() = default;
  TrackTable(const TrackTable&) = delete;
  TrackTable& operator=(const TrackTable&) = delete;
  TrackTable(TrackTable&&) = default;
  TrackTable& operator=(TrackTable&&) = default;

  // The id of the track with this key; where it exists already, what is said of it counts as far as it is better known.
  TrackId add(Track track);
  // Those of another table, with parents among themselves: the id of each.
  std::vector<TrackId> addAll(const std::vector<Track>& theirs);
  // `parent` may have been found later than its child. What would make a circle is left out.
  void setParent(TrackId id, TrackId parent, Knowledge by);
  void setName(TrackId id, std::string_view name, Knowledge by);
  void setDetail(TrackId id, std::string_view detail, Knowledge by);
  // kNoTrack where there is none.
  TrackId find(const TrackKey& key) const;
  // All ids, by key: in the same order whoever found them.
  std::vector<TrackId> byKey() const;
  const Track& operator[](TrackId id) const { return tracks_[id]; }
  TrackId size() const { return static_cast<TrackId>(tracks_.size()); }
  // Counts changes, so that a copy can tell that it is out of date.
  uint64_t version() const { return version_; }
  // Those that have changed since version() was this, or are new: by id.
  std::vector<TrackId> changedSince(uint64_t version) const;

 private:
  void changed(TrackId id) { changed_[id] = ++version_; }

  struct ByKey {
    bool operator()(const TrackKey* a, const TrackKey* b) const { return *a < *b; }
  };

  std::deque<Track> tracks_;       // never moved: some traces have hundreds of thousands
  std::vector<uint64_t> changed_;  // by id: when, in versions
  std::map<const TrackKey*, TrackId, ByKey> ids_;
  uint64_t version_ = 0;
};

}  // namespace tp
