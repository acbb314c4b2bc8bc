// Asks for the trace as a file for another tool.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/export/file_export.h"
#include "core/session/export/file_question.h"

namespace tp {

class ExportQuestion final : public FileQuestion {
 public:
  ExportQuestion(ExportRequest request, std::function<void(std::string_view)> put)
      : FileQuestion(std::move(put)), request_(std::move(request)) {}

  const ExportRequest& request() const { return request_; }
  // The file may extend beyond its range, because slices at the edges are written as a whole.
  std::string remark() const override;

  JobKind kind() const override { return JobKind::Export; }
  void write(const TraceIndex& index, uint32_t worker, uint32_t workers, WireWriter& out) const override;
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;

 private:
  ExportRequest request_;
};

// `tracks` are the only ones that are written, in ascending order; empty: all. from > to: the whole time.
ExportRequest exportRequest(const TraceIndex& index, std::string title, ExportFormat format, Time from, Time to,
                            const std::vector<TrackId>& tracks = {});

}  // namespace tp
