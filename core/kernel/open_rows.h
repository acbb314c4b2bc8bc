// Which rows of a CPU's track have something open.
#pragma once

#include <bit>
#include <cstdint>

#include "core/decode/record.h"

namespace tp::kernel {

// The rows of a CPU's track: which thread runs, then softirqs, hard interrupts (which may come within either), and
// NMIs.
inline constexpr uint16_t kRunningRow = 0, kSoftirqRow = 1, kIrqRow = 2, kNmiRow = 3;

// A set of rows 0 to 7. `bits` may be saved and restored.
struct OpenRows {
  uint8_t bits = 0;

  // Takes a record of the track. What begins or ends on a row ends what is open on higher rows.
  void add(RecordKind kind, uint16_t row) {
    if (kind != RecordKind::Begin && kind != RecordKind::End && kind != RecordKind::Cut) return;
    const unsigned bit = 1u << row;
    bits = static_cast<uint8_t>((bits & (bit - 1)) | (kind == RecordKind::Begin ? bit : 0));
  }
  bool any() const { return bits != 0; }
  bool has(uint16_t row) const { return (bits >> row & 1) != 0; }
  // Returns the lowest open row, whose end ends all. Requires any().
  uint16_t lowest() const { return static_cast<uint16_t>(std::countr_zero(bits)); }
};

}  // namespace tp::kernel
