// Finds the rows of the calls that a histogram counts. The records of a call may be in several streams, so worker 0
// goes through all of them, and the others find nothing.
#pragma once

#include <optional>
#include <utility>

#include "core/analysis/call_rows.h"
#include "core/session/job.h"

namespace tp {

class CallRowsJob final : public Job {
 public:
  // Keeps `most` rows, and only counts the rest. `reader` must outlive the job.
  CallRowsJob(CallPick pick, uint64_t most, uint32_t worker, TraceReader& reader)
      : pick_(std::move(pick)), most_(most), worker_(worker), reader_(reader) {}

  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return progress_; }

 private:
  void keepFirst();
  void write(bool rows, WireWriter& out);

  CallPick pick_;
  uint64_t most_;
  uint32_t worker_;
  TraceReader& reader_;
  std::optional<CallRows> rows_;
  bool found_ = false;
  std::map<size_t, std::vector<CallRows::Row>> left_;  // not sent yet
  uint64_t count_ = 0;
  bool cut_ = false;
  Time cutAt_ = 0;  // all rows before this time are sent
  float progress_ = 0;
};

}  // namespace tp
