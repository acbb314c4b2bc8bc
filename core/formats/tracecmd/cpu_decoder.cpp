#include "core/formats/tracecmd/cpu_decoder.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/formats/tracecmd/chunk_search.h"
#include "core/formats/tracecmd/text_search.h"
#include "core/io/wire.h"

namespace tp::tracecmd {
namespace {

constexpr size_t kUnitBytes = size_t{64} << 10;
// Limit, in bytes, on chunks that were unpacked in vain and are not followed by another one. Beyond it no more of them
// are tried.
constexpr uint64_t kMaxWasted = uint64_t{1} << 30;
// What was found in place of a chunk, by Skipped::instead.
constexpr const char* kInstead[] = {"something else", "the end of the data", "one of another size"};
constexpr uint64_t kElse = 0, kEnd = 1, kOtherSize = 2;
// A record and those derived from it.
constexpr uint32_t kMaxPerRecord = 12;

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
      scheduled_(shared.hasSwitches),
      plainTime_(shared.file.sync.empty() && !shared.file.hasTsc) {}

CpuDecoder::~CpuDecoder() = default;

void CpuDecoder::warn(uint64_t offset, std::string expected, std::string found) {
  shared_.reader.warnings().add(shared_.path, offset, std::move(expected), std::move(found));
}

bool CpuDecoder::loadUnit(const DecodeInput& input) {
  Bytes data = input.data;
  unitAt_ = input.offset;
  inPage_ = false;
  pageAt_ = 0;
  unit_ = ahead_ = {};
  if (stream_.compressed) return loadChunk(input);
  // A page is judged by the two pages after it.
  size_t pageSize = stream_.pageSize, kept = input.extentEnd ? 0 : 2 * pageSize;
  if (data.size() < pageSize + kept && !input.extentEnd) return false;
  // As many pages as nearly fill a batch, which is fastest.
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
  // The end of the list is not known to the byte: fewer bytes than the count of chunks has may be left over.
  if (data.size() <= kChunkCount && input.extentEnd) {
    unitBytes_ = data.size();
    return loaded_ = true;
  }
  if (data.size() < kChunkHead && !input.extentEnd) return false;
  ChunkHead head = readChunkHead(data, file, stream_.pageSize);
  if (!head.likely) return skipToChunk(input, 1, kElse);
  // The next chunk tells whether this one is as long as it says.
  const ChunkLead lead = leadOf(data, head, input.extentEnd, file, stream_.pageSize);
  if (lead == ChunkLead::Unknown) return false;
  if (data.size() - kChunkHeader < head.compressed) return skipToChunk(input, 1, kEnd);
  const bool leads = lead == ChunkLead::On;
  if (!leads && skipped_.bytes > 0) return skipToChunk(input, 1, kOtherSize);
  if (!leads && wasted_ > kMaxWasted) return skipToChunk(input, kChunkHeader, kOtherSize);
  tellSkipped(input.offset);
  Bytes packed = data.subspan(kChunkHeader, head.compressed);
  auto unpack = [&](Unpacked& out) { out.good = chunks_.decompress(file.codec, packed, head.size, out); };
  if (!exchange_) unpack(chunk_);
  const Unpacked& chunk = exchange_ ? exchange_->get(input.offset, unpack) : chunk_;
  if (!chunk.good && !leads) {
    wasted_ += std::max(head.size, head.compressed);
    return skipToChunk(input, kChunkHeader, kOtherSize);
  }
  if (chunk.good) {
    unit_ = ahead_ = chunk.bytes();
  } else {
    warn(input.offset, "a chunk compressed by " + file.codecName, "something else");
    lose();
  }
  unitBytes_ = kChunkHeader + head.compressed;
  return loaded_ = true;
}

// Makes the bytes from the input's beginning to the next chunk at `from` or later the current unit, which has no pages.
// Returns true.
bool CpuDecoder::skipToChunk(const DecodeInput& input, size_t from, uint64_t instead) {
  if (skipped_.bytes == 0) {
    skipped_.instead = instead;
    lose();
  }
  unitBytes_ = findChunk(input.data, from, input.extentEnd, shared_.file, stream_.pageSize);
  skipped_.bytes += unitBytes_;
  if (input.extentEnd && unitBytes_ == input.data.size()) tellSkipped(input.offset + unitBytes_);
  return loaded_ = true;
}

// Warns of the skipped bytes once, however many pieces they came in. `end` is the offset at which they end.
void CpuDecoder::tellSkipped(uint64_t end) {
  if (skipped_.bytes == 0) return;
  warn(end - skipped_.bytes, "a chunk",
       std::string(kInstead[skipped_.instead]) + "; " + std::to_string(skipped_.bytes) + " bytes are skipped");
  skipped_ = {};
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
    if (!span.pause.empty()) warn(pageInFile(), "a time near that of the pages beside", span.pause);
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

// An unknown number of records is missing before the next one.
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
  // Times of damaged records are not believed.
  bool good = !walk_.damaged() && !puzzled_;
  before_ = {true, good ? walk_.time() : header_.time};
}

// Returns whether a record's time is one that its page cannot have; then the rest of the page is left out. On the last
// page there is no page after it to tell, so a record hours after the page's time is warned of once and believed.
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
  before_ = {true, header_.time};
  return true;
}

// Warns once a page: if one record is damaged, the next ones may be found in wrong places.
void CpuDecoder::puzzle(const RingRecord& raw, const Event* event) {
  puzzled_ = true;
  warn(pageInFile(raw.at), "an event that is described",
       event == nullptr ? "one that is not" : event->format.name + " of another size");
}

// Of the file as a whole, however many records the event has.
void CpuDecoder::tellUnclear(const Event& event) {
  unclear_.resize(shared_.events.size());
  if (unclear_[event.number]) return;
  unclear_[event.number] = true;
  std::string what = event.format.name;
  if (!event.print.unknown.empty()) what += ": " + event.print.unknown.front();
  warn(kNoOffset, "a print format that is understood", std::move(what));
}

bool CpuDecoder::stillRuns(const Bytes& data) const {
  size_t pidAt = shared_.events.pidOffset();
  return data.size() >= pidAt + 4 &&
         static_cast<int32_t>(loadUnchecked<uint32_t>(data.data() + pidAt, shared_.file.endian)) == running_;
}

void CpuDecoder::add(const RingRecord& raw, RecordBatch& out) {
  Time time = toTime(walk_.time());
  uint64_t ref = unitRef_ + pageBase_ + raw.at;
  if (lostPending_) [[unlikely]]
    addLost(time, ref, out);
  Bytes data = page_.subspan(raw.at, raw.size);
  uint16_t id = 0;
  if (data.size() >= shared_.events.typeOffset() + 2)
    id = loadUnchecked<uint16_t>(data.data() + shared_.events.typeOffset(), shared_.file.endian);
  const Event* event = shared_.events.find(id);
  if ((event == nullptr || raw.size - event->least > event->spare) && !puzzled_ && shared_.events.size() > 0)
    puzzle(raw, event);
  if (event != nullptr && event->unclear) [[unlikely]]
    tellUnclear(*event);
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
  const bool meant = event != nullptr && event->meaning != Meaning::None;
  const bool switches = meant && event->meaning == Meaning::SchedSwitch;
  if (switches) record.flags = kOnCpu;
  seen_ = std::max(seen_, time);
  if (from_ == kNotWoken) from_ = seen_;
  if (bare_) return;
  const Origin origin{time, ref, id, raw.size};
  if (switches || (scheduled_ && !stillRuns(data))) {
    follow(event, data, origin, out);
  } else {
    told_ = seen_;
  }
  if (meant && drawsOnCpu(event->meaning)) addDerived(*event, data, origin, out);
}

// Returns false when the unit has been drained.
bool CpuDecoder::drain(RecordBatch& out) {
  for (;;) {
    if (!inPage_ && !nextPage()) return false;
    inPage_ = true;
    RingRecord raw;
    while (out.hasRoom(kMaxPerRecord + 1)) {
      if (!walk_.next(raw)) {
        endPage();
        break;
      }
      if (walk_.time() - header_.time > near_ && leaps(raw)) break;
      fetchAhead(page_.data() + raw.at);
      add(raw, out);
    }
    if (!inPage_) continue;
    // Of which records a batch is full depends on who decodes. Where a unit ends does not, nor may it be missed as a
    // place to go on from because a batch happened to be full there.
    RingWalk rest = walk_;
    if (pageAt_ < unit_.size() || rest.next(raw)) return true;
    walk_ = rest;
    endPage();
  }
}

DecodeStep CpuDecoder::decode(const DecodeInput& input, RecordBatch& out) {
  DecodeStep step;
  while (step.consumed < input.data.size()) {
    DecodeInput rest = input;
    rest.data = input.data.subspan(step.consumed);
    rest.offset = input.offset + step.consumed;
    if ((!loaded_ || unitAt_ != rest.offset) && !loadUnit(rest)) {
      loaded_ = false;
      step.needMore = true;
      break;
    }
    if (drain(out)) {
      // The decoder cannot be restored within a unit, even if it was resumable after an earlier unit of this input.
      step.resumable = false;
      return step;
    }
    loaded_ = false;
    step.consumed += unitBytes_;
    step.resumable = true;
    if (out.count > 0) return step;
  }
  step.needMore = step.needMore || step.consumed == input.data.size();
  step.resumable = true;
  return step;
}

template <class Self, class Wire>
void CpuDecoder::layout(Self& self, Wire& wire) {
  wire(self.running_, self.runningName_, self.since_, self.seen_, self.told_, self.from_, self.openRows_);
  wire.bits(self.lostPending_, self.switched_, self.toldEnd_, self.begun_);
  wire(self.before_, self.skipped_.bytes, atMost(self.skipped_.instead, std::size(kInstead) - 1), self.wasted_);
}

void CpuDecoder::save(WireWriter& out) const {
  layout(*this, out);
}

// A bare decoder does not follow who runs, and opens nothing.
void CpuDecoder::saveInput(WireWriter& out) const {
  CpuDecoder bare(shared_, stream_, true);
  bare.seen_ = seen_;
  bare.from_ = from_;
  bare.lostPending_ = lostPending_;
  bare.toldEnd_ = toldEnd_;
  bare.before_ = before_;
  bare.skipped_ = skipped_;
  bare.wasted_ = wasted_;
  layout(bare, out);
}

bool CpuDecoder::restore(WireReader& in) {
  layout(*this, in);
  scheduled_ = switched_ || shared_.hasSwitches;
  loaded_ = false;
  inPage_ = false;
  return !in.failed();
}

}  // namespace tp::tracecmd
