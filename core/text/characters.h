// Characters of texts in UTF-8, which may be invalid: a byte that begins no sequence belongs to the character before
// it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace tp {

// Whether the byte goes on with a sequence.
constexpr bool continuesCharacter(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

// Where the character begins to which the byte at `at` belongs; `at` itself if the text ends before. In bytes.
constexpr size_t characterStart(std::string_view text, size_t at) {
  while (at > 0 && at < text.size() && continuesCharacter(text[at])) --at;
  return at;
}

// Where the first character begins that does so at `at` or behind; the length of the text if there is none. In bytes.
constexpr size_t nextCharacter(std::string_view text, size_t at) {
  while (at < text.size() && continuesCharacter(text[at])) ++at;
  return at;
}

constexpr size_t characterCount(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return !continuesCharacter(c); }));
}

}  // namespace tp
