#include "native/output/report_output.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/text/visible_text.h"
#include "native/output/packed_text.h"

namespace tp::native {
namespace {

// Whether a browser reads the text of an attribute as what was written.
bool isAttribute(std::string_view path) {
  const auto isControl = [](char c) { return static_cast<unsigned char>(c) < 32 || c == 127; };
  return std::none_of(path.begin(), path.end(), isControl) && validUtf8(path) == path;
}

}  // namespace

bool ReportOutput::prepare(const std::string& path) {
  if (!out_.begin(path)) return error_ = out_.error(), false;
  target_ = path;
  return true;
}

void ReportOutput::put(std::string_view text) {
  bytes_ += text.size();
  if (stopped() || target_.empty()) return;
  out_.write(text);
  // A disk that is full stays full: what is left need not be read.
  if (std::ferror(out_.file()) != 0) error_ = target_ + ": " + std::strerror(errno);
}

void ReportOutput::putHead() {
  if (std::exchange(headDone_, true)) return;
  put(page_.before());
  put("<div id=\"inner-trace\" hidden data-view=\"" + attributeText(view_) + "\">\n");
}

void ReportOutput::begin(std::string_view path) {
  endFile();
  if (stopped()) return;
  path_ = folder_ + (name_.empty() ? std::string(path) : std::exchange(name_, {}));
  if (!isAttribute(path_)) error_ = path_ + ": a page can't hold a file of such a name";
  ++files_;
}

void ReportOutput::write(Bytes bytes) {
  if (stopped() || path_.empty()) return;
  cutBytes_ += bytes.size();
  while (!bytes.empty()) {
    const size_t taken = std::min(bytes.size(), kPart - part_.size());
    part_.insert(part_.end(), bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(taken));
    bytes = bytes.subspan(taken);
    if (part_.size() == kPart) endPart();
  }
}

void ReportOutput::endPart() {
  if (stopped()) return;
  putHead();
  const std::optional<std::string> packed = packedText(part_);
  if (!packed) {
    error_ = path_ + ": there is no memory to compress it";
    return;
  }
  put("<script type=\"application/octet-stream;base64\" data-trace-file=\"" + attributeText(path_) + "\" data-size=\"" +
      std::to_string(part_.size()) + "\" data-packed=\"gzip\">");
  put(*packed);
  put("</script>\n");
  part_.clear();
  ++parts_;
}

void ReportOutput::endFile() {
  // An empty file is there, too.
  if (!path_.empty() && (parts_ == 0 || !part_.empty())) endPart();
  path_.clear();
  parts_ = 0;
}

bool ReportOutput::finish() {
  endFile();
  putHead();
  put("</div>");
  put(page_.behind());
  if (stopped()) return false;
  if (target_.empty() || out_.finish()) return true;
  error_ = out_.error();
  return false;
}

}  // namespace tp::native
