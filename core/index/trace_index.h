// The resident index of an open trace, as views read it: tracks, names, and the marks of every level of detail that
// fits the memory budget. Grows while workers index; never decodes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/index/mark.h"
#include "core/io/byte_source.h"
#include "core/io/status.h"
#include "core/trace/names.h"
#include "core/trace/trace_info.h"
#include "core/trace/tracks.h"

namespace tp {

// One chunk of a stream: some ten thousand records that decode on their own. Its slices are those that end in it.
struct ChunkSummary {
  Time begin = 0;        // of its first record
  Time end = 0;          // of its last
  uint64_t records = 0;  // counted records, derived ones apart
};

// Marks of one death level, in the order of the window (of 2^level units) in which they end.
struct MarkLevel {
  std::vector<Mark> marks;
};

// What one stream says about one track.
struct Lane {
  uint32_t stream = 0;
  TrackId track = kNoTrack;
  uint16_t maxDepth = 0;
  uint64_t slices = 0;            // slices, instants or samples in all
  Time begin = 0, end = -1;       // of its marks
  MarkLevel levels[kLevels + 1];  // by the level at which a mark is merged into a larger one
  std::vector<Mark> tail;         // not merged yet, and open slices: replaced by every piece
};

struct StreamState {
  std::string name;
  uint64_t bytesTotal = 0;
  uint64_t bytesDone = 0;
  uint64_t records = 0;
  int baseLevel = 0;  // levels below are not resident: they are decoded again where they are looked at
  bool done = false;
  uint32_t worker = 0;  // who indexes it, and decodes its details
  std::vector<ChunkSummary> chunks;
  std::vector<uint32_t> lanes;  // positions in TraceIndex::lanes()
};

struct IndexWarning {
  Warning warning;
  uint64_t times = 1;
};

class TraceIndex {
 public:
  TraceIndex() = default;
  TraceIndex(const TraceIndex&) = delete;
  TraceIndex& operator=(const TraceIndex&) = delete;

  const TraceInfo& info() const { return info_; }
  const NameTable& names() const { return names_; }
  const TrackTable& tracks() const { return tracks_; }
  const std::vector<Lane>& lanes() const { return lanes_; }
  const std::vector<StreamState>& streams() const { return streams_; }
  const std::vector<Warning>& warnings() const { return warnings_; }
  uint64_t warningCount() const { return warningCount_; }  // of which warnings() keeps the first some hundred
  const std::vector<uint32_t>& lanesOf(TrackId track) const;
  uint16_t maxDepth(TrackId track) const;  // deepest row, 0 for a single one

  // Of everything known so far, in clock units; begin > end while nothing is.
  Time begin() const { return begin_; }
  Time end() const { return end_; }
  uint64_t records() const { return records_; }
  uint64_t memoryBytes() const;

  // Takes over a message that a worker made with PieceWriter (core/index/piece.h). An error leaves the index usable.
  Error apply(uint32_t worker, Bytes piece);

 private:
  friend class PieceReader;

  TraceInfo info_;
  NameTable names_;
  TrackTable tracks_;
  std::vector<Lane> lanes_;
  std::vector<StreamState> streams_;
  std::vector<std::vector<uint32_t>> lanesOfTrack_;
  std::vector<Warning> warnings_;
  uint64_t warningCount_ = 0;
  Time begin_ = 0;
  Time end_ = -1;
  uint64_t records_ = 0;
};

}  // namespace tp
