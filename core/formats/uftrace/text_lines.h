// The lines of the text files of a directory, which are short and of known kinds: what is cut or damaged is warned of,
// and costs the lines that it touches.
#pragma once

#include <string>
#include <string_view>

#include "core/io/cursor.h"
#include "core/io/warning_log.h"

namespace tp::uftrace {

// Where a file's lines are warned of; nowhere without a log.
struct TextLog {
  WarningLog* warnings = nullptr;  // outlives this
  std::string file;                // path within the FileSet
};

class TextLines {
 public:
  // `text` outlives this. `begin`: where in the file it begins.
  TextLines(std::string_view text, const TextLog& log, uint64_t begin = 0) : lines_(text), log_(log), begin_(begin) {
    cut_ = !text.empty() && text.back() != '\n';
    size_ = text.size();
  }

  // False when there is no further line. One with bytes that no text has, or without its end, has been warned of.
  bool next(std::string_view& line);
  // The last line is not what it should be. It is told once of each.
  void warn(std::string expected, std::string found = "a line that is none");
  // Of the file as a whole.
  void warnFile(std::string expected, std::string found);

 private:
  LineCursor lines_;
  const TextLog& log_;
  uint64_t begin_;
  size_t size_ = 0;
  bool cut_ = false;
  bool told_ = false;  // of the last line
};

// Whether all of `text` is a number of this base.
bool wholeNumber(std::string_view text, int base, uint64_t& value);

}  // namespace tp::uftrace
