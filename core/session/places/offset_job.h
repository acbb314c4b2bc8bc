// Finds, on a worker's streams, the record that lies nearest to a place in a file: what a warning speaks of.
#pragma once

#include <string>

#include "core/index/chunk_replay.h"
#include "core/session/job.h"

namespace tp {

struct FileOffset {
  std::string file;  // path within the FileSet
  uint64_t offset = 0;
};

// The first record from the place on; where there is none, the last before it.
struct OffsetPlace {
  TrackId track = kNoTrack;  // none: no stream is recorded there
  Time time = 0;
  uint16_t depth = 0;
  uint64_t offset = 0;  // of the record

  bool nearer(const OffsetPlace& other, uint64_t to) const;
};

class OffsetJob final : public Job {
 public:
  explicit OffsetJob(FileOffset wanted) : wanted_(std::move(wanted)) {}

  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return progress_; }

 private:
  void look(const JobSite& site, const StreamIndexer& indexer);

  FileOffset wanted_;
  OffsetPlace best_;
  uint32_t stream_ = 0;
  float progress_ = 0;
};

}  // namespace tp
