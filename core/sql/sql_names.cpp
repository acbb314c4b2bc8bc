#include "core/sql/sql_names.h"

namespace tp {

std::string quotedName(std::string_view name) {
  std::string out = "\"";
  for (char c : name) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

std::string plainName(const SqlWord& word) {
  const char first = word.text.front();
  const char quote = first == '[' ? ']' : first;
  if ((first != '"' && first != '`' && first != '[') || word.text.size() < 2) return std::string(word.text);
  std::string out;
  for (size_t i = 1; i + 1 < word.text.size(); ++i) {
    out += word.text[i];
    if (word.text[i] == quote && word.text[i + 1] == quote) ++i;
  }
  return out;
}

}  // namespace tp
