// The 32 bytes that every XRay log begins with, and in which byte order and bit order the rest is.
// Source: LLVM's "XRay Flight Data Recorder Trace Format" (header), and compiler-rt/include/xray/xray_records.h.
#pragma once

#include <cstdint>

#include "core/io/cursor.h"

namespace tp::xray {

// The last versions that there are.
inline constexpr uint16_t kLastFdr = 5;
inline constexpr uint16_t kLastBasic = 3;
// Nobody's TSC is faster; a file that says otherwise is something else.
inline constexpr uint64_t kMaxHz = uint64_t{100} * 1000 * 1000 * 1000;

enum class Mode : uint8_t { Basic, FlightRecorder };

// How the bit fields of FDR records lie. Big-endian logs come in two kinds: as a C compiler lays bit fields out (from
// the most significant bit, as the document says), and as LLVM's own tools read them.
enum class Bits : uint8_t { FromLow, FromHigh };

struct LogHeader {
  static constexpr uint64_t kSize = 32;

  uint16_t version = 0;
  Mode mode = Mode::FlightRecorder;
  Endian endian = Endian::Little;
  Bits bits = Bits::FromLow;
  uint64_t frequency = 0;   // of the TSC, in Hz; 0: not known
  uint64_t bufferSize = 0;  // of FDR version 1
  // Basic records under the header of an FDR log: what `llvm-xray convert -output-format=raw` makes of one.
  bool namedFdr = false;
  // The header is damaged: version and mode are those that the records have, the frequency is 0 where it can't be
  // right.
  bool guessed = false;
};

// `head`: the first 128 bytes of the file or all that there are, `size` the file's. False where that is no XRay log.
// Where the header is none that a runtime writes, the first records tell what it should say, if they are whole.
bool readLogHeader(Bytes head, uint64_t size, LogHeader& out);

}  // namespace tp::xray
