// Collects names of fields from some chunks of each of a worker's streams: the first, the middle one and the last.
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "core/index/chunk_replay.h"
#include "core/session/fields/field_names.h"
#include "core/session/job.h"

namespace tp {

class FieldNamesJob final : public Job {
 public:
  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return progress_; }

 private:
  // In all streams together; the last ones of very many have none.
  static constexpr size_t kMostChunks = 96;

  void chunk(const JobSite& site, const StreamIndexer& indexer, size_t number);
  void add(std::string_view event, const EventRow& row);

  std::set<std::pair<NameId, RecordKind>> met_;  // whose fields are known: entries and exits have others
  std::set<NamedField> found_;
  uint32_t stream_ = 0;
  size_t chunks_ = 0;
  float progress_ = 0;
};

}  // namespace tp
