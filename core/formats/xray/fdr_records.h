// The records of a Flight Data Recorder log: 8 bytes for a function, 16 for metadata.
// Source: LLVM's "XRay Flight Data Recorder Trace Format", and compiler-rt/lib/xray/xray_fdr_log_records.h for what
// came after version 1.
#pragma once

#include "core/formats/xray/log_header.h"

namespace tp::xray {

enum class Kind : uint8_t {
  NewBuffer = 0,
  EndOfBuffer = 1,
  NewCpu = 2,
  TscWrap = 3,
  Walltime = 4,
  Custom = 5,
  CallArgument = 6,
  Extents = 7,
  Typed = 8,
  Pid = 9,
};

enum class Action : uint8_t { Enter = 0, Exit = 1, TailExit = 2, EnterArgs = 3 };

inline bool isEntry(Action action) {
  return action == Action::Enter || action == Action::EnterArgs;
}

// The id of a function tells of which object it is, and its number there, from 1 on. Object 0 is the program; libraries
// that were built with -fxray-shared (LLVM 20 and later) are objects 1 to 255, in the order in which they were loaded.
// A flight data recorder log keeps only the lowest 4 bits of the object.
// Source: compiler-rt/lib/xray/xray_interface_internal.h (XRayNFnBits, UnpackId).
inline constexpr uint32_t kNumberBits = 24;
inline constexpr uint32_t kMaxObject = 255;

inline uint32_t objectOf(uint32_t id) {
  return id >> kNumberBits;
}
inline uint32_t numberOf(uint32_t id) {
  return id & ((uint32_t{1} << kNumberBits) - 1);
}

inline constexpr size_t kFunctionSize = 8;
inline constexpr size_t kMetadataSize = 16;

inline bool isMetadata(std::byte first, Bits bits) {
  return bits == Bits::FromLow ? (static_cast<uint8_t>(first) & 1) != 0 : (static_cast<uint8_t>(first) & 0x80) != 0;
}

inline Kind metadataKind(std::byte first, Bits bits) {
  uint8_t byte = static_cast<uint8_t>(first);
  return static_cast<Kind>(bits == Bits::FromLow ? byte >> 1 : byte & 0x7f);
}

struct FunctionRecord {
  Action action = Action::Enter;
  uint32_t id = 0;
  uint32_t delta = 0;
};

// Reads kFunctionSize bytes from `at`, which must be there.
inline FunctionRecord readFunction(const std::byte* at, const LogHeader& header) {
  uint32_t word = loadUnchecked<uint32_t>(at, header.endian);
  FunctionRecord out;
  if (header.bits == Bits::FromLow && header.endian == Endian::Big) {
    // LLVM's tools take the discriminant from the first byte, and the rest from the word as a number.
    out.action = static_cast<Action>(word >> 1 & 7);
    out.id = word >> 4 & 0xfffff;
  } else if (header.bits == Bits::FromLow) {
    out.action = static_cast<Action>(word >> 1 & 7);
    out.id = word >> 4;
  } else {
    out.action = static_cast<Action>(word >> 28 & 7);
    out.id = word & 0x0fffffff;
  }
  out.delta = loadUnchecked<uint32_t>(at + 4, header.endian);
  return out;
}

}  // namespace tp::xray
