#include "core/formats/uftrace/perf_decoder.h"

namespace tp::uftrace {
namespace {

// linux/perf_event.h
enum PerfType : uint32_t { kComm = 3, kExit = 4, kFork = 7, kSwitch = 14 };
constexpr uint16_t kMiscOut = 0x2000;
constexpr uint16_t kMiscPreempted = 0x4000;
constexpr size_t kHeader = 8;

}  // namespace

PerfDecoder::PerfDecoder(Shared& shared, const std::vector<Task>& tasks, size_t file, int cpu)
    : shared_(shared), file_(file), cpu_(cpu) {
  for (const Task& task : tasks) tasks_[task.tid] = &task;
}

TrackId PerfDecoder::eventsTrack(int64_t tid) {
  auto [at, fresh] = tracks_.try_emplace(tid, kNoTrack);
  if (fresh) {
    const Task& task = *tasks_[tid];
    Track track;
    track.key.kind = TrackKind::Events;
    track.key.pid = task.pid;
    track.key.tid = tid;
    track.parent = task.thread;
    track.name = "events";
    at->second = shared_.reader.tracks().add(track);
  }
  return at->second;
}

DecodeStep PerfDecoder::decode(const DecodeInput& input, RecordBatch& out) {
  size_t at = 0;
  bool needMore = true;
  while (input.data.size() - at >= kHeader) {
    if (out.full()) {
      needMore = false;
      break;
    }
    uint16_t size = loadUnchecked<uint16_t>(input.data.data() + at + 6, shared_.endian);
    if (size < kHeader) {
      shared_.reader.warnings().add(shared_.files.files()[file_].path, input.offset + at, "a perf record",
                                    "one of " + std::to_string(size) + " bytes; the rest is left out");
      return {input.data.size(), true, true};
    }
    if (input.data.size() - at < size) break;
    decodeOne(input.data.subspan(at, size), input.offset + at, out);
    at += size;
  }
  if (needMore && input.extentEnd && at < input.data.size()) {
    shared_.reader.warnings().add(shared_.files.files()[file_].path, input.offset + at, "a whole perf record",
                                  "the end of the file");
    at = input.data.size();
  }
  return {at, needMore, true};
}

void PerfDecoder::decodeOne(Bytes raw, uint64_t offset, RecordBatch& out) {
  Cursor cursor(raw, shared_.endian);
  uint32_t type = cursor.u32();
  uint16_t misc = cursor.u16();
  cursor.skip(2);
  int64_t tid = 0;
  uint64_t time = 0;
  const char* name = nullptr;
  if (type == kSwitch) {
    cursor.skip(4);
    tid = cursor.i32();
    time = cursor.u64();
    bool out = (misc & kMiscOut) != 0;
    name = !out ? "linux:sched-in" : (misc & kMiscPreempted) != 0 ? "linux:sched-out (pre-empted)" : "linux:sched-out";
  } else if (type == kFork || type == kExit) {
    cursor.skip(8);
    tid = cursor.i32();
    cursor.skip(4);
    time = cursor.u64();
    name = type == kFork ? "linux:task-new" : "linux:task-exit";
  } else if (type == kComm && raw.size() >= kHeader + 8 + 16) {
    cursor.skip(4);
    tid = cursor.i32();
    cursor.seek(raw.size() - 8);
    time = cursor.u64();
    name = "linux:task-name";
  }
  if (name == nullptr || cursor.failed() || tasks_.count(tid) == 0) return;
  Record& record = out.push();
  record = Record{};
  record.time = clampTime(static_cast<int64_t>(time));
  record.ref = offset;
  record.value = tid;
  record.name = shared_.reader.names().intern(name);
  record.track = eventsTrack(tid);
  // What the dynamic linker and the recorder do before the first call is listed, but not drawn, as uftrace hides it.
  record.kind = record.time < shared_.firstCall ? RecordKind::Event : RecordKind::Instant;
  record.size = static_cast<uint32_t>(raw.size());
}

void PerfDecoder::describe(const Record& record, EventRow& row) {
  const Task& task = *tasks_[record.value];
  row.time = record.time;
  row.kind = "event";
  row.name = shared_.reader.names().view(record.name);
  row.comm = task.comm;
  row.pid = task.pid;
  row.tid = task.tid;
  row.cpu = cpu_;
  row.present = EventRow::kPid | EventRow::kTid | EventRow::kCpu;
}

}  // namespace tp::uftrace
