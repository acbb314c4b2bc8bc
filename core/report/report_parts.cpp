#include "core/report/report_parts.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/report/packed_text.h"
#include "core/report/page_text.h"
#include "core/text/visible_text.h"

namespace tp {
namespace {

// Whether a browser reads the text of an attribute as what was written.
bool isAttribute(std::string_view path) {
  const auto isControl = [](char c) { return static_cast<unsigned char>(c) < 32 || c == 127; };
  return std::none_of(path.begin(), path.end(), isControl) && validUtf8(path) == path;
}

}  // namespace

void ReportParts::stop(std::string why) {
  if (error_.empty()) error_ = std::move(why);
}

void ReportParts::begin(std::string_view path) {
  endFile();
  if (stopped()) return;
  path_ = folder_ + (name_.empty() ? std::string(path) : std::exchange(name_, {}));
  if (!isAttribute(path_)) stop(path_ + ": a page can't hold a file of such a name");
  ++files_;
}

void ReportParts::write(Bytes bytes) {
  if (stopped() || path_.empty()) return;
  bytes_ += bytes.size();
  while (!bytes.empty()) {
    const size_t taken = std::min(bytes.size(), kPart - part_.size());
    part_.insert(part_.end(), bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(taken));
    bytes = bytes.subspan(taken);
    if (part_.size() == kPart) endPart();
  }
}

void ReportParts::endPart() {
  if (stopped()) return;
  const std::optional<std::string> packed = packedText(part_);
  if (!packed) return stop(path_ + ": there is no memory to compress it");
  put_("<script type=\"application/octet-stream;base64\" data-trace-file=\"" + attributeText(path_) +
       "\" data-size=\"" + std::to_string(part_.size()) + "\" data-packed=\"gzip\">" + *packed + "</script>\n");
  part_.clear();
  ++parts_;
}

void ReportParts::endFile() {
  // An empty file is there, too.
  if (!path_.empty() && (parts_ == 0 || !part_.empty())) endPart();
  path_.clear();
  parts_ = 0;
}

bool ReportParts::finish() {
  endFile();
  return !stopped();
}

}  // namespace tp
