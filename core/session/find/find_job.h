// Finds, on a worker's streams, the nearest beginning of a slice or instant of one name.
#pragma once

#include "core/index/chunk_replay.h"
#include "core/session/job.h"

namespace tp {

// From where to look, and for what. Ids are the worker's.
struct FindScope {
  std::vector<NameId> names;  // that read the same
  TrackId track = kNoTrack;   // look there only; else on all tracks of `kind`
  TrackKind kind = TrackKind::Thread;
  Time from = 0;
  uint16_t depth = 0;  // of what begins at `from`: on `track`, deeper ones that begin with it come after it
  bool forward = true;
};
void writeFindScope(const FindScope& scope, WireWriter& out);
FindScope readFindScope(WireReader& in);

// A place where something begins. Of two at one time, what is less deep comes first, then the lesser
// key of the track.
struct FoundPlace {
  TrackId track = kNoTrack;
  Time time = 0;
  uint16_t depth = 0;

  // Whether it is nearer to where a search began than `other`, which may be nothing. `tracks`: what both count in.
  bool nearer(const FoundPlace& other, bool forward, const TrackTable& tracks) const;
};

class FindJob final : public Job {
 public:
  explicit FindJob(FindScope scope);

  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return progress_; }

 private:
  bool begin(const StreamIndexer& indexer, const TrackTable& tracks);
  bool done(const StreamIndexer& indexer) const;
  void chunk(const JobSite& site, const StreamIndexer& indexer);
  void take(const Record& record, const TrackTable& tracks);

  FindScope scope_;
  FoundPlace best_;
  bool open_ = false;  // amid a stream
  uint32_t stream_ = 0;
  ChunkRun run_;
  size_t chunk_ = 0;
  Time reach_ = 0;         // how much later than it began a slice may be recorded as a whole, and still be found
  std::vector<Time> now_;  // by track: times that run backwards are taken as the latest seen
  float progress_ = 0;
};

}  // namespace tp
