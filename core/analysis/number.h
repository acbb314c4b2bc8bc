// Numbers as users and traces write them. Integers are exact.
#pragma once

#include <cstdint>
#include <string_view>

namespace tp {

struct Number {
  bool negative = false;
  bool whole = true;       // the number is an integer: `magnitude` has all of it
  uint64_t magnitude = 0;  // valid only if `whole`
  double value = 0;

  static Number of(int64_t value);
  static Number ofUnsigned(uint64_t value);
};

// Returns a value less than, equal to or greater than 0.
int compare(const Number& a, const Number& b);

// Parses the number that `text` begins with: a decimal number, perhaps with a fraction and an exponent with its
// sign ("1.5e-07"), or a hexadecimal one after 0x (with `hex`, also without 0x). Sets `length` to the bytes that it
// takes. Returns false if there is none.
bool parseNumber(std::string_view text, Number& out, size_t& length, bool hex = false);

// Returns the number times `factor`; it is `whole` if the product is an integer.
Number scaled(const Number& number, double factor);

}  // namespace tp
