// The records of a basic mode log: 32 bytes each; arguments have records of their own.
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
  uint64_t tsc = 0;       // Function records only.
  uint64_t argument = 0;  // Argument records only.
  int64_t tid = 0;
  int64_t pid = 0;  // 0 before version 3.
};

// Reads kBasicRecord bytes from `at`.
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

// Returns false if no runtime writes such bytes: functions and threads are numbered from 1 on, and unused bytes are
// zeros. `at` has kBasicRecord bytes.
inline bool isSound(const std::byte* at, const BasicFields& fields) {
  bool known = fields.type == kBasicArgument ||
               (fields.type == kBasicFunction && fields.action <= static_cast<uint8_t>(Action::EnterArgs));
  return known && numberOf(fields.function) > 0 && fields.tid > 0 &&
         loadUnchecked<uint64_t>(at + 24, Endian::Little) == 0;
}

// What the TSCs of two CPUs may differ by.
inline constexpr uint64_t kBasicSkew = uint64_t{1} << 20;

// Returns whether a function's TSC lies between those of its thread's records before and after it. `before` is 0 if
// there is none before, `next` null if none after it is at hand.
inline bool isInLine(uint64_t before, uint64_t tsc, const BasicFields* next) {
  // Hours of any TSC.
  constexpr uint64_t kLongPause = uint64_t{1} << 46;
  auto later = [](uint64_t a, uint64_t b) { return a > b && a - b > kBasicSkew; };
  if (next == nullptr) return before == 0 || (!later(before, tsc) && (tsc < before || tsc - before < kLongPause));
  // If the next record is earlier than the one before as well, the clock did leap.
  if (later(before, next->tsc)) return true;
  if (before == 0) return !later(tsc, next->tsc) && (next->tsc < tsc || next->tsc - tsc < kLongPause);
  return !later(before, tsc) && !later(tsc, next->tsc);
}

// A record is judged with this many bytes at hand from its beginning on, or with the end of the data.
inline constexpr size_t kJudged = 9 * kBasicRecord;

inline constexpr size_t kLookedAhead = 8;

// Finds the thread's next function record among the first records of `rest`.
inline bool nextOfThread(Bytes rest, const LogHeader& header, const BasicFields& fields, BasicFields& out) {
  for (size_t i = 0; i < kLookedAhead && rest.size() >= (i + 1) * kBasicRecord; ++i) {
    const std::byte* at = rest.data() + i * kBasicRecord;
    out = readBasic(at, header);
    if (out.type == kBasicFunction && isSound(at, out) && out.tid == fields.tid && out.pid == fields.pid) return true;
  }
  return false;
}

// Returns whether a record, whose thread is not known yet, has a damaged thread: a thread writes many records at once,
// so it is not that of a single one amid those of another thread. `rest` is what follows the record. Returns false if
// there are too few records to tell.
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
