#include "core/text/sql_words.h"

#include <algorithm>

namespace tp {
namespace {

char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
}

// Returns the position behind what is quoted from `at` on. A quote is doubled within.
size_t endOfQuoted(std::string_view text, size_t at) {
  const char quote = text[at] == '[' ? ']' : text[at];
  for (size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] != quote) continue;
    if (quote == ']' || i + 1 >= text.size() || text[i + 1] != quote) return i + 1;
    ++i;
  }
  return text.size();
}

// Returns the position behind blanks and comments.
size_t behindBlanks(std::string_view text, size_t at) {
  for (;;) {
    at = std::min(text.find_first_not_of(" \t\r\n\f", at), text.size());
    const std::string_view rest = text.substr(at, 2);
    if (rest == "--") {
      at = std::min(text.find('\n', at), text.size());
    } else if (rest == "/*") {
      const size_t end = text.find("*/", at + 2);
      at = end == std::string_view::npos ? text.size() : end + 2;
    } else {
      return at;
    }
  }
}

}  // namespace

bool isSqlLetter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  const unsigned letter = (byte | 32u) - 'a', digit = byte - unsigned{'0'};
  return letter < 26 || digit < 10 || byte == '_' || byte == '$' || byte >= 128;
}

bool SqlWord::is(std::string_view keyword) const {
  return std::equal(text.begin(), text.end(), keyword.begin(), keyword.end(),
                    [](char a, char b) { return upper(a) == b; });
}

bool SqlWord::isName() const {
  return isSqlLetter(text.front()) || text.front() == '"' || text.front() == '`' || text.front() == '[';
}

std::vector<SqlWord> sqlWords(std::string_view text) {
  std::vector<SqlWord> words;
  for (size_t at = behindBlanks(text, 0); at < text.size(); at = behindBlanks(text, at)) {
    size_t end = at + 1;
    if (std::string_view("'\"`[").find(text[at]) != std::string_view::npos)
      end = endOfQuoted(text, at);
    else
      while (isSqlLetter(text[at]) && end < text.size() && isSqlLetter(text[end])) ++end;
    words.push_back({at, text.substr(at, end - at)});
    at = end;
  }
  return words;
}

}  // namespace tp
