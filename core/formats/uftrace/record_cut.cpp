#include "core/formats/uftrace/record_cut.h"

#include <map>
#include <optional>

#include "core/decode/open_calls.h"
#include "core/decode/stream_driver.h"
#include "core/formats/uftrace/extern_line.h"
#include "core/formats/uftrace/perf_record.h"
#include "core/formats/uftrace/raw_record.h"
#include "core/kernel/anonymous_record.h"
#include "core/kernel/page_cut.h"

namespace tp::uftrace {
namespace {

constexpr size_t kPiece = size_t{1} << 20;

}  // namespace

// Copies neighbouring records of a task at once.
class RecordCut::TaskRun {
 public:
  TaskRun(const ByteSource& source, const RecordCut& cut) : source_(source), cut_(cut) {}
  ~TaskRun() { flush(); }
  TaskRun(const TaskRun&) = delete;
  TaskRun& operator=(const TaskRun&) = delete;

  void keep(uint64_t offset, uint32_t size) {
    if (begin_ + size_ != offset || size_ == 0) {
      flush();
      begin_ = offset;
    }
    size_ += size;
    ++cut_.into_.summary.records;
    if (cut_.into_.request.anonymise) withoutArguments(size);
  }

  // Says in uftrace's own way that calls are missing. How many, it wants to know and nobody does.
  void lose() {
    flush();
    put(0, RawRecord::makeLost(1));
  }

 private:
  void flush() {
    copyBytes(source_, begin_, size_, cut_.into_.sink);
    size_ = 0;
  }

  void put(uint64_t time, uint64_t word) {
    std::array<std::byte, RawRecord::kSize> bytes;
    storeUnchecked<uint64_t>(time, cut_.endian_, bytes.data());
    storeUnchecked<uint64_t>(word, cut_.endian_, bytes.data() + 8);
    cut_.into_.sink.write(bytes);
  }

  // Arguments may be texts, or structures that hold some. Events hold numbers.
  void withoutArguments(uint32_t size) {
    std::vector<std::byte> bytes = readAll(source_, begin_, size);
    size_ = 0;
    if (bytes.size() < RawRecord::kSize) return;
    RawRecord raw{loadUnchecked<uint64_t>(bytes.data() + 8, cut_.endian_)};
    if (raw.type() <= RawType::Exit) {
      bytes.resize(RawRecord::kSize);
      storeUnchecked<uint64_t>(raw.withoutMore(), cut_.endian_, bytes.data() + 8);
    }
    cut_.into_.sink.write(bytes);
  }

  const ByteSource& source_;
  const RecordCut& cut_;
  uint64_t begin_ = 0;
  uint64_t size_ = 0;
};

// A record that tells of a loss has no time. It goes with the record behind it: what was lost lies between the calls
// that are in the cut, or before the first of them.
void RecordCut::task(TraceReader& reader, size_t stream) {
  StreamDriver driver(reader, stream);
  RecordBatch batch;
  TaskRun run(*files_.files()[reader.streams()[stream].file].source, *this);
  std::vector<uint64_t> losses;  // offsets of the records
  OpenCalls open;
  bool damaged = false, inside = false, begun = false;
  auto keepAround = [&](uint64_t offset, uint32_t size) {
    if (size == 0) return;
    run.keep(offset, size);
    ++into_.summary.around;
  };
  auto keepOpen = [&] {
    if (std::exchange(begun, true) || !into_.request.around) return;
    for (const OpenCalls::Place& place : open.places()) keepAround(place.ref, place.size);
  };
  auto keepLosses = [&] {
    for (uint64_t offset : losses) run.keep(offset, RawRecord::kSize);
    losses.clear();
    if (std::exchange(damaged, false)) run.lose();
  };
  while (!into_.sink.stopped() && driver.pull(batch, files_) == RecordDriver::Step::Batch)
    for (const Record& record : Records(batch)) {
      if (record.kind == RecordKind::Lost && (record.flags & kDerived) == 0) {
        // Which calls ended meanwhile is not known.
        open.clear();
        if (record.size == 0) damaged = true;
        if (record.size != 0) losses.push_back(record.ref);
      }
      if (record.size == 0 || record.kind == RecordKind::Lost || !isRow(record)) continue;
      inside = into_.request.hasTime(record.time);
      if (record.time >= into_.request.from) keepOpen();
      if (inside) keepLosses();
      if (inside) run.keep(record.ref, record.size);
      if (record.time <= into_.request.to)
        open.take(record);
      else if (open.takeEnd(record) && into_.request.around)
        keepAround(record.ref, record.size);
      losses.clear();
      damaged = false;
    }
  keepOpen();
  if (inside) keepLosses();
}

// Of each thread, the last switch before the range if it left its CPU with that, and the first one behind the range if
// it got a CPU again.
void RecordCut::findSwitches(std::span<const FileEntry* const> files) {
  if (!into_.request.around) return;
  struct Near {
    std::optional<Switch> before, behind;
  };
  std::map<int64_t, Near> threads;
  for (const FileEntry* file : files) {
    Time last = kNoTime;
    for (uint64_t offset = 0, size = file->source->size(); offset < size;) {
      const std::vector<std::byte> data = readAll(*file->source, offset, kPiece);
      PerfWalk walk(data, endian_, offset + data.size() >= size || data.empty(), last);
      for (PerfWalk::Found found; walk.next(found);) {
        const PerfRecord& record = found.record;
        const bool out = record.kind == PerfRecord::Kind::SwitchOut;
        if (found.size == 0 || (!out && record.kind != PerfRecord::Kind::SwitchIn)) continue;
        if (into_.request.hasTime(record.time) || !into_.request.hasTid(record.tid)) continue;
        Near& near = threads[record.tid];
        const Switch one{record.time, out, file, offset + found.at};
        if (record.time < into_.request.from) {
          if (!near.before || near.before->time <= one.time) near.before = one;
        } else if (!near.behind || near.behind->time > one.time) {
          near.behind = one;
        }
      }
      last = walk.before();
      if (walk.position() == 0) break;
      offset += walk.position();
    }
  }
  for (const auto& [tid, near] : threads) {
    if (near.before && near.before->out) around_.insert({near.before->file, near.before->offset});
    if (near.behind && !near.behind->out) around_.insert({near.behind->file, near.behind->offset});
  }
}

void RecordCut::perf(const FileEntry& file) {
  const uint64_t size = file.source->size();
  std::vector<std::byte> data;
  Time before = kNoTime;
  bool inside = false;
  for (uint64_t offset = 0; offset < size && !into_.sink.stopped();) {
    data = readAll(*file.source, offset, kPiece);
    const bool end = offset + data.size() >= size || data.empty();
    PerfWalk walk(data, endian_, end, before);
    for (PerfWalk::Found found; walk.next(found);) {
      if (found.skipped > 0)
        into_.warnings.add(file.path, offset + found.at - found.skipped, "a perf record",
                           std::to_string(found.skipped) + " bytes that are none");
      if (found.size == 0) continue;
      const PerfRecord& record = found.record;
      const bool isTask = record.kind != PerfRecord::Kind::Other && record.kind != PerfRecord::Kind::Lost;
      if (record.kind != PerfRecord::Kind::Other) inside = into_.request.hasTime(record.time);
      const bool around = around_.contains({&file, offset + found.at});
      if (!around && (!inside || (isTask && !into_.request.hasTid(record.tid)))) continue;
      const std::span<std::byte> bytes = std::span(data).subspan(found.at, found.size);
      if (into_.request.anonymise && record.kind == PerfRecord::Kind::Comm) {
        const std::string name = into_.names.process(record.comm);
        replaceText(perfComm(bytes), name);
      }
      if (into_.request.anonymise && record.kind == PerfRecord::Kind::Other) continue;
      into_.sink.write(bytes);
      if (isTask) ++into_.summary.records;
      if (around) ++into_.summary.around;
    }
    before = walk.before();
    if (walk.position() == 0) return;
    offset += walk.position();
  }
}

// As KernelDecoder::taskOf() has it: a switch away from a thread that is not traced belongs to the one that runs next.
int64_t RecordCut::threadOf(Bytes record, const FileEntry& file, const KernelHeader& header) const {
  if (record.size() < header.pidOffset + size_t{4}) return -1;
  const int64_t tid = static_cast<int32_t>(loadUnchecked<uint32_t>(record.data() + header.pidOffset, header.endian));
  const KernelEvent* event = header.find(loadUnchecked<uint16_t>(record.data(), header.endian));
  if (event == nullptr || event->name != "sched:sched_switch") return tid;
  const std::string folder = file.path.substr(0, file.path.size() - file.baseName().size());
  const kernel::Field* next = event->format.find("next_pid");
  if (next == nullptr || files_.find(folder + std::to_string(tid) + ".dat") != nullptr) return tid;
  return kernel::fieldNumber(*next, record, header.endian);
}

void RecordCut::kernel(const FileEntry& file, const KernelHeader& header) {
  kernel::PageCut::Rules rules{header.endian, header.longSize, header.pageSize, [this](uint64_t time) {
                                 return into_.request.hasTime(clampTime(static_cast<int64_t>(time)));
                               }};
  if (!into_.request.tids.empty())
    rules.wanted = [&](Bytes record) { return into_.request.hasTid(threadOf(record, file, header)); };
  if (into_.request.anonymise)
    rules.change = [&](std::span<std::byte> record) {
      const KernelEvent* event =
          record.size() < 2 ? nullptr : header.find(loadUnchecked<uint16_t>(record.data(), header.endian));
      kernel::anonymiseRecord(event == nullptr ? nullptr : &event->format, header.endian, header.pidOffset + 4,
                              into_.names, record);
    };
  kernel::PageCut cut(std::move(rules));
  for (uint64_t offset = 0; offset < file.source->size() && !into_.sink.stopped(); offset += header.pageSize) {
    const std::vector<std::byte> page = readAll(*file.source, offset, header.pageSize);
    if (Bytes kept = cut.next(page); !kept.empty()) into_.sink.write(kept);
    if (cut.damaged())
      into_.warnings.add(file.path, offset, "a page of the kernel's ring buffer",
                         "a damaged one; the rest of it is lost");
  }
  into_.summary.records += cut.records();
}

void RecordCut::external(const FileEntry& file) {
  constexpr uint64_t kLargest = uint64_t{64} << 20;
  const std::vector<std::byte> bytes = readAll(*file.source, 0, file.source->size(), kLargest);
  if (bytes.size() < file.source->size())
    into_.warnings.add(file.path, bytes.size(),
                       "at most " + std::to_string(kLargest) + " bytes of a program's own data",
                       "more, which is left out");
  LineCursor lines(asText(bytes));
  for (std::string_view line; lines.next(line);) {
    line = trim(line);
    std::string_view rest = line;
    Time time = 0;
    if (!takeTime(rest, time) || !into_.request.hasTime(time)) continue;
    if (into_.request.anonymise)
      writeText(std::string(line.substr(0, line.size() - rest.size())) + " " + blankedText(trim(rest)), into_.sink);
    else
      writeText(line, into_.sink);
    writeText("\n", into_.sink);
  }
}

}  // namespace tp::uftrace
