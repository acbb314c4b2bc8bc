#include "core/text/folded_text.h"

#include <algorithm>

namespace tp {
namespace {

constexpr std::array<char, 256> makeLower() {
  std::array<char, 256> lower{};
  for (int c = 0; c < 256; ++c) lower[static_cast<size_t>(c)] = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  return lower;
}
constexpr std::array<char, 256> kLower = makeLower();

char lower(char c) {
  return kLower[static_cast<unsigned char>(c)];
}

}  // namespace

FoldedText::FoldedText(std::string_view text) {
  for (char c : text) text_ += lower(c);
  size_t size = text_.size();
  advance_.fill(static_cast<uint8_t>(std::min<size_t>(std::max<size_t>(size, 1), 255)));
  for (size_t i = 0; i + 1 < size; ++i) {
    uint8_t left = static_cast<uint8_t>(std::min<size_t>(size - 1 - i, 255));
    advance_[static_cast<unsigned char>(text_[i])] = left;
    if (text_[i] >= 'a' && text_[i] <= 'z') advance_[static_cast<unsigned char>(text_[i] - 32)] = left;
  }
}

// Boyer-Moore-Horspool: most places are excluded by their last byte.
bool FoldedText::foundIn(std::string_view text) const {
  size_t size = text_.size();
  if (size == 0) return true;
  for (size_t end = size; end <= text.size();) {
    char last = text[end - 1];
    if (lower(last) == text_.back()) {
      size_t i = 0;
      while (i + 1 < size && lower(text[end - size + i]) == text_[i]) ++i;
      if (i + 1 == size) return true;
    }
    end += advance_[static_cast<unsigned char>(last)];
  }
  return false;
}

}  // namespace tp
