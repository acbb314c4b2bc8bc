// Finds rows of the event table on a worker's streams, and describes them.
#pragma once

#include <optional>

#include "core/session/job.h"
#include "core/session/rows/row_times.h"
#include "core/session/rows/rows_request.h"
#include "core/session/rows/table_row.h"

namespace tp {

class RowsJob final : public Job {
 public:
  explicit RowsJob(RowsRequest request) : request_(std::move(request)) {}

  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return progress_; }
  // The user is looking, so it answers with rows of what is indexed so far.
  bool whileIndexing() const override { return true; }

 private:
  // Rows of one chunk, by their index in it.
  struct Wanted {
    uint32_t stream = 0;
    size_t chunk = 0;
    uint64_t first = 0;  // position of the chunk's first row
    std::vector<uint32_t> rows;
  };

  void find(const JobSite& site, WireWriter& answer);
  void findNext(std::vector<StreamRows>& streams, std::vector<uint64_t>& at);
  void want(StreamRows& rows, uint32_t stream, uint64_t from, uint64_t to);
  void findThese(const JobSite& site);
  void describe(const JobSite& site, const Wanted& wanted, WireWriter& answer);

  RowsRequest request_;
  bool found_ = false;
  std::vector<uint32_t> streams_;  // ours
  std::vector<Wanted> wanted_;
  size_t next_ = 0;
  float progress_ = 0;
};

}  // namespace tp
