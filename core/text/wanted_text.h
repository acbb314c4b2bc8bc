// A text that is looked for in the words of records, and what tells of most records that they can't hold it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/text/folded_text.h"

namespace tp {

// Letters that no number is written with, to whatever base: not a to f, nor the x of 0x.
inline bool isWordLetter(char c) {
  char lower = static_cast<char>(c | 0x20);
  return lower >= 'g' && lower <= 'z' && lower != 'x';
}

struct WantedText {
  explicit WantedText(std::string_view text);

  FoldedText whole;
  // The longest run of word letters in it, which no number has a part in. Empty where it has none: it may be anywhere.
  std::string letters;
  FoldedText foldedLetters;
  // What the text says where it is a number.
  std::optional<int64_t> number;
};

}  // namespace tp
