#include "core/formats/uftrace/perf_record.h"

#include <algorithm>
#include <array>

namespace tp::uftrace {
namespace {

// linux/perf_event.h
enum PerfType : uint32_t { kLost = 2, kComm = 3, kExit = 4, kFork = 7, kSwitch = 14 };
constexpr uint16_t kMiscOut = 0x2000;
constexpr uint16_t kMiscExec = 0x2000;
constexpr uint16_t kMiscPreempted = 0x4000;
// uftrace has the kernel append these to records that have no time of their own: pid, tid, time.
constexpr size_t kSampleId = 16;
// The kernel has no record types beyond this.
constexpr uint32_t kTypes = 32;
// A record is judged with this many bytes at hand, unless the file ends before.
constexpr size_t kMaxAhead = 4096;

}  // namespace

PerfRecord readPerfRecord(Bytes data, Endian endian) {
  PerfRecord record;
  Cursor cursor(data, endian);
  uint32_t type = cursor.u32();
  uint16_t misc = cursor.u16();
  cursor.skip(2);
  PerfRecord::Kind kind = PerfRecord::Kind::Other;
  uint64_t time = 0;
  record.pid = cursor.i32();
  if (type == kSwitch) {
    kind = (misc & kMiscOut) == 0 ? PerfRecord::Kind::SwitchIn : PerfRecord::Kind::SwitchOut;
    record.preempted = (misc & kMiscPreempted) != 0;
    record.tid = cursor.i32();
    time = cursor.u64();
  } else if (type == kFork || type == kExit) {
    kind = type == kFork ? PerfRecord::Kind::Fork : PerfRecord::Kind::Exit;
    record.parent = cursor.i32();
    record.tid = cursor.i32();
    cursor.skip(4);
    time = cursor.u64();
  } else if (type == kLost) {
    kind = PerfRecord::Kind::Lost;
    cursor.skip(4);
    record.lost = cursor.u64();
    cursor.skip(8);
    time = cursor.u64();
  } else if (type == kComm && data.size() >= PerfRecord::kHeader + 8 + kSampleId) {
    kind = PerfRecord::Kind::Comm;
    record.exec = (misc & kMiscExec) != 0;
    record.tid = cursor.i32();
    record.comm = asText(cursor.bytes(data.size() - PerfRecord::kHeader - 8 - kSampleId));
    record.comm = record.comm.substr(0, record.comm.find('\0'));
    cursor.skip(8);
    time = cursor.u64();
  }
  record.time = clampTime(static_cast<int64_t>(time));
  if (!cursor.failed()) record.kind = kind;
  return record;
}

std::span<std::byte> perfComm(std::span<std::byte> record) {
  constexpr size_t kIds = 8;
  return record.subspan(PerfRecord::kHeader + kIds, record.size() - PerfRecord::kHeader - kIds - kSampleId);
}

// Returns the size in bytes of the record at `at`, or 0 if there is no valid header.
uint32_t PerfWalk::sizeAt(size_t at) const {
  if (data_.size() < at + PerfRecord::kHeader) return 0;
  uint32_t type = loadUnchecked<uint32_t>(data_.data() + at, endian_);
  uint32_t size = loadUnchecked<uint16_t>(data_.data() + at + 6, endian_);
  bool good = type > 0 && type <= kTypes && size >= PerfRecord::kHeader && size % 8 == 0;
  if (type == kSwitch) good = size == PerfRecord::kHeader + kSampleId;
  if (type == kFork || type == kExit) good = size == PerfRecord::kHeader + 24 + kSampleId;
  if (type == kLost) good = size == PerfRecord::kHeader + 16 + kSampleId;
  if (type == kComm)
    good = size >= PerfRecord::kHeader + 16 + kSampleId && size <= PerfRecord::kHeader + 24 + kSampleId;
  return good ? size : 0;
}

// Returns whether a record of a known kind, with a plausible time, begins at `at`. Used after damage.
bool PerfWalk::plausible(size_t at) const {
  uint32_t size = sizeAt(at);
  if (size == 0 || size > data_.size() - at) return false;
  PerfRecord record = readPerfRecord(data_.subspan(at, size), endian_);
  if (record.kind == PerfRecord::Kind::Other) return false;
  if (before_ == kNoTime || near(before_, record.time)) return true;
  uint32_t after = sizeAt(at + size);
  return after != 0 && after <= data_.size() - at - size &&
         near(record.time, readPerfRecord(data_.subspan(at + size, after), endian_).time);
}

void PerfWalk::settleTime(Found& found) {
  std::array<Time, kAsked> after;
  size_t count = 0;
  size_t at = found.at + found.size;
  for (uint32_t size; count < kAsked && (size = sizeAt(at)) != 0 && size <= data_.size() - at; at += size) {
    PerfRecord record = readPerfRecord(data_.subspan(at, size), endian_);
    bool asked = record.kind != PerfRecord::Kind::Other &&
                 (before_ == kNoTime || near(before_, record.time) || near(found.record.time, record.time));
    if (asked) after[count++] = record.time;
  }
  found.order = judgeTime(before_, found.record.time, {after.data(), count});
  found.claimed = found.record.time;
  if (found.order == TimeOrder::Alone) found.record.time = before_ != kNoTime ? before_ : after[0];
}

bool PerfWalk::next(Found& out) {
  out = {};
  size_t left = data_.size() - at_;
  if (left == 0 || (!end_ && left < kMaxAhead)) return false;
  size_t from = at_;
  uint32_t size = sizeAt(at_);
  // The size is damaged if no record follows after it but a plausible one begins before that.
  if (size != 0 && (size > left || (size < left && sizeAt(at_ + size) == 0))) {
    size_t other = at_ + 8;
    while (other < at_ + std::min<size_t>(size, left) && !plausible(other)) other += 8;
    if (size > left || other < at_ + size) size = 0;
  }
  if (size == 0) {
    for (at_ += std::min<size_t>(8, left); at_ < data_.size() && !plausible(at_);)
      at_ += std::min<size_t>(8, data_.size() - at_);
    out.at = at_;
    out.skipped = at_ - from;
    return true;
  }
  out.at = at_;
  out.size = size;
  out.record = readPerfRecord(data_.subspan(at_, size), endian_);
  if (out.record.kind != PerfRecord::Kind::Other) {
    settleTime(out);
    before_ = out.record.time;
  }
  at_ += size;
  return true;
}

}  // namespace tp::uftrace
