// Writes what a report has inside: a cut of the trace, as text for a page. One worker does it alone. A cut is written
// in one go, so that this worker answers nothing else meanwhile.
#pragma once

#include <deque>
#include <optional>
#include <string>

#include "core/session/job.h"
#include "core/trace/trace_info.h"

namespace tp {

struct ReportRequest {
  Time from = 0, to = -1;  // in units of the trace's clock; from > to: everything

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.from, self.to);
  }
};

// What an answer has behind its last part.
struct ReportEnd {
  uint64_t records = 0;  // of the cut
  std::string problem;   // why there is no report; empty: there is one
  std::string remark;    // what the user should know of it; may be empty

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.records, self.problem, self.remark);
  }
};

class ReportJob final : public Job {
 public:
  // The text of a cut waits in memory until it is passed on, so it may not be larger than this, in bytes.
  static constexpr uint64_t kMaxText = uint64_t{512} << 20;

  // nullopt: another worker does it.
  explicit ReportJob(std::optional<ReportRequest> request) : request_(std::move(request)) {}

  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return progress_; }

 private:
  void cut(const JobSite& site);

  std::optional<ReportRequest> request_;
  bool begun_ = false;
  std::deque<std::string> parts_;
  size_t all_ = 0;  // parts
  ReportEnd end_;
  float progress_ = 0;
};

}  // namespace tp
