#include "core/formats/perf/sample.h"

#include <bit>

namespace tp::perf {
namespace {

enum ReadBit : uint64_t { kEnabled = 1, kRunning = 2, kReadId = 4, kGroup = 8, kReadLost = 16 };

void readCounters(Cursor& cursor, uint64_t format, std::vector<GroupValue>* group) {
  const auto one = [&](bool among) {
    GroupValue value{cursor.u64(), 0};
    if (!among && (format & kEnabled) != 0) cursor.u64();
    if (!among && (format & kRunning) != 0) cursor.u64();
    if ((format & kReadId) != 0) value.id = cursor.u64();
    if ((format & kReadLost) != 0) cursor.u64();
    if (group != nullptr && among) group->push_back(value);
  };
  if ((format & kGroup) == 0) return one(false);
  const uint64_t count = cursor.u64();
  if ((format & kEnabled) != 0) cursor.u64();
  if ((format & kRunning) != 0) cursor.u64();
  for (uint64_t i = 0; i < count && !cursor.failed(); ++i) one(true);
}

uint64_t readRegisters(Cursor& cursor, uint64_t mask) {
  const uint64_t abi = cursor.u64();
  if (abi != 0) cursor.skip(8 * static_cast<uint64_t>(std::popcount(mask)));
  return abi;
}

void readBranches(Cursor& cursor, const EventAttr& attr, Sample& out) {
  constexpr uint64_t kHardwareIndex = uint64_t{1} << 17, kCounters = uint64_t{1} << 19, kEntry = 24;
  out.branches = cursor.u64();
  if ((attr.branchType & kHardwareIndex) != 0) cursor.u64();
  const uint64_t each = kEntry + ((attr.branchType & kCounters) != 0 ? 8 : 0);
  cursor.skip(out.branches > cursor.remaining() / kEntry ? ~uint64_t{0} : out.branches * each);
}

// What follows the fields that most samples have.
void readRest(Cursor& cursor, const EventAttr& attr, Sample& out) {
  if (attr.has(kBitBranches)) readBranches(cursor, attr, out);
  if (attr.has(kBitUserRegs)) out.userRegsAbi = readRegisters(cursor, attr.userRegs);
  if (attr.has(kBitUserStack)) {
    const uint64_t copied = cursor.u64();
    cursor.skip(copied);
    if (copied != 0) out.stackSize = cursor.u64();
  }
  if (attr.has(kBitWeight | kBitWeightStruct)) out.weight = cursor.u64();
  if (attr.has(kBitDataSource)) out.dataSource = cursor.u64();
  if (attr.has(kBitTransaction)) out.transaction = cursor.u64();
  if (attr.has(kBitIntrRegs)) readRegisters(cursor, attr.intrRegs);
  if (attr.has(kBitPhysAddr)) out.physAddr = cursor.u64();
  if (attr.has(kBitCgroup)) out.cgroup = cursor.u64();
  if (attr.has(kBitDataPageSize)) out.dataPageSize = cursor.u64();
  if (attr.has(kBitCodePageSize)) out.codePageSize = cursor.u64();
  if (attr.has(kBitAux)) {
    out.auxSize = cursor.u64();
    cursor.skip(out.auxSize);
  }
}

// Of an event whose samples are plain.
bool readPlain(Bytes record, const EventAttr& attr, Endian endian, SampleHead& out) {
  const SamplePlaces& places = attr.places;
  if (record.size() < places.end) return false;
  const std::byte* data = record.data();
  const auto word = [&](uint16_t at) { return loadUnchecked<uint64_t>(data + at, endian); };
  const auto half = [&](size_t at) { return loadUnchecked<uint32_t>(data + at, endian); };
  out.ip = places.ip != 0 ? word(places.ip) : 0;
  out.pid = places.tid != 0 ? static_cast<int32_t>(half(places.tid)) : -1;
  out.tid = places.tid != 0 ? static_cast<int32_t>(half(places.tid + size_t{4})) : -1;
  out.time = places.time != 0 ? word(places.time) : 0;
  out.addr = places.addr != 0 ? word(places.addr) : 0;
  out.id = places.id != 0 ? word(places.id) : 0;
  out.cpu = places.cpu != 0 ? half(places.cpu) : 0;
  out.period = places.period != 0 ? word(places.period) : attr.period;
  out.chain = out.raw = {};
  size_t at = places.end;
  if (attr.has(kBitCallchain)) {
    if (record.size() < at + 8) return false;
    const auto count = loadUnchecked<uint64_t>(data + at, endian);
    at += 8;
    if (count > (record.size() - at) / 8) return false;
    out.chain = record.subspan(at, static_cast<size_t>(count) * 8);
    at += out.chain.size();
  }
  if (!attr.has(kBitRaw)) return true;
  if (record.size() < at + 4) return false;
  const size_t size = half(at);
  at += 4;
  if (size > record.size() - at) return false;
  out.raw = record.subspan(at, size);
  return true;
}

}  // namespace

bool readSampleHead(Bytes record, const EventAttr& attr, Endian endian, SampleHead& out) {
  if (attr.places.plain) return readPlain(record, attr, endian, out);
  Sample all;
  const bool good = readSample(record, attr, endian, all, nullptr);
  out = all;
  return good;
}

bool readSample(Bytes record, const EventAttr& attr, Endian endian, Sample& out, std::vector<GroupValue>* group) {
  out = Sample{};
  if (attr.places.plain) return readPlain(record, attr, endian, out);
  Cursor cursor(record, endian);
  cursor.skip(kHeaderSize);
  if (attr.has(kBitIdentifier)) out.id = cursor.u64();
  if (attr.has(kBitIp)) out.ip = cursor.u64();
  if (attr.has(kBitTid)) {
    out.pid = cursor.i32();
    out.tid = cursor.i32();
  }
  if (attr.has(kBitTime)) out.time = cursor.u64();
  if (attr.has(kBitAddr)) out.addr = cursor.u64();
  if (attr.has(kBitId)) out.id = cursor.u64();
  if (attr.has(kBitStreamId)) cursor.u64();
  if (attr.has(kBitCpu)) {
    out.cpu = cursor.u32();
    cursor.skip(4);
  }
  out.period = attr.has(kBitPeriod) ? cursor.u64() : attr.period;
  if (attr.has(kBitRead)) readCounters(cursor, attr.readFormat, group);
  if (attr.has(kBitCallchain)) {
    const uint64_t count = cursor.u64();
    if (count > cursor.remaining() / 8) return false;
    out.chain = cursor.bytes(count * 8);
  }
  if (attr.has(kBitRaw)) out.raw = cursor.bytes(cursor.u32());
  constexpr uint64_t kRest = ~(kBitIdentifier | kBitIp | kBitTid | kBitTime | kBitAddr | kBitId | kBitStreamId |
                               kBitCpu | kBitPeriod | kBitRead | kBitCallchain | kBitRaw);
  if ((attr.sampleType & kRest) != 0) readRest(cursor, attr, out);
  return !cursor.failed();
}

Trailer readTrailer(Bytes record, const EventAttr& attr, Endian endian) {
  Trailer out;
  if (!attr.sampleIdAll) return out;
  const SamplePlaces& places = attr.places;
  out.size = places.behind;
  if (record.size() < kHeaderSize + out.size) return {};
  const std::byte* end = record.data() + record.size();
  out.present = true;
  if (places.tidBehind != 0) {
    out.pid = static_cast<int32_t>(loadUnchecked<uint32_t>(end - places.tidBehind, endian));
    out.tid = static_cast<int32_t>(loadUnchecked<uint32_t>(end - places.tidBehind + 4, endian));
  }
  if (places.timeBehind != 0) out.time = loadUnchecked<uint64_t>(end - places.timeBehind, endian);
  if (places.cpuBehind != 0) out.cpu = loadUnchecked<uint32_t>(end - places.cpuBehind, endian);
  return out;
}

int32_t tidOf(Bytes record, const RecordHeader& header, const EventAttr& attr, Endian endian) {
  if (!attr.has(kBitTid)) return -1;
  if (header.type != kSample) return readTrailer(record, attr, endian).tid;
  const size_t at = attr.places.tid;
  if (record.size() < at + 8) return -1;
  return static_cast<int32_t>(loadUnchecked<uint32_t>(record.data() + at + 4, endian));
}

uint64_t timeOf(Bytes record, const RecordHeader& header, const EventAttr& attr, Endian endian) {
  if (!attr.has(kBitTime)) return 0;
  if (header.type != kSample) return readTrailer(record, attr, endian).time;
  const size_t at = attr.places.time;
  return record.size() >= at + 8 ? loadUnchecked<uint64_t>(record.data() + at, endian) : 0;
}

}  // namespace tp::perf
