// Numbers as text, appended: what printf does, without its cost for every event of a trace.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace tp {

// Digits that are filled up to `width`, after a sign where there is one when the filler is '0'.
inline void appendFilled(std::string& out, std::string_view digits, size_t width, char filler) {
  if (digits.size() >= width) {
    out += digits;
    return;
  }
  bool sign = filler == '0' && !digits.empty() && digits[0] == '-';
  if (sign) out += '-';
  out.append(width - digits.size(), filler);
  out += digits.substr(sign ? 1 : 0);
}

template <class T>
inline void appendDecimal(std::string& out, T value, size_t width = 0, char filler = ' ') {
  char text[24];
  char* end = std::to_chars(text, text + sizeof text, value).ptr;
  appendFilled(out, {text, static_cast<size_t>(end - text)}, width, filler);
}

// Without a prefix.
inline void appendHex(std::string& out, uint64_t value, size_t width = 0) {
  char text[24];
  char* end = std::to_chars(text, text + sizeof text, value, 16).ptr;
  appendFilled(out, {text, static_cast<size_t>(end - text)}, width, '0');
}

}  // namespace tp
