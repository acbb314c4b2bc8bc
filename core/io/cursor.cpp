#include "core/io/cursor.h"

namespace tp {

void Cursor::seek(size_t position) {
  if (position > bytes_.size()) {
    failed_ = true;
    return;
  }
  position_ = position;
}

Bytes Cursor::bytes(uint64_t count) {
  if (!take(count)) return {};
  return bytes_.subspan(position_ - static_cast<size_t>(count), static_cast<size_t>(count));
}

std::string_view Cursor::cString() {
  if (failed_ || atEnd()) {
    failed_ = true;
    return {};
  }
  std::string_view rest = asText(bytes_.subspan(position_));
  size_t nul = rest.find('\0');
  if (nul == std::string_view::npos) {
    failed_ = true;
    return {};
  }
  position_ += nul + 1;
  return rest.substr(0, nul);
}

bool LineCursor::next(std::string_view& line) {
  if (position_ >= text_.size()) return false;
  offset_ = position_;
  size_t end = text_.find('\n', position_);
  if (end == std::string_view::npos) end = text_.size();
  line = text_.substr(position_, end - position_);
  position_ = end + 1;
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

}  // namespace tp
