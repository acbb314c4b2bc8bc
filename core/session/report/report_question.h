// Asks for a report: the page with a cut of the trace inside, at a view (docs/one-file.md).
#pragma once

#include "core/report/page_text.h"
#include "core/session/export/file_question.h"
#include "core/session/report/report_job.h"

namespace tp {

class ReportQuestion final : public FileQuestion {
 public:
  // `view`: what a link to a view has behind its #.
  ReportQuestion(ReportRequest request, PageText page, std::string view, std::function<void(std::string_view)> put)
      : FileQuestion(std::move(put)), request_(request), page_(std::move(page)), view_(std::move(view)) {}

  uint64_t records() const { return end_.records; }  // of the cut
  std::string remark() const override;

  JobKind kind() const override { return JobKind::Report; }
  void write(const TraceIndex& index, uint32_t worker, uint32_t workers, WireWriter& out) const override;
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;
  void finish(const TraceIndex& index) override;

 private:
  ReportRequest request_;
  PageText page_;
  std::string view_;
  ReportEnd end_;
};

}  // namespace tp
