// WordReading finds the records of given slices again, and keeps what they show.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/index/chunk_replay.h"
#include "core/session/job.h"
#include "core/session/slices/slices_messages.h"

namespace tp {

class WordReading {
 public:
  explicit WordReading(std::vector<SlicesRequest::Wanted> wanted);

  // Decodes some chunks. Returns false when all is done.
  bool step(const JobSite& site);
  float progress() const;
  // Complete when step() has returned false: of all slices that were found, in no order.
  const std::vector<SliceText>& texts() const { return texts_; }

 private:
  // Where a slice begins or ends.
  struct Place {
    TrackId track = kNoTrack;
    uint16_t depth = 0;
    Time time = 0;

    bool operator==(const Place& other) const = default;
  };
  struct Hash {
    size_t operator()(const Place& place) const;
  };
  // The slices that begin, or end, at a place, by their positions in `wanted_`, and how many of each name were met.
  struct Due {
    std::vector<uint32_t> slices;
    std::unordered_map<NameId, uint32_t> met;
  };
  using Places = std::unordered_map<Place, Due, Hash>;

  void startUnit(const JobSite& site);
  void wantBegin(const JobSite& site, uint32_t slice);
  bool concerns(const ChunkSummary& chunk) const;
  void chunk(const JobSite& site);
  void look(RecordBatch& batch, uint32_t at, ChunkReplay& replay);
  void lookEarlier(RecordBatch& batch, uint32_t at, ChunkReplay& replay);
  void begun(uint32_t slice, RecordBatch& batch, uint32_t at, ChunkReplay& replay);
  void ended(uint32_t slice, RecordBatch& batch, uint32_t at, ChunkReplay& replay);

  std::vector<SlicesRequest::Wanted> wanted_;
  std::vector<SliceText> texts_;  // beside `wanted_`
  std::vector<uint32_t> units_;   // that have wanted slices
  size_t at_ = 0;                 // position in `units_`
  bool open_ = false;             // in the middle of a unit
  size_t chunk_ = 0;
  size_t chunks_ = 1;  // of the unit
  Places begins_, ends_;
  // The slices that began before the range in the chunk where it begins: at which time, is not known. Places without
  // a time.
  Places earlier_;
  std::vector<Time> times_;  // of both, in order
  ChunkRun run_;
  EventRow row_;
};

}  // namespace tp
