#include "core/formats/xray/log_header.h"

#include <algorithm>

#include "core/formats/xray/basic_records.h"
#include "core/formats/xray/header_guess.h"

namespace tp::xray {
namespace {

// Counts how many of the first buffer's initial records, and its size before them, are in their places, read by `bits`.
int marksOfBuffer(Bytes head, const LogHeader& header, Bits bits) {
  int found = 0;
  size_t at = LogHeader::kSize;
  for (Kind kind : {Kind::Extents, Kind::NewBuffer, Kind::Walltime}) {
    if (kind == Kind::Extents && header.version == 1) continue;
    if (head.size() - at < kMetadataSize) break;
    found += isMetadata(head[at], bits) && metadataKind(head[at], bits) == kind;
    at += kMetadataSize;
  }
  return found;
}

constexpr size_t kFlagsAt = 4, kOriginAt = 24;
// These bits of the flags, which LLVM does not read, hold a sum of the origin.
constexpr int kSumShift = 8;
constexpr uint32_t kSumMask = uint32_t{0xffff} << kSumShift;

uint32_t sumOf(uint64_t origin) {
  constexpr uint64_t kSeed = 0x6375;
  return static_cast<uint32_t>((origin ^ origin >> 16 ^ origin >> 32 ^ origin >> 48 ^ kSeed) & 0xffff) << kSumShift;
}

bool readAs(Bytes head, uint64_t size, Endian endian, LogHeader& out) {
  Cursor cursor(head, endian);
  out = LogHeader{};
  out.endian = endian;
  out.version = cursor.u16();
  uint16_t type = cursor.u16();
  uint32_t flags = cursor.u32();
  out.frequency = cursor.u64();
  out.bufferSize = cursor.u64();
  const uint64_t origin = cursor.u64();
  if (origin != 0 && (flags & kSumMask) == sumOf(origin)) out.origin = origin;
  cursor.seek(LogHeader::kSize);
  if (cursor.failed() || out.version == 0 || out.frequency > kMaxHz) return false;
  // Every runtime sets both bits, constant and nonstop TSC. In a big-endian word they may be the high bits.
  if ((flags & 3) == 0 && (flags >> 30) == 0) return false;
  if (type == 0 && out.version <= kLastBasic) {
    out.mode = Mode::Basic;
    if (size == LogHeader::kSize) return true;
    // The first record may be damaged.
    Bytes second = head.subspan(std::min<size_t>(head.size(), LogHeader::kSize + kBasicRecord));
    if (isBasicRecord(second, endian)) return true;
    // Of a log that was cut within its first record, only the header tells.
    if (size < LogHeader::kSize + kBasicRecord) return out.frequency > 0;
    uint16_t first = cursor.u16();
    // If the log was cut, the first record has to be valid.
    return !cursor.failed() && first <= 1 &&
           ((size - LogHeader::kSize) % kBasicRecord == 0 || isBasicRecord(head.subspan(LogHeader::kSize), endian));
  }
  if (type != 1 || out.version > kLastFdr) return false;
  out.mode = Mode::FlightRecorder;
  if (size == LogHeader::kSize) return true;
  // The file was cut since it was opened.
  if (head.size() <= LogHeader::kSize) return false;
  if (areBasicRecords(head.subspan(LogHeader::kSize), size, endian)) {
    out.mode = Mode::Basic;
    out.namedFdr = true;
    return true;
  }
  // The first of these records may be damaged, and with it the next one.
  const int low = marksOfBuffer(head, out, Bits::FromLow);
  const int high = endian == Endian::Big ? marksOfBuffer(head, out, Bits::FromHigh) : 0;
  out.bits = low >= high ? Bits::FromLow : Bits::FromHigh;
  const Kind begins = out.version == 1 ? Kind::NewBuffer : Kind::Extents;
  const bool undamaged =
      isMetadata(head[LogHeader::kSize], out.bits) && metadataKind(head[LogHeader::kSize], out.bits) == begins;
  return undamaged || (out.frequency > 0 && std::max(low, high) > 0);
}

bool isDraftIn(Bytes head, Endian endian) {
  Cursor cursor(head, endian);
  const uint16_t version = cursor.u16(), type = cursor.u16();
  const uint32_t flags = cursor.u32();
  return cursor.u64() <= kMaxHz && !cursor.failed() && version == kLastBasic + 1 && type == 0 && (flags & 3) == 3;
}

}  // namespace

void storeOrigin(uint64_t origin, Endian endian, std::span<std::byte> header) {
  const uint32_t flags = loadUnchecked<uint32_t>(header.data() + kFlagsAt, endian);
  storeUnchecked((flags & ~kSumMask) | sumOf(origin), endian, header.data() + kFlagsAt);
  storeUnchecked(origin, endian, header.data() + kOriginAt);
}

bool isDraft(Bytes head) {
  return isDraftIn(head, Endian::Little) || isDraftIn(head, Endian::Big);
}

bool readLogHeader(Bytes head, uint64_t size, LogHeader& out) {
  if (isDraft(head)) return false;
  return readAs(head, size, Endian::Little, out) || readAs(head, size, Endian::Big, out) ||
         guessHeader(head, size, out);
}

}  // namespace tp::xray
