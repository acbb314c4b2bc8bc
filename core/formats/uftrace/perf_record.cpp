#include "core/formats/uftrace/perf_record.h"

namespace tp::uftrace {
namespace {

// linux/perf_event.h
enum PerfType : uint32_t { kComm = 3, kExit = 4, kFork = 7, kSwitch = 14 };
constexpr uint16_t kMiscOut = 0x2000;
constexpr uint16_t kMiscExec = 0x2000;
constexpr uint16_t kMiscPreempted = 0x4000;
// What uftrace has the kernel append to records without a time of their own: pid, tid, time.
constexpr size_t kSampleId = 16;

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
    cursor.skip(4);
    record.tid = cursor.i32();
    cursor.skip(4);
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

}  // namespace tp::uftrace
