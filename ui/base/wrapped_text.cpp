#include "ui/base/wrapped_text.h"

#include <algorithm>
#include <cfloat>

#include "core/text/characters.h"
#include "ui/base/canvas.h"

namespace tp::ui {

void WrappedText::lay(const std::string& text, ImFont* font, float size, float width) {
  if (font == font_ && size == size_ && width == width_ && text == text_) return;
  text_ = text;
  font_ = font;
  size_ = size;
  width_ = width;
  lines_.clear();
  const std::string_view all = text_;
  for (size_t begin = 0, number = 1;; ++number) {
    const size_t feed = std::min(all.find('\n', begin), all.size());
    bool first = true;
    do {
      size_t end = begin + wrapAt(font, size, all.substr(begin, feed - begin), width);
      // Blanks where a line is broken stay at its end.
      while (end < feed && all[end] == ' ') ++end;
      lines_.push_back({begin, end, first ? number : 0, end < feed});
      begin = end;
      first = false;
    } while (begin < feed);
    if (feed == all.size()) return;
    begin = feed + 1;
  }
}

size_t WrappedText::lineOf(size_t at) const {
  const auto after = std::upper_bound(lines_.begin(), lines_.end(), at,
                                      [](size_t place, const Line& line) { return place < line.begin; });
  return static_cast<size_t>(after - lines_.begin()) - 1;
}

float WrappedText::xOf(size_t at) const {
  const Line& line = lines_[lineOf(at)];
  return widthOf(std::string_view(text_).substr(line.begin, std::min(at, line.end) - line.begin));
}

size_t WrappedText::placeAt(size_t line, float x) const {
  const size_t begin = lines_[line].begin, last = lastOf(line);
  float before = 0;
  for (size_t at = begin; at < last;) {
    const size_t next = nextCharacter(text_, at + 1);
    const float wide = widthOf(std::string_view(text_).substr(at, next - at));
    if (x < before + wide / 2) return at;
    before += wide;
    at = next;
  }
  return last;
}

size_t WrappedText::lastOf(size_t line) const {
  const Line& one = lines_[line];
  return one.goesOn && one.end > one.begin ? characterStart(text_, one.end - 1) : one.end;
}

float WrappedText::widthOf(std::string_view text) const {
  if (text.empty()) return 0;
  return font_->CalcTextSizeA(size_, FLT_MAX, 0, text.data(), text.data() + text.size()).x;
}

}  // namespace tp::ui
