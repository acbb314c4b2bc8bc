// Searches for a text regardless of the case of ASCII letters; all other bytes are compared as they are.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace tp {

class FoldedText {
 public:
  explicit FoldedText(std::string_view text);

  // Whether `text` contains the needle. An empty needle is found in every text.
  bool foundIn(std::string_view text) const;

 private:
  std::string text_;  // the needle in lower case
  // For each byte: how far to move if it is the last byte of the place that is compared.
  std::array<uint8_t, 256> advance_;
};

}  // namespace tp
