// Looks for a text in others whatever the case of its letters (of ASCII; all else is compared byte by byte).
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace tp {

class FoldedText {
 public:
  explicit FoldedText(std::string_view text);

  // Everything holds the empty text.
  bool foundIn(std::string_view text) const;

 private:
  std::string text_;                  // in lower case
  std::array<uint8_t, 256> advance_;  // how far to move on where a place's last byte is this one
};

}  // namespace tp
