// The lines of a directory's text files. Lines that are cut or damaged are warned of; only the affected lines are lost.
#pragma once

#include <string>
#include <string_view>

#include "core/io/cursor.h"
#include "core/io/warning_log.h"

namespace tp::uftrace {

// Where damaged lines are warned of. Without a log, there are no warnings.
struct TextLog {
  WarningLog* warnings = nullptr;  // Outlives this object. May be null.
  std::string file;                // Path within the FileSet.
};

class TextLines {
 public:
  // `text` and `log` outlive this object. `begin` is the file offset at which `text` begins.
  TextLines(std::string_view text, const TextLog& log, uint64_t begin = 0) : lines_(text), log_(log), begin_(begin) {
    cut_ = !text.empty() && text.back() != '\n';
    size_ = text.size();
  }

  // Returns false if there is no further line. A line with bytes that no text has, or without its newline, has been
  // warned of already.
  bool next(std::string_view& line);
  // Warns of the last line. Only the first warning of each line is kept.
  void warn(std::string expected, std::string found = "a line that is none");
  // Warns of the file as a whole.
  void warnFile(std::string expected, std::string found);

 private:
  LineCursor lines_;
  const TextLog& log_;
  uint64_t begin_;
  size_t size_ = 0;
  bool cut_ = false;
  bool told_ = false;  // The last line has been warned of.
};

// Returns whether all of `text` is a number in this base, and stores it in `value`.
bool wholeNumber(std::string_view text, int base, uint64_t& value);

}  // namespace tp::uftrace
