#include "native/output/report_output.h"

#include <cerrno>
#include <cstring>
#include <utility>

namespace tp::native {

bool ReportOutput::prepare(const std::string& path) {
  if (!out_.begin(path)) return parts_.stop(out_.error()), false;
  target_ = path;
  return true;
}

void ReportOutput::put(std::string_view text) {
  bytes_ += text.size();
  if (stopped() || target_.empty()) return;
  out_.write(text);
  // A disk that is full stays full: what is left need not be read.
  if (std::ferror(out_.file()) != 0) parts_.stop(target_ + ": " + std::strerror(errno));
}

void ReportOutput::putHead() {
  if (!std::exchange(headDone_, true)) put(page_.head(view_));
}

bool ReportOutput::finish() {
  parts_.finish();
  putHead();
  put(page_.tail());
  if (stopped()) return false;
  if (target_.empty() || out_.finish()) return true;
  parts_.stop(out_.error());
  return false;
}

}  // namespace tp::native
