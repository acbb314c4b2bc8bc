// Asks for the trace as a file for another tool. The parts of the file are passed on as they come, in their order.
#pragma once

#include <functional>
#include <string_view>

#include "core/export/file_export.h"
#include "core/session/question.h"

namespace tp {

class ExportQuestion final : public Question {
 public:
  // `put` is called with each part of the file, on the thread of the session.
  ExportQuestion(ExportRequest request, std::function<void(std::string_view)> put)
      : request_(std::move(request)), put_(std::move(put)) {}

  const ExportRequest& request() const { return request_; }
  double share() const { return share_; }  // 0 to 1
  uint64_t bytes() const { return bytes_; }
  // Returns whether the file may extend beyond its range, because slices at the edges are written as a whole.
  bool holdsWholeSlices() const {
    return request_.from <= request_.to && request_.format != ExportFormat::Folded &&
           request_.format != ExportFormat::Csv;
  }

  JobKind kind() const override { return JobKind::Export; }
  void write(const TraceIndex& index, uint32_t worker, uint32_t workers, WireWriter& out) const override;
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;

 private:
  ExportRequest request_;
  std::function<void(std::string_view)> put_;
  double share_ = 0;
  uint64_t bytes_ = 0;
};

// `tracks` are the only ones that are written, in ascending order; empty: all. from > to: the whole time.
ExportRequest exportRequest(const TraceIndex& index, std::string title, ExportFormat format, Time from, Time to,
                            const std::vector<TrackId>& tracks = {});

}  // namespace tp
