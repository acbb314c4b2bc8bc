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

// False where the bytes are none that a runtime writes: functions and threads are numbered one after the other, from 1
// on, and what means nothing is zeros. `at` has kBasicRecord bytes.
inline bool isSound(const std::byte* at, const BasicFields& fields) {
  constexpr uint32_t kMaxFunctions = 1u << 24;
  bool known = fields.type == kBasicArgument ||
               (fields.type == kBasicFunction && fields.action <= static_cast<uint8_t>(Action::EnterArgs));
  return known && fields.function > 0 && fields.function < kMaxFunctions && fields.tid > 0 &&
         loadUnchecked<uint64_t>(at + 24, Endian::Little) == 0;
}

// Whether a function's time lies between those of its thread's records before and after it (null: there is none at
// hand). `before`: 0 where there was none.
inline bool isInLine(uint64_t before, uint64_t tsc, const BasicFields* next) {
  // Hours of any TSC; and what those of two CPUs may differ by.
  constexpr uint64_t kLongPause = uint64_t{1} << 46, kSkew = uint64_t{1} << 20;
  auto later = [](uint64_t a, uint64_t b) { return a > b && a - b > kSkew; };
  if (next == nullptr) return before == 0 || (!later(before, tsc) && (tsc < before || tsc - before < kLongPause));
  // Where what follows is out of line as well, time did leap.
  if (later(before, next->tsc)) return true;
  if (before == 0) return !later(tsc, next->tsc) && (next->tsc < tsc || next->tsc - tsc < kLongPause);
  return !later(before, tsc) && !later(tsc, next->tsc);
}

// A record is judged with so many bytes from its beginning on at hand, or the end of the data.
inline constexpr size_t kJudged = 9 * kBasicRecord;

inline constexpr size_t kLookedAhead = 8;

// The thread's next function record in `rest`, near its beginning.
inline bool nextOfThread(Bytes rest, const LogHeader& header, const BasicFields& fields, BasicFields& out) {
  for (size_t i = 0; i < kLookedAhead && rest.size() >= (i + 1) * kBasicRecord; ++i) {
    const std::byte* at = rest.data() + i * kBasicRecord;
    out = readBasic(at, header);
    if (out.type == kBasicFunction && isSound(at, out) && out.tid == fields.tid && out.pid == fields.pid) return true;
  }
  return false;
}

// A thread writes many records at once: of a single one amid those of another thread, the thread is damaged. `rest`:
// what follows the record, whose thread is not known yet. False where there is too little to tell.
inline bool isStray(Bytes rest, const LogHeader& header, const BasicFields& fields) {
  BasicFields first;
  for (size_t i = 0; i < kLookedAhead; ++i) {
    if (rest.size() < (i + 1) * kBasicRecord) return false;
    BasicFields next = readBasic(rest.data() + i * kBasicRecord, header);
    if (i == 0) first = next;
    bool same = next.tid == fields.tid && next.pid == fields.pid;
    if (same || next.tid != first.tid || next.pid != first.pid) return false;
  }
  return true;
}

}  // namespace tp::xray
