// Words in a row, as lists in sentences and as what was typed.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tp {

// Returns the words with `between` between each two.
inline std::string joinedWords(std::span<const std::string> words, std::string_view between) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += between;
    text += word;
  }
  return text;
}

}  // namespace tp
