#include "core/formats/perf/process_records.h"

#include <algorithm>
#include <limits>

#include "core/formats/perf/sample.h"
#include "core/formats/perf/walk.h"
#include "core/text/number_text.h"

namespace tp::perf {
namespace {

constexpr uint16_t kForkOfExec = 1 << 13, kData = 1 << 13, kHasBuildId = 1 << 14;
constexpr size_t kMostBuildId = 20;  // bytes
// Of the files of a folder, in all.
constexpr uint64_t kMostRead = uint64_t{256} << 20;
constexpr uint64_t kPiece = uint64_t{1} << 20;

std::string_view untilNul(Bytes bytes) {
  const std::string_view text = asText(bytes);
  return text.substr(0, text.find('\0'));
}

// Returns the record without its header and without what ends it.
Bytes bodyOf(Bytes record, const RecordHeader& header, const EventTable& events, Endian endian) {
  const size_t event = events.eventOf(record, header, endian);
  const size_t trailer = event == EventTable::kNone ? 0 : readTrailer(record, events.at(event), endian).size;
  return record.size() < kHeaderSize + trailer ? Bytes()
                                               : record.subspan(kHeaderSize, record.size() - kHeaderSize - trailer);
}

bool isKernel(const RecordHeader& header) {
  return (header.misc & 7) == 1;
}

void applyMapping(Bytes body, const RecordHeader& header, Endian endian, NameTable& names, Processes& out) {
  constexpr size_t kProtection = 56;
  constexpr uint32_t kExecutable = 4;
  Cursor cursor(body, endian);
  const int32_t pid = cursor.i32();
  cursor.skip(4);
  Mapping mapping;
  mapping.begin = cursor.u64();
  mapping.size = cursor.u64();
  mapping.offset = cursor.u64();
  if (header.type == kMmap2) {
    if ((header.misc & kHasBuildId) != 0) {
      const size_t size = std::min(size_t{cursor.u8()}, kMostBuildId);
      cursor.skip(3);
      std::string id;
      for (const std::byte one : cursor.bytes(size)) appendHex(id, static_cast<uint64_t>(one), 2);
      if (!id.empty()) mapping.buildId = names.intern(id);
    }
    cursor.seek(kProtection);
    // That of the kernel has no protection.
    if ((cursor.u32() & kExecutable) == 0 && !isKernel(header)) return;
    cursor.skip(4);
  } else if ((header.misc & kData) != 0) {
    return;
  }
  const Bytes name = cursor.bytes(cursor.remaining());
  if (cursor.failed()) return;
  mapping.file = names.intern(untilNul(name));
  out.map(isKernel(header) ? Processes::kKernel : pid, mapping);
}

// Code that the kernel has made, of a BPF program for example.
void applyFunction(Bytes body, Endian endian, NameTable& names, Processes& out) {
  constexpr uint16_t kGone = 1;
  Cursor cursor(body, endian);
  Mapping mapping;
  mapping.begin = cursor.u64();
  mapping.size = cursor.u32();
  cursor.skip(2);
  const uint16_t flags = cursor.u16();
  const std::string_view name = untilNul(cursor.bytes(cursor.remaining()));
  if (cursor.failed() || name.empty()) return;
  if ((flags & kGone) != 0) return out.unmap(Processes::kKernel, mapping.begin, mapping.end());
  mapping.file = names.intern(name);
  mapping.function = true;
  out.map(Processes::kKernel, mapping);
}

}  // namespace

TaskRecord readTask(Bytes record, const RecordHeader& header, const EventTable& events, Endian endian) {
  Cursor cursor(bodyOf(record, header, events, endian), endian);
  TaskRecord out;
  const int32_t first = cursor.i32(), second = cursor.i32();
  out.pid = first;
  out.tid = second;
  if (header.type == kComm) {
    out.comm = untilNul(cursor.bytes(cursor.remaining()));
  } else {
    out.parentPid = second;
    out.tid = cursor.i32();
    out.parentTid = cursor.i32();
  }
  return cursor.failed() ? TaskRecord() : out;
}

void applyToProcesses(Bytes record, const RecordHeader& header, const PerfFile& file, NameTable& names,
                      Processes& out) {
  if (!changesProcesses(header.type)) return;
  if (header.type == kMmap || header.type == kMmap2)
    return applyMapping(bodyOf(record, header, file.events, file.endian), header, file.endian, names, out);
  if (header.type == kKsymbol)
    return applyFunction(bodyOf(record, header, file.events, file.endian), file.endian, names, out);
  const TaskRecord task = readTask(record, header, file.events, file.endian);
  if (task.tid < 0) return;
  if (header.type == kComm) return out.setComm(task.tid, names.intern(task.comm));
  // Of a process that was there before, perf tells the mappings by themselves.
  if ((header.misc & kForkOfExec) == 0) out.fork(task.pid, task.parentPid);
  out.inheritComm(task.tid, task.parentTid);
}

std::vector<PastRecord> readHistory(const std::vector<std::pair<const FileEntry*, Extent>>& files, const PerfFile& file,
                                    WarningLog& warnings) {
  std::vector<PastRecord> out;
  const auto take = [&](const WalkedRecord& record) {
    if (record.bytes.empty() || !changesProcesses(record.header.type)) return;
    const size_t event = file.events.eventOf(record.bytes, record.header, file.endian);
    if (event == EventTable::kNone) return;
    const uint64_t time = timeOf(record.bytes, record.header, file.events.at(event), file.endian);
    out.push_back({time == 0 ? std::numeric_limits<Time>::min() : clampTime(static_cast<int64_t>(time)),
                   {record.bytes.begin(), record.bytes.end()}});
  };
  uint64_t left = kMostRead;
  for (const auto& [entry, extent] : files) {
    uint64_t at = extent.offset;
    const uint64_t end = extent.offset + extent.size;
    while (at < end && left > 0) {
      const std::vector<std::byte> piece = readAll(*entry->source, at, std::min({kPiece, end - at, left}));
      if (piece.empty()) break;
      RecordWalk walk(piece, file.endian, at + piece.size() == end, 0);
      WalkedRecord record;
      uint64_t next = at;
      while (next <= at + piece.size() && walk.next(record)) {
        take(record);
        next = at + walk.position();
        if (record.behind == 0) continue;
        next = record.behind > end - next ? end : next + record.behind;
        break;
      }
      if (next == at) break;
      left -= std::min(left, next - at);
      at = next;
    }
    if (left == 0)
      warnings.add(entry->path, kNoOffset, "files whose mappings of programs are all read when they are opened",
                   "larger ones: later mappings are not known");
  }
  std::stable_sort(out.begin(), out.end(), [](const PastRecord& a, const PastRecord& b) { return a.time < b.time; });
  return out;
}

}  // namespace tp::perf
