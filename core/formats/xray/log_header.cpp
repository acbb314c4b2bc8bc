#include "core/formats/xray/log_header.h"

#include <algorithm>

namespace tp::xray {
namespace {

constexpr uint16_t kLastFdr = 5;
constexpr uint16_t kLastBasic = 3;
constexpr uint64_t kBasicRecord = 32;
// Nobody's TSC is faster; a file that says otherwise is something else.
constexpr uint64_t kMostHz = uint64_t{100} * 1000 * 1000 * 1000;

// The first record, where the header promises another kind.
bool isBasicRecord(Bytes record, Endian endian) {
  constexpr uint32_t kMostIds = uint32_t{1} << 28;
  Cursor cursor(record, endian);
  uint16_t type = cursor.u16();
  cursor.skip(1);
  uint8_t action = cursor.u8();
  uint32_t function = cursor.u32();
  uint64_t tsc = cursor.u64();
  uint32_t tid = cursor.u32();
  cursor.skip(4);
  uint64_t padding = cursor.u64();
  return !cursor.failed() && type == 0 && action <= 3 && function > 0 && function < kMostIds && tsc > 0 && tid > 0 &&
         padding == 0;
}

// Where the first record of the first buffer is damaged, the one behind it, and the next where that is as well, tell.
bool beginsDamaged(Bytes head, const LogHeader& header) {
  constexpr size_t kMetadata = 16, kLooked = 3;
  constexpr uint8_t kNewBuffer = 0 << 1 | 1, kWalltime = 4 << 1 | 1;
  if (header.frequency == 0) return false;
  size_t at = LogHeader::kSize + (header.version == 1 ? 0 : kMetadata);
  if (head.size() < LogHeader::kSize + kLooked * kMetadata) return false;
  auto is = [&](size_t where, uint8_t mark) { return static_cast<uint8_t>(head[where]) == mark; };
  return (header.version > 1 && is(at, kNewBuffer)) || is(at + kMetadata, kWalltime);
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
  cursor.seek(LogHeader::kSize);
  if (cursor.failed() || out.version == 0 || out.frequency > kMostHz) return false;
  // Both bits, constant and nonstop TSC, are set by every runtime that there is; in the high bits of a big-endian word.
  if ((flags & 3) == 0 && (flags >> 30) == 0) return false;
  if (type == 0 && out.version <= kLastBasic) {
    out.mode = Mode::Basic;
    if (size == LogHeader::kSize) return true;
    // The first record may be damaged.
    Bytes second = head.subspan(std::min<size_t>(head.size(), LogHeader::kSize + kBasicRecord));
    if (isBasicRecord(second, endian)) return true;
    uint16_t first = cursor.u16();
    // Of a log that was cut the first record has to look like one.
    return !cursor.failed() && first <= 1 &&
           ((size - LogHeader::kSize) % kBasicRecord == 0 || isBasicRecord(head.subspan(LogHeader::kSize), endian));
  }
  if (type != 1 || out.version > kLastFdr) return false;
  out.mode = Mode::FlightRecorder;
  if (size == LogHeader::kSize) return true;
  if (isBasicRecord(head.subspan(LogHeader::kSize), endian)) {
    out.mode = Mode::Basic;
    out.namedFdr = true;
    return true;
  }
  uint8_t first = cursor.u8();
  uint8_t kind = out.version == 1 ? 0 : 7;  // a new buffer, or its extents
  if (first == (kind << 1 | 1)) {
    out.bits = Bits::FromLow;
    return true;
  }
  out.bits = Bits::FromHigh;
  if (first != (0x80 | kind) && endian == Endian::Little && beginsDamaged(head, out)) {
    out.bits = Bits::FromLow;
    return true;
  }
  return first == (0x80 | kind) && endian == Endian::Big;
}

}  // namespace

bool readLogHeader(Bytes head, uint64_t size, LogHeader& out) {
  return readAs(head, size, Endian::Little, out) || readAs(head, size, Endian::Big, out);
}

}  // namespace tp::xray
