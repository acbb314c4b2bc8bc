// The arithmetic types of C, as far as print formats need them.
#pragma once

#include <cstdint>
#include <string_view>

namespace tp::kernel {

// An arithmetic type of C (ISO C11, 6.3.1: integer promotions and the usual arithmetic conversions).
struct CType {
  uint8_t size = 4;  // in bytes: 1, 2, 4 or 8
  bool isSigned = true;

  // Converts `value` to this type, and extends it to 64 bits by its sign or by zeros.
  int64_t of(int64_t value) const {
    if (size >= 8) return value;
    const unsigned shift = 64 - 8u * size;
    const uint64_t high = static_cast<uint64_t>(value) << shift;
    return isSigned ? static_cast<int64_t>(high) >> shift : static_cast<int64_t>(high >> shift);
  }
  CType promoted() const { return size < 4 ? CType{} : *this; }
  // The common type of both sides of an operator.
  static CType common(CType a, CType b) {
    a = a.promoted();
    b = b.promoted();
    if (a.size != b.size) return a.size > b.size ? a : b;
    return {a.size, a.isSigned && b.isSigned};
  }
};

// Returns the type with this name, of size 0 if it is unknown. `longSize` is the size of the kernel's long.
CType typeNamed(std::string_view name, uint8_t longSize);

}  // namespace tp::kernel
