#include "core/formats/tracecmd/cpu_decoder.h"

#include <algorithm>
#include <cstring>

#include "core/formats/tracecmd/chunk_search.h"
#include "core/formats/tracecmd/text_search.h"
#include "core/io/wire.h"

namespace tp::tracecmd {
namespace {

constexpr size_t kUnitBytes = size_t{64} << 10;
// Rows of a CPU: who runs, softirqs above that, and hard interrupts, which may come within either.
constexpr uint16_t kRunning = 0;
constexpr uint16_t kSoftirq = 1;
constexpr uint16_t kIrq = 2;
constexpr uint16_t kNmi = 3;
// A raw record and what is drawn beside it.
constexpr uint32_t kMostPerRecord = 6;

// include/linux/interrupt.h, the order of the softirq vectors.
constexpr const char* kSoftirqs[] = {"HI",       "TIMER",   "NET_TX", "NET_RX",  "BLOCK",
                                     "IRQ_POLL", "TASKLET", "SCHED",  "HRTIMER", "RCU"};

bool isWritten(Bytes bytes) {
  return std::any_of(bytes.begin(), bytes.end(), [](std::byte byte) { return byte != std::byte{0}; });
}

bool drawsOnCpu(Meaning meaning) {
  return meaning >= Meaning::CpuIdle && meaning <= Meaning::Nmi && meaning != Meaning::CpuFrequency;
}

}  // namespace

CpuDecoder::CpuDecoder(Shared& shared, const CpuStream& stream, bool bare)
    : shared_(shared),
      stream_(stream),
      bare_(bare),
      scheduled_(shared.events.has(Meaning::SchedSwitch)),
      plainTime_(shared.file.sync.empty() && !shared.file.hasTsc) {}

CpuDecoder::~CpuDecoder() = default;

void CpuDecoder::warn(uint64_t offset, std::string expected, std::string found) {
  shared_.reader.warnings().add(shared_.path, offset, std::move(expected), std::move(found));
}

uint64_t CpuDecoder::scaled(uint64_t raw) const {
  const TraceFile& file = shared_.file;
  if (!file.sync.empty()) raw = file.sync.toHost(stream_.cpu, raw);
  if (file.hasTsc) {
    // 64 by 32 bits, in halves so that nothing overflows.
    uint64_t high = (raw >> 32) * file.tscMult;
    uint64_t low = (raw & 0xffffffffu) * file.tscMult;
    unsigned shift = file.tscShift;
    raw = (shift >= 32 ? high >> (shift - 32) : high << (32 - shift)) + (low >> shift);
  }
  return raw;
}

// Makes the next chunk or the next pages of the input the current unit. False: more bytes are needed.
bool CpuDecoder::loadUnit(const DecodeInput& input) {
  Bytes data = input.data;
  unitAt_ = input.offset;
  inPage_ = false;
  pageAt_ = 0;
  unit_ = ahead_ = {};
  if (stream_.compressed) return loadChunk(input);
  // A page is judged by the two after it.
  size_t pageSize = stream_.pageSize, kept = input.extentEnd ? 0 : 2 * pageSize;
  if (data.size() < pageSize + kept && !input.extentEnd) return false;
  // Batches that are nearly full cost least.
  size_t pages = std::clamp<size_t>((data.size() - kept) / pageSize, 1, std::max<size_t>(1, kUnitBytes / pageSize));
  ahead_ = data;
  unit_ = data.first(std::min(data.size(), pages * pageSize));
  unitRef_ = unitAt_;
  unitBytes_ = unit_.size();
  return loaded_ = true;
}

bool CpuDecoder::loadChunk(const DecodeInput& input) {
  const Bytes data = input.data;
  const TraceFile& file = shared_.file;
  // Less than the count of chunks may be left over: where the list ends is not known to the byte.
  if (data.size() <= kChunkCount && input.extentEnd) {
    unitBytes_ = data.size();
    return loaded_ = true;
  }
  if (data.size() < kChunkHead && !input.extentEnd) return false;
  ChunkHead head = readChunkHead(data, file, stream_.pageSize);
  if (!head.likely) return skipToChunk(input, 1, "something else");
  if (data.size() - kChunkHeader < head.compressed) {
    if (!input.extentEnd) return false;
    return skipToChunk(input, 1, "the end of the data");
  }
  // Whether the chunk is as long as it says is told by the next one.
  const size_t end = kChunkHeader + head.compressed;
  const size_t left = data.size() - end;
  if (left < kChunkHead && !input.extentEnd) return false;
  bool leads = left <= kChunkCount || readChunkHead(data.subspan(end), file, stream_.pageSize).likely;
  Bytes packed = data.subspan(kChunkHeader, head.compressed);
  auto unpack = [&](Unpacked& out) { out.good = chunks_.decompress(file.codec, packed, head.size, out); };
  if (!exchange_) unpack(chunk_);
  const Unpacked& chunk = exchange_ ? exchange_->get(input.offset, unpack) : chunk_;
  if (!chunk.good && !leads) return skipToChunk(input, kChunkHeader, "one of another size");
  if (chunk.good) {
    unit_ = ahead_ = chunk.bytes();
  } else {
    warn(input.offset, "a chunk compressed by " + file.codecName, "something else");
    lose();
  }
  unitBytes_ = end;
  return loaded_ = true;
}

// What begins no chunk is passed over, up to the next one from `from` on. False: more bytes are needed.
bool CpuDecoder::skipToChunk(const DecodeInput& input, size_t from, const std::string& found) {
  size_t at = findChunk(input.data, from, input.extentEnd, shared_.file, stream_.pageSize);
  if (at == input.data.size() && !input.extentEnd) return false;
  warn(input.offset, "a chunk", found + "; " + std::to_string(at) + " bytes are skipped");
  lose();
  unitBytes_ = at;
  return loaded_ = true;
}

bool CpuDecoder::nextPage() {
  uint32_t pageSize = stream_.pageSize;
  const TraceFile& file = shared_.file;
  while (pageAt_ < unit_.size()) {
    pageBase_ = pageAt_;
    page_ = unit_.subspan(pageAt_, std::min<size_t>(pageSize, unit_.size() - pageAt_));
    pageAt_ += page_.size();
    PageHeader header;
    if (!kernel::readPageHeader(page_, file.endian, file.kernelLongSize, header)) {
      warn(pageInFile(), "a page", std::to_string(page_.size()) + " bytes");
      continue;
    }
    bool fresh = stream_.compressed && pageBase_ == 0;
    PageSpan span =
        judgePage({ahead_.subspan(pageBase_), pageSize, file.endian, file.kernelLongSize, fresh}, header, before_);
    if (!span.damage.empty()) {
      warn(pageInFile(), "a page in the order of time", span.damage);
      lose();
      continue;
    }
    if (span.wentBack)
      warn(pageInFile(), "times that go forward", "a page, and those after it, earlier than the one before");
    if (!header.sound && page_.size() == pageSize) {
      warn(pageInFile(8), "how much of a page is used", "a number that makes no sense; it is read as far as it goes");
      lose();
    }
    if (header.dataEnd == header.dataAt && isWritten(page_.subspan(header.dataAt))) {
      warn(pageInFile(8), "how much of a page is used", "nothing, though something was written to it");
      lose();
    }
    header_ = header;
    lostPending_ = lostPending_ || header.lost;
    latest_ = span.latest - header.time;
    near_ = std::min(latest_, kLongPause);
    puzzled_ = paused_ = false;
    walk_ = RingWalk(page_, file.endian, header_);
    return true;
  }
  return false;
}

// Of the records after these some are missing, nobody knows how many.
void CpuDecoder::lose() {
  lostPending_ = true;
  header_.lostCount = -1;
}

void CpuDecoder::endPage() {
  inPage_ = false;
  if (walk_.damaged()) {
    warn(pageInFile(walk_.at()), "records up to the end of a page", "one that does not fit");
    lose();
  }
  // Of damaged records no time is to be believed.
  bool good = !walk_.damaged() && !puzzled_;
  before_ = {true, isFull(header_, stream_.pageSize), good ? walk_.time() : header_.time};
}

// The time of a record is none that its page can have: nothing after it on the page is believed. Of a last page nothing
// tells; that a record of it comes hours after its beginning is told once, and believed.
bool CpuDecoder::leaps(const RingRecord& raw) {
  if (walk_.time() - header_.time <= latest_) {
    if (latest_ > ~uint64_t{0} - header_.time - 1 && !paused_)
      warn(pageInFile(raw.at), "a time near that of its page", "one hours later");
    paused_ = true;
    return false;
  }
  warn(pageInFile(raw.at), "a time between those of its page and of the next",
       "one that leaps; the rest of the page is left out");
  lose();
  inPage_ = false;
  before_ = {true, false, header_.time};
  return true;
}

// Once a page: where one record is damaged, those after it may be found at wrong places.
void CpuDecoder::puzzle(const RingRecord& raw, const Event* event) {
  puzzled_ = true;
  warn(pageInFile(raw.at), "an event that is described",
       event == nullptr ? "one that is not" : event->format.name + " of another size");
}

void CpuDecoder::add(const RingRecord& raw, RecordBatch& out) {
  Time time = toTime(walk_.time());
  uint64_t ref = unitRef_ + pageBase_ + raw.at;
  if (lostPending_) {
    lostPending_ = false;
    Record& lost = out.push();
    lost = Record{};
    lost.time = time;
    lost.value = header_.lostCount;
    lost.track = stream_.running;
    lost.kind = RecordKind::Lost;
  }
  Bytes data = page_.subspan(raw.at, raw.size);
  uint16_t id = 0;
  if (data.size() >= shared_.events.typeOffset() + 2)
    id = loadUnchecked<uint16_t>(data.data() + shared_.events.typeOffset(), shared_.file.endian);
  const Event* event = shared_.events.find(id);
  if ((event == nullptr || raw.size - event->least > event->spare) && !puzzled_ && shared_.events.size() > 0)
    puzzle(raw, event);
  Record& record = out.push();
  record.time = time;
  record.ref = ref;
  record.value = id;
  record.name = event != nullptr ? event->name : kNoName;
  record.track = stream_.events;
  record.depth = 0;
  record.kind = RecordKind::Instant;
  record.flags = 0;
  record.size = raw.size;
  if (bare_) return;
  const Origin origin{time, ref, id, raw.size};
  bool meant = event != nullptr && event->meaning != Meaning::None;
  if (scheduled_ && ((meant && event->meaning == Meaning::SchedSwitch) || !stillRuns(data)))
    follow(event, data, origin, out);
  if (meant && drawsOnCpu(event->meaning)) addDerived(*event, data, origin, out);
}

// False when the unit has been drained.
bool CpuDecoder::drain(RecordBatch& out) {
  for (;;) {
    if (!inPage_ && !nextPage()) return false;
    inPage_ = true;
    RingRecord raw;
    while (out.hasRoom(kMostPerRecord + 1)) {
      if (!walk_.next(raw)) {
        endPage();
        break;
      }
      if (walk_.time() - header_.time > near_ && leaps(raw)) break;
      fetchAhead(page_.data() + raw.at);
      add(raw, out);
    }
    if (inPage_) return true;
  }
}

DecodeStep CpuDecoder::decode(const DecodeInput& input, RecordBatch& out) {
  DecodeStep step;
  while (step.consumed < input.data.size()) {
    DecodeInput rest = input;
    rest.data = input.data.subspan(step.consumed);
    rest.offset = input.offset + step.consumed;
    // The bytes may lie elsewhere than at the last call; a chunk's pages are our own.
    if (loaded_ && unitAt_ == rest.offset && !stream_.compressed) {
      unit_ = rest.data.first(std::min(unitBytes_, rest.data.size()));
    } else if (!loaded_ || unitAt_ != rest.offset) {
      if (!loadUnit(rest)) {
        loaded_ = false;
        step.needMore = true;
        break;
      }
    }
    if (drain(out)) return step;
    loaded_ = false;
    step.consumed += unitBytes_;
    step.resumable = true;
    if (out.count > 0) return step;
  }
  step.needMore = step.needMore || step.consumed == input.data.size();
  step.resumable = true;
  return step;
}

void CpuDecoder::draw(const Origin& origin, RecordKind kind, uint16_t depth, NameId name, RecordBatch& out) const {
  Record& record = out.push();
  record.time = origin.time;
  record.ref = origin.ref;
  record.value = origin.value;
  record.name = name;
  record.track = stream_.running;
  record.depth = depth;
  record.kind = kind;
  record.flags = kDerived;
  record.size = origin.size;
}

NameId CpuDecoder::commName(int64_t pid, const Bytes& comm) {
  Comm& slot = comms_[static_cast<size_t>(pid) & 255];
  std::array<char, 16> text{};
  std::copy_n(reinterpret_cast<const char*>(comm.data()), std::min(comm.size(), text.size()), text.data());
  if (slot.pid != pid || slot.text != text) {
    slot.pid = pid;
    slot.text = text;
    slot.name = shared_.reader.names().intern(std::string_view(text.data(), strnlen(text.data(), text.size())));
  }
  return slot.name;
}

// From here on this thread runs. An idle CPU shows nothing.
void CpuDecoder::run(int64_t tid, NameId name, const Origin& origin, RecordBatch& out) {
  if (running_ > 0) draw(origin, RecordKind::End, kRunning, kNoName, out);
  running_ = tid;
  if (tid > 0) draw(origin, RecordKind::Begin, kRunning, name, out);
}

bool CpuDecoder::stillRuns(const Bytes& data) const {
  size_t pidAt = shared_.events.pidOffset();
  return data.size() >= pidAt + 4 &&
         static_cast<int32_t>(loadUnchecked<uint32_t>(data.data() + pidAt, shared_.file.endian)) == running_;
}

// Who runs: by the switches, and where one is missing, by whose events come.
void CpuDecoder::follow(const Event* event, const Bytes& data, const Origin& origin, RecordBatch& out) {
  Endian endian = shared_.file.endian;
  size_t pidAt = shared_.events.pidOffset();
  if (data.size() < pidAt + 4) return;
  int64_t tid = static_cast<int32_t>(loadUnchecked<uint32_t>(data.data() + pidAt, endian));
  if (tid != running_) {
    std::string_view name = shared_.commands.find(tid);
    run(tid, shared_.reader.names().intern(name), origin, out);
  }
  if (event == nullptr || event->meaning != Meaning::SchedSwitch) return;
  int64_t next = fieldNumber(*event->a, data, endian);
  run(next, next > 0 ? commName(next, fieldBytes(*event->b, data, endian)) : kNoName, origin, out);
}

void CpuDecoder::addDerived(const Event& event, const Bytes& data, const Origin& origin, RecordBatch& out) {
  Endian endian = shared_.file.endian;
  NameTable& names = shared_.reader.names();
  RecordKind kind = RecordKind::Begin;
  uint16_t depth = kIrq;
  NameId name = event.name;
  switch (event.meaning) {
    case Meaning::CpuIdle:
      if (fieldNumber(*event.b, data, endian) != static_cast<int64_t>(stream_.cpu)) return;
      depth = kRunning;
      // drivers/cpuidle: the state left is (u32)-1.
      if (static_cast<uint32_t>(fieldNumber(*event.a, data, endian)) == ~uint32_t{0}) {
        kind = RecordKind::End;
        name = shared_.idle;
      } else {
        name = names.intern("idle state " + std::to_string(fieldNumber(*event.a, data, endian)));
      }
      break;
    case Meaning::IrqEntry:
      name = names.intern(fieldText(*event.b, data, endian));
      break;
    case Meaning::VectorEntry:
      name = event.slice;
      break;
    case Meaning::IrqExit:
    case Meaning::VectorExit:
      kind = RecordKind::End;
      break;
    case Meaning::Nmi:
      draw(origin, RecordKind::Slice, kNmi, name, out);
      out.records[out.count - 1].value = origin.time - std::max<int64_t>(0, fieldNumber(*event.a, data, endian));
      return;
    case Meaning::SoftirqEntry:
    case Meaning::SoftirqExit: {
      if (event.meaning == Meaning::SoftirqExit) kind = RecordKind::End;
      uint64_t vector = static_cast<uint64_t>(fieldNumber(*event.a, data, endian));
      depth = kSoftirq;
      name = names.intern(vector < std::size(kSoftirqs) ? kSoftirqs[vector] : "softirq");
      break;
    }
    default:
      return;
  }
  draw(origin, kind, depth, name, out);
}

std::vector<std::byte> CpuDecoder::save() const {
  WireWriter out;
  out.put(static_cast<uint8_t>(lostPending_));
  out.put(running_);
  out.put(before_);
  return out.take();
}

bool CpuDecoder::restore(Bytes state) {
  WireReader in(state);
  lostPending_ = in.get<uint8_t>() != 0;
  running_ = in.get<int64_t>();
  before_ = in.get<PageBefore>();
  if (in.failed()) return false;
  loaded_ = false;
  inPage_ = false;
  return true;
}

NameId CpuDecoder::rowName(const Record& record) const {
  if (record.kind == RecordKind::Lost) return kNoName;
  const Event* event = shared_.events.find(static_cast<uint16_t>(record.value));
  return event != nullptr ? event->name : kNoName;
}

void CpuDecoder::lookFor(const WantedText& wanted) {
  search_ = std::make_unique<TextSearch>(shared_, wanted);
}

bool CpuDecoder::mayHold(const Record& record) {
  return record.kind == RecordKind::Lost || !search_ ||
         search_->mayHold(static_cast<uint16_t>(record.value), raw(record));
}

void CpuDecoder::describe(const Record& record, EventRow& row) {
  row.time = record.time;
  row.cpu = static_cast<int32_t>(stream_.cpu);
  row.present = EventRow::kCpu;
  row.buffer = stream_.label;
  if (record.kind == RecordKind::Lost) {
    row.kind = row.name = "lost";
    row.count = record.value;
    row.present |= record.value < 0 ? EventRow::kCountUnknown : EventRow::kCount;
    return;
  }
  row.kind = "event";
  const Event* event = shared_.events.find(static_cast<uint16_t>(record.value));
  Bytes data = raw(record);
  if (data.empty()) return;
  Cursor cursor(data, shared_.file.endian);
  cursor.seek(shared_.events.pidOffset());
  row.tid = cursor.i32();
  row.present |= EventRow::kTid;
  row.comm = shared_.commands.find(row.tid);
  if (event == nullptr) {
    row.name = "unknown";
    row.args = "event id " + std::to_string(record.value);
    return;
  }
  row.name = event->format.name;
  shared_.text.append(row.args, *event, data);
  if (const Field* number = syscallNumber(*event))
    row.syscall = shared_.syscalls.of(fieldNumber(*number, data, shared_.file.endian));
  if (row.detailed) addStacks(record, row.tid, row);
}

bool CpuDecoder::placeOf(const Record& record, Place& out) const {
  out.bytes = raw(record);
  out.unpacked = stream_.compressed;
  out.offset = stream_.compressed ? unitAt_ : record.ref;
  return true;
}

}  // namespace tp::tracecmd
