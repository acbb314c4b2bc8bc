// How a text lies in lines of a width: lines that are too long go on below.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tp::ui {

// All places are in bytes, all widths in pixels.
class WrappedText {
 public:
  struct Line {
    size_t begin = 0, end = 0;  // without the line feed
    size_t number = 0;          // of the line in the text, from 1; 0: the line before goes on
    bool goesOn = false;        // in the next line
  };

  // Does nothing if the text is laid out in this way already.
  void lay(const std::string& text, ImFont* font, float size, float width);

  const std::string& text() const { return text_; }
  // There is one at least.
  const std::vector<Line>& lines() const { return lines_; }
  std::string_view textOf(const Line& line) const {
    return std::string_view(text_).substr(line.begin, line.end - line.begin);
  }
  // Where the line is, and how far from its beginning, that a place of the text is in.
  size_t lineOf(size_t at) const;
  float xOf(size_t at) const;
  // The place of a line that is nearest to `x`.
  size_t placeAt(size_t line, float x) const;
  // The last place of a line: where the line goes on, before the blank at its end.
  size_t lastOf(size_t line) const;

 private:
  float widthOf(std::string_view text) const;

  std::string text_;
  ImFont* font_ = nullptr;
  float size_ = 0, width_ = 0;
  std::vector<Line> lines_ = {{0, 0, 1, false}};
};

}  // namespace tp::ui
