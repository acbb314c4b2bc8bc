// A text that is searched for in the text of records, prepared so that most records can be excluded quickly.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/text/folded_text.h"

namespace tp {

// Whether `c` is a letter that is in no number, whatever its base: not a to f, nor the x of 0x.
inline bool isWordLetter(char c) {
  char lower = static_cast<char>(c | 0x20);
  return lower >= 'g' && lower <= 'z' && lower != 'x';
}

struct WantedText {
  explicit WantedText(std::string_view text);

  // The needle.
  FoldedText whole;
  // Its longest run of word letters; a number contains no part of it. Empty if it has none, and then any part of a
  // record may contain the needle.
  std::string letters;
  FoldedText foldedLetters;
  // Its value, if the needle is a decimal number.
  std::optional<int64_t> number;
};

}  // namespace tp
