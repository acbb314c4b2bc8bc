// The words of SQL, for what SQLite itself does not understand.
#pragma once

#include <string_view>
#include <vector>

namespace tp {

struct SqlWord {
  size_t at = 0;  // in the text, in bytes
  std::string_view text;

  size_t end() const { return at + text.size(); }
  // Whether it is this keyword, in whatever case.
  bool is(std::string_view keyword) const;
  // Whether it may be a name: a word, or anything in quotes.
  bool isName() const;
};

// Returns whether a name may consist of this byte: of letters, digits, _ and $, and what is not ASCII.
bool isSqlLetter(char c);
// Returns the words: names, numbers, quoted texts, and other characters one by one; without blanks and comments.
std::vector<SqlWord> sqlWords(std::string_view text);

}  // namespace tp
