#include "core/session/unit_job.h"

namespace tp {

bool UnitJob::step(const JobSite& site, WireWriter& answer) {
  const size_t units = site.indexers.size();
  for (uint32_t work = 0; unit_ < units;) {
    const StreamIndexer* indexer = site.indexers[unit_].get();
    if (!open_) {
      chunks_ = indexer != nullptr ? startUnit(site, *indexer) : Chunks();
      open_ = chunks_.first < chunks_.end;
      if (!open_) ++unit_;
      continue;
    }
    if (chunks_.first >= chunks_.end) {
      endUnit(*indexer);
      open_ = false;
      ++unit_;
      continue;
    }
    if (work++ == kChunksPerStep) {
      const float within = static_cast<float>(chunks_.first) / static_cast<float>(chunks_.end);
      progress_ = (static_cast<float>(unit_) + within) / static_cast<float>(units);
      return true;
    }
    chunk(site, chunks_.first++);
  }
  progress_ = 1;
  writeAnswer(answer);
  return false;
}

}  // namespace tp
