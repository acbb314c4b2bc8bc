// Letters without their case, to compare what people type.
#pragma once

#include <cctype>

namespace tp::ui {

// Returns an ASCII letter in lower case, any other byte as it is.
inline char folded(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

}  // namespace tp::ui
