// The arithmetic types of C, as far as print formats need them.
#pragma once

#include <cstdint>
#include <string_view>

namespace tp::kernel {

// An arithmetic type of C (ISO C11, 6.3.1: integer promotions and the usual arithmetic conversions).
struct CType {
  uint8_t size = 4;  // in bytes: 1, 2, 4 or 8
  bool isSigned = true;

  // What `value` is in this type, as 64 bits extended by its sign or by zeros.
  int64_t of(int64_t value) const {
    if (size >= 8) return value;
    const unsigned shift = 64 - 8u * size;
    const uint64_t high = static_cast<uint64_t>(value) << shift;
    return isSigned ? static_cast<int64_t>(high) >> shift : static_cast<int64_t>(high >> shift);
  }
  CType promoted() const { return size < 4 ? CType{} : *this; }
  // Of both sides of an operator.
  static CType common(CType a, CType b) {
    a = a.promoted();
    b = b.promoted();
    if (a.size != b.size) return a.size > b.size ? a : b;
    return {a.size, a.isSigned && b.isSigned};
  }
};

// Bytes of the type of this name; 0 where it is none that is known. `longSize`: of the kernel's long.
uint8_t typeSize(std::string_view name, uint8_t longSize);

}  // namespace tp::kernel
