// Writes the whole trace as a file for another tool. One worker does it alone, over all streams, because their order is
// that of the file.
#pragma once

#include <optional>

#include "core/export/file_export.h"
#include "core/session/job.h"

namespace tp {

class ExportJob final : public Job {
 public:
  // nullopt: another worker does it.
  explicit ExportJob(std::optional<ExportRequest> request) : request_(std::move(request)) {}

  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return progress_; }

 private:
  bool open(const JobSite& site);

  std::optional<ExportRequest> request_;
  // A reader of its own, because the worker's names and tracks are numbered in the order in which it met them.
  std::unique_ptr<TraceReader> reader_;
  std::unique_ptr<FileExport> file_;
  float progress_ = 0;
};

}  // namespace tp
