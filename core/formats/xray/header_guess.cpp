#include "core/formats/xray/header_guess.h"

#include <algorithm>

#include "core/formats/xray/basic_records.h"

namespace tp::xray {
namespace {

// Hours of any TSC.
constexpr uint64_t kLongPause = uint64_t{1} << 46;

// Returns the version of the buffer at the beginning of `records`, judged by its first records; 0 if they begin none.
// From version 3 on these are the same, and `said` decides.
uint16_t versionOfBuffer(Bytes records, const LogHeader& header, uint16_t said) {
  constexpr uint64_t kLatestSecond = uint64_t{1} << 33;
  constexpr uint32_t kSecond = 1000000000;
  auto is = [&](size_t at, Kind kind) {
    return records.size() - std::min(at, records.size()) >= kMetadataSize && isMetadata(records[at], header.bits) &&
           metadataKind(records[at], header.bits) == kind;
  };
  auto at = [&](size_t from) { return Cursor(records.subspan(from + 1), header.endian); };
  const bool sized = is(0, Kind::Extents);
  const size_t buffer = sized ? kMetadataSize : 0, walltime = buffer + kMetadataSize, third = walltime + kMetadataSize;
  if (!is(buffer, Kind::NewBuffer) || !is(walltime, Kind::Walltime)) return 0;
  if (!is(third, Kind::Pid) && !is(third, Kind::NewCpu)) return 0;
  Cursor clock = at(walltime);
  if (at(buffer).i32() <= 0 || clock.u64() >= kLatestSecond || clock.u32() >= kSecond) return 0;
  if (!is(third, Kind::Pid)) return sized ? 2 : 1;
  if (!sized) return 0;
  return said >= 3 && said <= kLastFdr ? said : kLastFdr;
}

}  // namespace

bool isBasicRecord(Bytes record, Endian endian) {
  Cursor cursor(record, endian);
  uint16_t type = cursor.u16();
  cursor.skip(1);
  uint8_t action = cursor.u8();
  uint32_t function = cursor.u32();
  uint64_t tsc = cursor.u64();
  uint32_t tid = cursor.u32();
  cursor.skip(4);
  uint64_t padding = cursor.u64();
  return !cursor.failed() && type == 0 && action <= 3 && numberOf(function) > 0 && tsc > 0 && tid > 0 && padding == 0;
}

bool areBasicRecords(Bytes records, uint64_t size, Endian endian) {
  constexpr size_t kLooked = 3;
  const size_t there = static_cast<size_t>(std::min<uint64_t>((size - LogHeader::kSize) / kBasicRecord, kLooked));
  uint64_t first = 0;
  LogHeader header;
  header.endian = endian;
  for (size_t i = 0; i < there; ++i) {
    Bytes record = records.subspan(std::min(records.size(), i * kBasicRecord));
    if (record.size() < kBasicRecord) return false;
    BasicFields fields = readBasic(record.data(), header);
    if (i > 0 && fields.type == kBasicArgument && isSound(record.data(), fields)) continue;
    if (!isBasicRecord(record, endian)) return false;
    uint64_t tsc = Cursor(record.subspan(8), endian).u64();
    if (i == 0) first = tsc;
    if ((tsc > first ? tsc - first : first - tsc) > kLongPause) return false;
  }
  return there > 0;
}

bool guessHeader(Bytes head, uint64_t size, LogHeader& out) {
  if (head.size() <= LogHeader::kSize) return false;
  const Bytes records = head.subspan(LogHeader::kSize);
  for (Endian endian : {Endian::Little, Endian::Big}) {
    Cursor cursor(head, endian);
    out = LogHeader{};
    out.guessed = true;
    out.endian = endian;
    const uint16_t version = cursor.u16(), type = cursor.u16();
    cursor.skip(4);
    out.frequency = cursor.u64();
    if (out.frequency > kMaxHz) out.frequency = 0;
    out.bufferSize = cursor.u64();
    // The header of a flight data recorder log ends with zeros, if only its beginning is damaged.
    const bool zeros = cursor.u64() == 0;
    for (Bits bits : {Bits::FromLow, Bits::FromHigh}) {
      if (bits == Bits::FromHigh && endian == Endian::Little) continue;
      out.bits = bits;
      out.version = versionOfBuffer(records, out, version);
      if (out.version != 0 && (zeros || (type == 1 && version == out.version))) return true;
    }
    out.bits = Bits::FromLow;
    if (!areBasicRecords(records, size, endian) || (size - LogHeader::kSize) % kBasicRecord != 0) continue;
    out.mode = Mode::Basic;
    out.version = version >= 1 && version <= kLastBasic ? version : kLastBasic;
    return true;
  }
  return false;
}

uint16_t versionByEvents(const ByteSource& source, const LogHeader& header) {
  constexpr uint64_t kMaxLookedThrough = uint64_t{1} << 20;
  // kPause is the longest time between a record and the event after it; kSkew is what the TSCs of two CPUs may differ
  // by.
  constexpr uint64_t kPause = uint64_t{1} << 32, kSkew = uint64_t{1} << 20;
  const std::vector<std::byte> data = readAll(source, LogHeader::kSize, kMaxLookedThrough);
  uint16_t version = header.version;
  uint64_t tsc = 0;
  for (size_t at = 0; data.size() - at >= kMetadataSize;) {
    if (!isMetadata(data[at], header.bits)) {
      tsc += readFunction(data.data() + at, header).delta;
      at += kFunctionSize;
      continue;
    }
    const Kind kind = metadataKind(data[at], header.bits);
    Cursor cursor(Bytes(data).subspan(at + 1), header.endian);
    if (kind == Kind::Typed) {
      // Typed events exist from version 4 on.
      version = std::max(version, kLastWithOwnTime);
      const int32_t size = cursor.i32();
      if (size > 0) at += std::min(data.size() - at - kMetadataSize, static_cast<size_t>(size));
    }
    if (kind == Kind::NewCpu) cursor.skip(2);
    if (kind == Kind::NewCpu || kind == Kind::TscWrap) tsc = cursor.u64();
    if (kind == Kind::Custom) {
      cursor.skip(4);
      return cursor.u64() - tsc + kSkew < kPause ? kLastWithOwnTime : kLastFdr;
    }
    at += kMetadataSize;
  }
  return version;
}

}  // namespace tp::xray
