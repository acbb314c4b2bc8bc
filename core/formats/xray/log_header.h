// The header of 32 bytes of every XRay log, and the byte order and bit order of the rest.
// Source: LLVM's "XRay Flight Data Recorder Trace Format" (header), and compiler-rt/include/xray/xray_records.h.
#pragma once

#include <cstdint>
#include <span>

#include "core/io/cursor.h"

namespace tp::xray {

// The last versions that exist.
inline constexpr uint16_t kLastFdr = 5;
inline constexpr uint16_t kLastBasic = 3;
// No TSC is faster; a file with a higher frequency is no log.
inline constexpr uint64_t kMaxHz = uint64_t{100} * 1000 * 1000 * 1000;

enum class Mode : uint8_t { Basic, FlightRecorder };

// How the bit fields of FDR records are laid out. There are two kinds of big-endian logs: as a C compiler lays bit
// fields out (from the most significant bit, as the document says), and as LLVM's own tools read them.
enum class Bits : uint8_t { FromLow, FromHigh };

struct LogHeader {
  static constexpr uint64_t kSize = 32;

  uint16_t version = 0;
  Mode mode = Mode::FlightRecorder;
  Endian endian = Endian::Little;
  Bits bits = Bits::FromLow;
  uint64_t frequency = 0;   // Frequency of the TSC in Hz; 0 if not known.
  uint64_t bufferSize = 0;  // In bytes; FDR version 1.
  // TraceInfo::origin, as a cut has it in the last 8 bytes; 0 if there is none.
  uint64_t origin = 0;
  // Basic records under the header of an FDR log: what `llvm-xray convert -output-format=raw` makes of one.
  bool namedFdr = false;
  // The header is damaged: version and mode were derived from the records, and the frequency is 0 if it cannot be
  // right.
  bool guessed = false;
};

// Puts the origin into a header of LogHeader::kSize bytes. Runtimes leave rubbish in the bytes and bits that the format
// does not use, so that bits of the flags confirm it: what LLVM reads stays as it is.
void storeOrigin(uint64_t origin, Endian endian, std::span<std::byte> header);

// Returns whether this is the header of a basic log of version 4, as a draft of LLVM has it
// (llvm/llvm-project, pull request 132416), whose records are not those of the versions before.
bool isDraft(Bytes head);

// `head` has the first 128 bytes of the file or all of them, `size` is the file's. Returns false if this is no XRay
// log. If no runtime writes such a header, it is reconstructed from the first records, if they are intact.
bool readLogHeader(Bytes head, uint64_t size, LogHeader& out);

}  // namespace tp::xray
