// A job that goes through chunks of one unit (a stream or a merge) after the other.
#pragma once

#include "core/session/job.h"

namespace tp {

class UnitJob : public Job {
 public:
  bool step(const JobSite& site, WireWriter& answer) final;
  float progress() const final { return progress_; }

 protected:
  // The chunks of a unit to go through; none: the unit is left out.
  struct Chunks {
    size_t first = 0, end = 0;
  };
  // Returns the chunks of unit(), which is indexed by this worker. If there are any, chunk() follows for each of them,
  // and then endUnit().
  virtual Chunks startUnit(const JobSite& site, const StreamIndexer& indexer) = 0;
  virtual void chunk(const JobSite& site, size_t number) = 0;
  virtual void endUnit(const StreamIndexer& indexer) = 0;
  virtual void writeAnswer(WireWriter& answer) = 0;

  uint32_t unit() const { return unit_; }

 private:
  uint32_t unit_ = 0;
  Chunks chunks_;  // that are left of the unit
  bool open_ = false;
  float progress_ = 0;
};

}  // namespace tp
