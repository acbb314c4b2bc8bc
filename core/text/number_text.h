// Appends numbers as text, as printf does but faster, since this runs for every event of a trace.
#pragma once

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace tp {

// Appends `digits`, padded in front to `width` characters. If the filler is '0', it goes between the sign and the
// digits.
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

// Without a prefix; padded with zeros to `width` digits.
inline void appendHex(std::string& out, uint64_t value, size_t width = 0) {
  char text[24];
  char* end = std::to_chars(text, text + sizeof text, value, 16).ptr;
  appendFilled(out, {text, static_cast<size_t>(end - text)}, width, '0');
}

inline std::string hexText(uint64_t value) {
  std::string out;
  appendHex(out, value);
  return out;
}

// Returns the number of decimal digits, at least 1.
inline size_t decimalLength(uint64_t value) {
  static constexpr auto kTens = [] {
    std::array<uint64_t, 20> tens{1};
    for (size_t i = 1; i < tens.size(); ++i) tens[i] = tens[i - 1] * 10;
    return tens;
  }();
  // A binary digit is 1233/4096 of a decimal one. For 64 bits this is exact or one too few, which the table decides.
  const size_t least = static_cast<size_t>(std::bit_width(value | 1)) * 1233 >> 12;
  return least + (least < 20 && (value | 1) >= kTens[least] ? 1 : 0);
}

// Writes exactly `length` digits at `at`, which must have room for them, with leading zeros if the number has fewer.
// Two digits at a time; 32-bit values are divided much faster than 64-bit ones.
template <class T>
inline void writeDigits(char* at, T value, size_t length) {
  static constexpr char kPairs[] =
      "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
      "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";
  for (; length >= 2; length -= 2, value /= 100) std::memcpy(at + length - 2, kPairs + value % 100 * 2, 2);
  if (length > 0) *at = static_cast<char>('0' + value % 10);
}

}  // namespace tp
