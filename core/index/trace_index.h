// The resident index of an open trace, as views read it: tracks, names, and the marks of every level of detail that
// fits the memory budget. Grows while workers index; never decodes.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "core/index/chunk_summary.h"
#include "core/index/loss_place.h"
#include "core/index/sparse_levels.h"
#include "core/index/time_bounds.h"
#include "core/index/track_places.h"
#include "core/io/warning_log.h"
#include "core/io/wire.h"
#include "core/trace/names.h"
#include "core/trace/trace_info.h"
#include "core/trace/tracks.h"

namespace tp {

struct VocabularyUpdate;

// What one stream reports about one track.
struct Lane {
  uint32_t stream = 0;
  TrackId track = kNoTrack;
  uint16_t maxDepth = 0;
  uint64_t slices = 0;                // slices, instants or samples in all
  uint64_t lostPlaces = 0;            // where records are missing
  uint64_t lostRecords = 0;           // how many, as far as the trace states it
  std::vector<LossPlace> lossPlaces;  // the first kMaxLossPlaces of them, in time order
  TimeBounds bounds;                  // from the begin of the first mark to the end of the last
  // By the level at which a larger aggregate replaces the marks (see Pyramid). At each level n, they are ordered by the
  // windows of 2^n units in which they end.
  SparseLevels<std::vector<Mark>> levels;
  bool whole = false;      // it has no chunks: there is nothing finer than these marks
  std::vector<Mark> tail;  // not replaced yet, and open slices; every piece replaces it
};

// The records that, by the trace itself, are missing on a track.
struct TrackLosses {
  TrackId track = kNoTrack;
  uint64_t places = 0;
  uint64_t records = 0;  // as far as the trace states it
  bool counted = true;   // whether the trace states the number for each place that is kept

  // "168", "at least 168" or "not known". `number` is `records`, as it is to be shown.
  std::string recordsText(const std::string& number) const {
    return counted ? number : records > 0 ? "at least " + number : "not known";
  }
};

struct StreamState {
  std::string name;
  uint64_t bytesTotal = 0;
  uint64_t bytesDone = 0;
  uint64_t rows = 0;     // of the event table
  uint64_t records = 0;  // rows that do not report lost records
  Time lost = 0;         // for how long records were lost between its first and its last
  int baseLevel = 0;     // levels below are not resident: they are decoded again when they are drawn
  bool done = false;
  bool merged = false;  // made of other streams: the bytes are theirs, and it has no rows
  uint32_t worker = 0;  // indexes the stream, and decodes its details
  std::vector<ChunkSummary> chunks;
  std::vector<uint32_t> lanes;  // positions in TraceIndex::lanes()
  TrackPlaces laneOf;           // the same, by track

  // Without the worker and the lanes.
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.name, self.bytesTotal, self.bytesDone, self.rows, self.records, self.lost);
    wire(atMost(self.baseLevel, kLevels - 1), self.done, self.merged, self.chunks);
    wire.require(self.baseLevel >= 0);
  }
};

// Owned by the session; used by one thread.
class TraceIndex {
 public:
  TraceIndex() { names_.keepFunctions(FunctionIdentity::Apart); }
  TraceIndex(const TraceIndex&) = delete;
  TraceIndex& operator=(const TraceIndex&) = delete;

  const TraceInfo& info() const { return info_; }
  const NameTable& names() const { return names_; }
  const TrackTable& tracks() const { return tracks_; }
  const std::vector<Lane>& lanes() const { return lanes_; }
  const std::vector<StreamState>& streams() const { return streams_; }
  const std::vector<Warning>& warnings() const { return warnings_; }
  uint64_t warningCount() const { return log_.total(); }  // warnings() has the first WarningLog::kKept of them
  // Positions in lanes(), ordered by stream; empty for a track without lanes.
  const std::vector<uint32_t>& lanesOf(TrackId track) const;
  uint16_t maxDepth(TrackId track) const;  // the deepest row; 0 if there is one row
  uint64_t countTracks(TrackKind kind) const;
  // Of all tracks with losses, ordered by key.
  std::vector<TrackLosses> losses() const;

  // Of everything known so far, in clock units; begin > end while there is nothing.
  Time begin() const { return bounds_.begin; }
  Time end() const { return bounds_.end; }
  // Of a cut: the first time of the whole trace that it was cut from, from which times count. nullopt if the trace does
  // not tell it, or tells one that lies behind begin().
  std::optional<Time> origin() const { return info_.origin && *info_.origin <= begin() ? info_.origin : std::nullopt; }
  // The time of the first row, which may be before begin(): what is not drawn is not within the bounds before something
  // is. begin() if it is not.
  Time firstRow() const;
  // Sums over all streams; see StreamState.
  uint64_t rows() const { return rows_; }
  uint64_t records() const { return records_; }
  // An estimate of what is in use.
  uint64_t memoryBytes() const;

  // These four read what a worker wrote (core/session), after the message's type byte. They return false if the message
  // does not fit; the index may then have part of it, and stays usable.
  //
  // The names, tracks and warnings that the worker has met: every message begins with these.
  bool readVocabulary(uint32_t worker, WireReader& in);
  // The trace as a whole; each worker sends the same.
  bool readOpened(WireReader& in);
  // What was indexed since the worker's last piece.
  bool readPiece(uint32_t worker, WireReader& in);
  // Names and metadata that changed because files were added; marks refer to names by number, and so get the new text.
  bool readNamed(WireReader& in);

  // Adds tracks and lanes that do not come from the trace. The lane's stream and track must exist.
  TrackId addTrack(Track track) { return tracks_.add(std::move(track)); }
  void addLane(Lane lane);
  // Empties the track's lanes; their positions in lanes() stay.
  void removeLanes(TrackId track);

  // What a worker's numbers are here, and ours in the worker: for messages from and to it. Both are empty for a worker
  // that has told nothing. Several of its names may be one of ours (NameTable::sameAs()): `toWorker` has the first.
  const NumberMap& fromWorker(uint32_t worker) const;
  const NumberMap& toWorker(uint32_t worker) const;
  // Translates the names of marks of a worker, from position `from` on. Those of counters have none.
  void translateNames(const NumberMap& numbers, TrackId track, std::vector<Mark>& marks, size_t from = 0) const;

 private:
  friend class IndexValueWriter;
  friend class IndexValueReader;

  struct Numbers {
    NumberMap from;  // the worker's in the index
    NumberMap to;    // the index's in the worker

    void add(NameId theirs, NameId ours);
    void add(TrackId theirs, TrackId ours);
  };

  bool takeNames(Numbers& numbers, const VocabularyUpdate& update);
  bool takeTracks(Numbers& numbers, const std::vector<std::pair<uint32_t, Track>>& theirs);
  bool readStream(uint32_t worker, WireReader& in);
  bool readLane(uint32_t worker, uint32_t stream, WireReader& in);
  static void makeRoom(const StreamState& stream, std::vector<Mark>& level, size_t more);
  Lane& lane(uint32_t stream, TrackId track);
  void listLane(uint32_t position);

  std::deque<Numbers> numbers_;  // by worker; readers have references to them
  TraceInfo info_;
  NameTable names_;
  TrackTable tracks_;
  std::vector<Lane> lanes_;
  std::vector<StreamState> streams_;
  std::vector<std::vector<uint32_t>> lanesOfTrack_;
  WarningLog log_;
  std::vector<Warning> warnings_;  // of the log, as they are kept
  bool countsCpus_ = false;        // TraceInfo::cpus is unknown at first, and counted
  TimeBounds bounds_;
  uint64_t rows_ = 0;
  uint64_t records_ = 0;
};

}  // namespace tp
