// The records of a basic mode log: 32 bytes each, arguments in records of their own.
// Source: compiler-rt/include/xray/xray_records.h (XRayRecord, XRayArgPayload).
#pragma once

#include "core/formats/xray/fdr_records.h"

namespace tp::xray {

inline constexpr size_t kBasicRecord = 32;
inline constexpr uint16_t kBasicFunction = 0;
inline constexpr uint16_t kBasicArgument = 1;

struct BasicFields {
  uint16_t type = 0;
  uint8_t cpu = 0;
  uint8_t action = 0;
  uint32_t function = 0;
  uint64_t tsc = 0;       // of a function
  uint64_t argument = 0;  // of an argument
  int64_t tid = 0;
  int64_t pid = 0;  // from version 3 on
};

// `at` has kBasicRecord bytes.
inline BasicFields readBasic(const std::byte* at, const LogHeader& header) {
  BasicFields out;
  out.type = loadUnchecked<uint16_t>(at, header.endian);
  out.cpu = static_cast<uint8_t>(at[2]);
  out.action = static_cast<uint8_t>(at[3]);
  out.function = loadUnchecked<uint32_t>(at + 4, header.endian);
  bool argument = out.type == kBasicArgument;
  const std::byte* thread = at + (argument ? 8 : 16);
  out.tid = loadUnchecked<uint32_t>(thread, header.endian);
  out.pid = header.version >= 3 ? loadUnchecked<uint32_t>(thread + 4, header.endian) : 0;
  (argument ? out.argument : out.tsc) = loadUnchecked<uint64_t>(at + (argument ? 16 : 8), header.endian);
  return out;
}

}  // namespace tp::xray
