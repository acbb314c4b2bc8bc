#include "core/session/report/report_question.h"

#include <optional>

namespace tp {

void ReportQuestion::write(const TraceIndex&, uint32_t worker, uint32_t, WireWriter& out) const {
  out(worker == 0 ? std::optional(request_) : std::nullopt);
}

bool ReportQuestion::read(const TraceIndex&, uint32_t, WireReader& in) {
  share_ = static_cast<double>(in.get<float>());
  const std::string_view part = in.getString();
  const auto end = in.read<std::optional<ReportEnd>>();
  if (in.failed()) return false;
  if (bytes() == 0 && !part.empty()) put(page_.head(view_));
  put(part);
  if (end) end_ = *end;
  return true;
}

void ReportQuestion::finish(const TraceIndex&) {
  problem_ = end_.problem;
  if (problem_.empty() && bytes() > 0) put(page_.tail());
}

std::string ReportQuestion::remark() const {
  return std::to_string(end_.records) + " records" + (end_.remark.empty() ? "" : "; " + end_.remark);
}

}  // namespace tp
