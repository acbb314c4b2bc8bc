// Which rows of a CPU's track something is open on: who runs, and above that softirqs and interrupts.
#pragma once

#include <bit>
#include <cstdint>

#include "core/decode/record.h"

namespace tp::kernel {

// The rows of a CPU's track: who runs, softirqs above that, hard interrupts, which may come within either, and NMIs.
inline constexpr uint16_t kRunningRow = 0, kSoftirqRow = 1, kIrqRow = 2, kNmiRow = 3;

// Of rows 0 to 7. Its bytes may be kept and come back to.
struct OpenRows {
  uint8_t bits = 0;

  // A record of this kind on the track. What begins or ends on a row ends what is open above it.
  void add(RecordKind kind, uint16_t row) {
    if (kind != RecordKind::Begin && kind != RecordKind::End && kind != RecordKind::Cut) return;
    const unsigned bit = 1u << row;
    bits = static_cast<uint8_t>((bits & (bit - 1)) | (kind == RecordKind::Begin ? bit : 0));
  }
  bool any() const { return bits != 0; }
  bool has(uint16_t row) const { return (bits >> row & 1) != 0; }
  // What ends it ends all of them. There is one.
  uint16_t lowest() const { return static_cast<uint16_t>(std::countr_zero(bits)); }
};

}  // namespace tp::kernel
