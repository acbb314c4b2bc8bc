// A file of sources as lines. Its bytes may be anything: what is no text is told, and long lines are cut.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tp::ui {

class SourceText {
 public:
  static constexpr size_t kMaxBytes = size_t{8} << 20;  // that are kept of a file
  static constexpr size_t kMaxColumns = 2000;           // that are shown of a line

  SourceText() = default;
  // Keeps the first kMaxBytes. `size`: of the whole file.
  SourceText(std::string bytes, uint64_t size);

  // Finds the lines of some more bytes. Returns whether there are more.
  bool readOn();
  bool isText() const { return isText_; }
  // Whether the file goes on behind what is kept.
  bool cut() const { return size_ > bytes_.size(); }
  uint64_t size() const { return size_; }

  // Whether all lines of what is kept were found.
  bool done() const { return at_ == bytes_.size(); }
  // Those that were found so far. They are numbered from 0 on here.
  size_t lines() const { return lines_.size(); }
  // Returns the line with spaces in the place of tabs, cut after kMaxColumns characters.
  std::string shown(size_t number) const;
  // Whether the line begins within a comment between /* and */.
  bool beginsInComment(size_t number) const { return lines_[number].inComment; }
  // The columns of the longest line, at least.
  size_t columns() const { return columns_; }

 private:
  struct Line {
    uint32_t begin : 31;
    uint32_t inComment : 1;
  };
  // What a byte lies in, as far as that tells comments from other text.
  enum class In : uint8_t { Code, Slash, LineComment, Comment, Star, Text, Escape };

  std::string_view line(size_t number) const;
  void step(char byte);

  std::string bytes_;
  uint64_t size_ = 0;
  bool isText_ = true;
  std::vector<Line> lines_;
  size_t columns_ = 0;
  size_t at_ = 0;     // bytes that were read
  size_t width_ = 0;  // of the line that is being read, in columns at most
  In in_ = In::Code;
  char quote_ = 0;  // that ends the text, in In::Text
};

// Of which kind a part of a line of C or C++ is.
enum class CodeKind : uint8_t { Plain, Keyword, Comment, Text };
struct CodeRun {
  size_t end = 0;  // in bytes, from the beginning of the line
  CodeKind kind = CodeKind::Plain;
};
// The parts of a line in order. `inComment`: it begins within a comment.
std::vector<CodeRun> codeRuns(std::string_view line, bool inComment);
// Whether the file's name is that of sources in C or C++.
bool isCode(std::string_view path);

}  // namespace tp::ui
