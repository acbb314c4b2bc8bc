#include "core/text/wanted_text.h"

#include <charconv>

namespace tp {
namespace {

std::string_view longestLetters(std::string_view text) {
  std::string_view longest;
  for (size_t begin = 0; begin < text.size(); ++begin) {
    size_t end = begin;
    while (end < text.size() && isWordLetter(text[end])) ++end;
    if (end - begin > longest.size()) longest = text.substr(begin, end - begin);
    begin = end;
  }
  return longest;
}

}  // namespace

WantedText::WantedText(std::string_view text) : whole(text), letters(longestLetters(text)), foldedLetters(letters) {
  int64_t value = 0;
  const char* end = text.data() + text.size();
  auto read = std::from_chars(text.data(), end, value);
  if (read.ec == std::errc() && read.ptr == end) number = value;
}

}  // namespace tp
