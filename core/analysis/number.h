// Numbers as people and traces write them, exact where they are whole.
#pragma once

#include <cstdint>
#include <string_view>

namespace tp {

struct Number {
  bool negative = false;
  bool whole = true;       // magnitude is all of it
  uint64_t magnitude = 0;  // only where whole
  double value = 0;

  static Number of(int64_t value);
  static Number ofUnsigned(uint64_t value);
};

// < 0, 0 or > 0.
int compare(const Number& a, const Number& b);

// A decimal number, perhaps with a fraction, or one in hexadecimal after 0x (or without it, where `hex`), that `text`
// begins with; `length`: how much of the text it is. False where it begins with none.
bool parseNumber(std::string_view text, Number& out, size_t& length, bool hex = false);

// Times `factor`; whole where the result is.
Number scaled(const Number& number, double factor);

}  // namespace tp
