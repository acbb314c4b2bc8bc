// The resident index of an open trace, as views read it: tracks, names, and the marks of every level of detail that
// fits the memory budget. Grows while workers index; never decodes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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

// One chunk of a stream: some ten thousand records that decode on their own. Its slices are those that end in it.
struct ChunkSummary {
  Time begin = 0;        // of its first record
  Time end = 0;          // of its last
  uint64_t records = 0;  // counted records, derived ones apart: the rows of the event table
  // Times of its first and its last row, none earlier than that of the row before: what rows are put in order by.
  Time rowBegin = 0;
  Time rowEnd = 0;
};

// What one stream says about one track.
struct Lane {
  uint32_t stream = 0;
  TrackId track = kNoTrack;
  uint16_t maxDepth = 0;
  uint64_t slices = 0;                // slices, instants or samples in all
  uint64_t lostPlaces = 0;            // where records are missing
  uint64_t lostRecords = 0;           // how many, as far as the trace tells
  std::vector<LossPlace> lossPlaces;  // the first kMaxLossPlaces of them, in the order of time
  TimeBounds bounds;                  // from the first of its marks to where the last ends
  // By the level at which a mark is merged into a larger one (see Pyramid); of each level n, in the order of the
  // windows of 2^n units in which the marks end.
  SparseLevels<std::vector<Mark>> levels;
  bool whole = false;      // not of the stream's chunks: there is nothing finer than what is here
  std::vector<Mark> tail;  // not merged yet, and open slices: replaced by every piece
};

// Records that the trace itself says are missing on a track.
struct TrackLosses {
  TrackId track = kNoTrack;
  uint64_t places = 0;
  uint64_t records = 0;  // as far as the trace tells
  bool counted = true;   // it does of each place, as far as their places are kept
};

struct StreamState {
  std::string name;
  uint64_t bytesTotal = 0;
  uint64_t bytesDone = 0;
  uint64_t rows = 0;     // of the table of events
  uint64_t records = 0;  // without the rows that tell that records were lost
  int baseLevel = 0;     // levels below are not resident: they are decoded again where they are looked at
  bool done = false;
  uint32_t worker = 0;  // who indexes it, and decodes its details
  std::vector<ChunkSummary> chunks;
  std::vector<uint32_t> lanes;  // positions in TraceIndex::lanes()
  TrackPlaces laneOf;           // the same, by track
};

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
  uint64_t warningCount() const { return log_.total(); }  // of which warnings() are the first some hundred
  const std::vector<uint32_t>& lanesOf(TrackId track) const;
  uint16_t maxDepth(TrackId track) const;  // deepest row, 0 for a single one
  uint64_t countTracks(TrackKind kind) const;
  // Of all tracks that have any, by what they are.
  std::vector<TrackLosses> losses() const;

  // Of everything known so far, in clock units; begin > end while nothing is.
  Time begin() const { return bounds_.begin; }
  Time end() const { return bounds_.end; }
  // As StreamState has them, of all streams.
  uint64_t rows() const { return rows_; }
  uint64_t records() const { return records_; }
  uint64_t memoryBytes() const;

  // The four below take over what a worker wrote (core/session), after its type byte. What does not fit is left out:
  // false, and the index stays usable.
  //
  // Names, tracks and warnings that the worker met: every message begins with them.
  bool readVocabulary(uint32_t worker, WireReader& in);
  // The trace as a whole; each worker says the same.
  bool readOpened(WireReader& in);
  // What was indexed since the worker's last piece.
  bool readPiece(uint32_t worker, WireReader& in);
  // Names and metadata that files gave which came later; marks keep their numbers, and get the new words by them.
  bool readNamed(uint32_t worker, WireReader& in);

  // Tracks and lanes beyond those of the trace itself. The lane's stream and track exist.
  TrackId addTrack(Track track) { return tracks_.add(std::move(track)); }
  void addLane(Lane lane);
  void removeLanes(TrackId track);

  // Between a worker's numbers and ours; kNoTrack or kNoName for what is not known.
  TrackId toTrack(uint32_t worker, TrackId theirs) const;
  TrackId toWorkerTrack(uint32_t worker, TrackId ours) const;
  void translateNames(uint32_t worker, TrackId track, std::vector<Mark>& marks, size_t from = 0) const;
  NameId toName(uint32_t worker, NameId theirs) const;
  // All that read the same; some time for each name that there is.
  std::vector<NameId> toWorkerNames(uint32_t worker, NameId ours) const;

 private:
  struct Translation {
    std::vector<NameId> names;
    std::vector<TrackId> tracks;
  };

  bool takeTracks(Translation& translation, const std::vector<std::pair<TrackId, Track>>& theirs);
  bool readStream(uint32_t worker, WireReader& in);
  bool readLane(uint32_t worker, uint32_t stream, WireReader& in);
  static void makeRoom(const StreamState& stream, std::vector<Mark>& level, size_t more);
  Lane& lane(uint32_t stream, TrackId track);
  void listLane(uint32_t position);

  std::vector<Translation> translations_;  // by worker
  TraceInfo info_;
  NameTable names_;
  TrackTable tracks_;
  std::vector<Lane> lanes_;
  std::vector<StreamState> streams_;
  std::vector<std::vector<uint32_t>> lanesOfTrack_;
  WarningLog log_;
  std::vector<Warning> warnings_;  // of the log, as they are kept
  bool countsCpus_ = false;        // the trace does not say beforehand how many there are
  TimeBounds bounds_;
  uint64_t rows_ = 0;
  uint64_t records_ = 0;
};

}  // namespace tp
