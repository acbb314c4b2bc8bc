// The whole trace as a file for another tool. One worker does it alone, over all streams: their order is the file's.
#pragma once

#include <optional>

#include "core/export/file_export.h"
#include "core/session/job.h"

namespace tp {

class ExportJob final : public Job {
 public:
  // None: somebody else does it.
  explicit ExportJob(std::optional<ExportRequest> request) : request_(std::move(request)) {}

  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return progress_; }

 private:
  bool open(const JobSite& site);

  std::optional<ExportRequest> request_;
  // Not the worker's: its names and tracks are numbered in the order in which this worker happened to meet them.
  std::unique_ptr<TraceReader> reader_;
  std::unique_ptr<FileExport> file_;
  float progress_ = 0;
};

}  // namespace tp
