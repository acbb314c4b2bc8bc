// Finds the record that is nearest to a place in a file, which a warning names, on a worker's streams.
#pragma once

#include <string>

#include "core/index/chunk_replay.h"
#include "core/session/job.h"

namespace tp {

struct FileOffset {
  std::string file;  // path within the FileSet
  uint64_t offset = 0;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.file, self.offset);
  }
};

// The first record from the place on or, if there is none, the last one before it.
struct OffsetPlace {
  TrackId track = kNoTrack;  // kNoTrack: no stream is recorded there
  Time time = 0;
  uint16_t depth = 0;
  uint64_t offset = 0;  // of the record in its file

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.track, self.time, self.depth, self.offset);
  }
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
