// Finds the nearest beginning of a slice or instant of a given name on a worker's streams.
#pragma once

#include "core/index/chunk_replay.h"
#include "core/session/job.h"

namespace tp {

// Where to look from, and what for. Ids are the worker's.
struct FindScope {
  std::vector<NameId> names;  // names that read the same
  TrackId track = kNoTrack;   // look only there; kNoTrack: on all tracks of `kind`
  TrackKind kind = TrackKind::Thread;
  Time from = 0;
  uint16_t depth = 0;  // of what begins at `from`: on `track`, deeper ones that begin with it come after it
  bool forward = true;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.names, self.track, atMost(self.kind, TrackKind::Async), self.from, self.depth, self.forward);
    if constexpr (Wire::kReads) self.from = clampTime(self.from);
  }
};

// A place where something begins. Of two at the same time, the lesser depth comes first, then the lesser key of the
// track.
struct FoundPlace {
  TrackId track = kNoTrack;
  Time time = 0;
  uint16_t depth = 0;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.track, self.time, self.depth);
  }
  // Returns whether it is nearer to where the search began than `other`, which may have no track. `tracks` has both
  // tracks.
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
  bool open_ = false;  // in the middle of a stream
  uint32_t stream_ = 0;
  ChunkRun run_;
  size_t chunk_ = 0;
  // clock units after its beginning until which a slice may be recorded as a whole, and still be found
  Time reach_ = 0;
  std::vector<Time> now_;  // by track: the latest time seen; earlier times are raised to it
  float progress_ = 0;
};

}  // namespace tp
