#include "core/formats/ctf/stream_decoder.h"

#include <algorithm>

#include "core/io/wire.h"

namespace tp::ctf {
namespace {

// A packet can begin with a loss and end with two.
constexpr uint32_t kMaxPerStep = 4;
// Larger events are taken for damage.
constexpr uint64_t kMaxEventBits = uint64_t{1} << 27;

// So many events are not lost, but a counter is wrong.
int64_t countOf(uint64_t lost) {
  constexpr uint64_t kMost = uint64_t{1} << 48;
  return lost > kMost ? -1 : static_cast<int64_t>(lost);
}

}  // namespace

FileDecoder::FileDecoder(Shared& shared, const DataFile& file, TrackId track, bool onThreads)
    : shared_(shared),
      file_(file),
      track_(track),
      onThreads_(onThreads),
      places_(shared.threads, shared.process, track) {
  told_.slots.assign(shared.trace.layout->program().slots, 0);
}

void FileDecoder::warn(uint64_t offset, std::string expected, std::string found) {
  shared_.reader.warnings().add(file_.path, offset, std::move(expected), std::move(found));
}

void FileDecoder::addLost(int64_t count, uint64_t offset, Time time, RecordBatch& out) {
  Record& record = out.push();
  record = Record{};
  record.time = time;
  record.ref = offset;
  record.value = count;
  record.track = track_;
  record.kind = RecordKind::Lost;
  state_.seen = std::max(state_.seen, time);
}

// The time of a place in the file of which only the clock before it is known. If no packet has told that, no event of
// the trace is earlier than the first packet of any stream.
Time FileDecoder::firstTime(uint64_t cycles) const {
  if (cycles != 0) return clock().at(cycles);
  Time first = kNotWoken;
  for (const DataFile& file : shared_.trace.files) {
    if (file.stream == nullptr) continue;
    const auto stream = static_cast<size_t>(file.stream - shared_.trace.layout->streams().data());
    const Time begin = shared_.clocks[stream].at(file.begin);
    if (first == kNotWoken || begin < first) first = begin;
  }
  return first == kNotWoken ? clock().at(cycles) : first;
}

// Packets that are missing before this one, and events that were discarded before the first.
void FileDecoder::tellHoles(uint64_t offset, RecordBatch& out) {
  const Counted& before = state_.counted;
  const Time time = std::max(timeNow(), state_.seen);
  const uint64_t sequence = told_.of(Role::Sequence);
  if (told_.has(Role::Sequence) && before.hasSequence != 0 && sequence > before.sequence + 1) {
    const uint64_t lost = sequence - before.sequence - 1;
    warn(offset, "packet " + std::to_string(before.sequence + 1) + " of the stream",
         "packet " + std::to_string(sequence) + ": " + std::to_string(lost) + (lost == 1 ? " was lost" : " were lost"));
    addLost(-1, offset, time, out);
  }
}

// Reads the head of the packet at `offset`. Returns false if that needs more bytes.
bool FileDecoder::beginPacket(const DecodeInput& input, uint64_t offset, RecordBatch& out) {
  const Bytes data = input.data.subspan(static_cast<size_t>(offset - input.offset));
  const Extent& extent = file_.extents[input.extent];
  const uint64_t left = extent.offset + extent.size - offset;
  std::pair<std::string, std::string> problem;
  Packet packet;
  const uint64_t before = told_.clock;
  switch (readHead(*shared_.trace.layout, data, left, told_, packet, problem)) {
    case HeadResult::NeedMore:
      return false;
    case HeadResult::Bad:
      told_.clock = before;
      warn(offset, problem.first, problem.second + "; the rest of the file is left out");
      // Files that were made as large as they might become end with zeros.
      if (problem.second != "zeros") addLost(-1, offset, std::max(state_.seen, firstTime(before)), out);
      state_.packetAt = offset;
      state_.packetEnd = extent.offset + extent.size;
      state_.inPacket = 0;
      return true;
    case HeadResult::Read:
      break;
  }
  state_.stream = static_cast<uint64_t>(packet.stream - shared_.trace.layout->streams().data());
  state_.packetAt = offset;
  state_.packetEnd = offset + std::min(packet.size, left);
  state_.content = packet.content;
  state_.at = packet.events;
  state_.inPacket = 1;
  packetKnown_ = told_.known;
  tellHoles(offset, out);
  if (packet.size > left)
    warn(offset, "a packet of " + std::to_string(packet.size) + " bytes",
         "the end of the file after " + std::to_string(left));
  return true;
}

// What the packet's counters tell, once its events are read.
void FileDecoder::endPacket(RecordBatch& out) {
  state_.inPacket = 0;
  told_.known = packetKnown_;
  Counted& counted = state_.counted;
  // No event of the packet is later than its end, but in files of some writers.
  const Time end =
      std::max(told_.has(Role::PacketEnd) ? clock().at(told_.of(Role::PacketEnd)) : timeNow(), state_.seen);
  if (told_.has(Role::Discarded)) {
    const uint64_t discarded = told_.of(Role::Discarded);
    if (counted.hasDiscarded == 0) {
      // The stream's first packet has all that were discarded since it began; other first packets do not tell when.
      const bool isFirst = told_.has(Role::Sequence) && told_.of(Role::Sequence) == 0;
      if (discarded != 0) addLost(isFirst ? countOf(discarded) : -1, state_.packetAt, end, out);
    } else if (discarded > counted.discarded) {
      addLost(countOf(discarded - counted.discarded), state_.packetAt, end, out);
    } else if (discarded < counted.discarded) {
      // The counter began anew.
      addLost(-1, state_.packetAt, end, out);
    }
    if (discarded != counted.discarded && (counted.hasDiscarded != 0 || discarded != 0))
      warn(state_.packetAt, "all events", "some that the tracer discarded");
    counted.discarded = discarded;
    counted.hasDiscarded = 1;
  }
  if (told_.has(Role::Sequence)) {
    counted.sequence = told_.of(Role::Sequence);
    counted.hasSequence = 1;
  }
}

// The rest of the packet can't be read.
void FileDecoder::breakOff(std::string expected, std::string found, RecordBatch& out) {
  const uint64_t offset = state_.packetAt + state_.at / 8;
  warn(offset, std::move(expected), std::move(found));
  addLost(-1, offset, std::max(state_.seen, timeNow()), out);
  endPacket(out);
}

// `begin` and `end` are bits of the packet.
inline void FileDecoder::addEvent(const Event& of, Time time, uint64_t begin, uint64_t end, RecordBatch& out) {
  const EventLayout& event = shared_.trace.layout->events()[of.number];
  Record& record = out.push();
  record = Record{};
  record.time = time;
  record.ref = state_.packetAt + begin / 8;
  record.value = valueOf(of.number, begin, of.body - begin);
  record.name = event.name;
  record.track = onThreads_ ? places_.of(told_, time) : track_;
  record.kind = RecordKind::Instant;
  record.flags = event.switches() ? kOnCpu : 0;
  record.size = static_cast<uint32_t>((end + 7) / 8 - begin / 8);
  state_.seen = std::max(state_.seen, time);
}

// Adds events as long as there is room and they are whole. Returns false if more bytes are needed.
bool FileDecoder::addEvents(const DecodeInput& input, RecordBatch& out) {
  // The packet may begin before the input, or within it.
  const uint64_t passed = input.offset > state_.packetAt ? input.offset - state_.packetAt : 0;
  const uint64_t ahead = input.offset > state_.packetAt ? 0 : state_.packetAt - input.offset;
  const Bytes bytes = input.data.subspan(static_cast<size_t>(std::min<uint64_t>(ahead, input.data.size())));
  const uint64_t available = (passed + bytes.size()) * 8;
  const uint64_t limit = std::min(state_.content, (state_.packetEnd - state_.packetAt) * 8);
  BitReader in(bytes, passed * 8, limit);
  const StreamLayout& own = stream();
  const Clock& clock = this->clock();
  const bool isTimed = own.program->clock != nullptr;
  while (state_.at < limit && out.hasRoom(kMaxPerStep)) {
    in.seek(state_.at);
    in.align(own.headerAlignment);
    // Behind the last event there can be some bits, but no further one.
    if (in.at() >= limit) {
      state_.at = limit;
      break;
    }
    const uint64_t begin = in.at(), clockBefore = told_.clock;
    Event event;
    const EventResult result = readEvent(*shared_.trace.layout, own, in, told_, event);
    if (result == EventResult::Read && !in.failed()) [[likely]] {
      addEvent(event, isTimed ? clock.at(event.time) : static_cast<Time>(state_.number++), begin, in.at(), out);
      if (in.at() == state_.at) {
        breakOff("events that take some bytes", "one that takes none", out);
        return true;
      }
      state_.at = in.at();
      continue;
    }
    told_.clock = clockBefore;
    if (result != EventResult::Read) {
      breakOff("an event that can be read", wordsOf(result, told_) + "; the rest of the packet is left out", out);
      return true;
    }
    if (available < limit && available - std::min(available, begin) < kMaxEventBits) return false;
    breakOff("a whole event", limit < state_.content ? "the end of the file" : "the end of the packet", out);
    return true;
  }
  if (state_.at < limit) return true;
  if (limit < state_.content) {
    breakOff("the rest of the packet", "the end of the file", out);
  } else {
    endPacket(out);
  }
  return true;
}

DecodeStep FileDecoder::decode(const DecodeInput& input, RecordBatch& out) {
  last_ = input;
  if (input.extent >= file_.extents.size()) return {input.data.size(), true, true};
  if (state_.extent != input.extent) {
    state_.extent = input.extent;
    state_.packetEnd = input.offset;
    state_.inPacket = 0;
    if (input.extent < file_.before.size() &&
        file_.before[input.extent].hasSequence + file_.before[input.extent].hasDiscarded > 0)
      state_.counted = file_.before[input.extent];
  }
  const uint64_t end = input.offset + input.data.size();
  while (true) {
    if (!out.hasRoom(kMaxPerStep)) break;
    if (state_.inPacket == 0) {
      if (state_.packetEnd >= end) return {input.data.size(), true, true};
      // What the packet's fields tell holds for all records of a batch.
      if (out.count > 0 && !shared_.trace.layout->program().packetSlots.empty()) break;
      if (!beginPacket(input, state_.packetEnd, out))
        return {static_cast<size_t>(state_.packetEnd - input.offset), true, true};
    } else if (!addEvents(input, out)) {
      return {static_cast<size_t>(state_.packetAt + state_.at / 8 - input.offset), true, true};
    }
  }
  const uint64_t at = state_.inPacket != 0 ? state_.packetAt + state_.at / 8 : state_.packetEnd;
  return {static_cast<size_t>(std::min(at, end) - input.offset), false, true};
}

void FileDecoder::finish(RecordBatch& out) {
  if (state_.toldEnd != 0 || state_.seen == kNotWoken) return;
  state_.toldEnd = 1;
  out.pushReach(track_, state_.seen);
}

void FileDecoder::save(WireWriter& out) const {
  out(state_, told_.roles, packetKnown_, told_.clock);
  for (const Slot slot : shared_.trace.layout->program().packetSlots) out(told_.slot(slot));
}

bool FileDecoder::restore(WireReader& in) {
  in(state_, told_.roles, packetKnown_, told_.clock);
  for (const Slot slot : shared_.trace.layout->program().packetSlots) in(told_.slots[static_cast<size_t>(slot)]);
  told_.known = packetKnown_;
  in.require(state_.stream < shared_.clocks.size());
  return in.complete();
}

bool FileDecoder::bytesOf(const Record& record, RowBytes& out) const {
  if (record.kind == RecordKind::Lost || record.ref < last_.offset) return false;
  const uint64_t at = record.ref - last_.offset;
  if (at > last_.data.size() || last_.data.size() - at < record.size) return false;
  out.payload = last_.data.subspan(static_cast<size_t>(at), record.size);
  out.inHeader = static_cast<uint64_t>(record.value) & kPlaceMask;
  out.time = record.time;
  return true;
}

// The thread, where the event tells it.
void FileDecoder::tellThread(const EventLayout& event, const RowBytes& bytes, EventRow& row) {
  Told& told = scratch_;
  told.known = 0;
  told.comm = {};
  told.slots = told_.slots;
  BitReader in(bytes.payload, bytes.inHeader & ~uint64_t{7}, ~uint64_t{0});
  in.seek(bytes.inHeader);
  if (!event.stream->eventHeader.run(in, told) || !event.body.run(in, told)) return;
  if (told.has(Role::Tid)) {
    row.tid = static_cast<int64_t>(told.of(Role::Tid));
    row.present |= EventRow::kTid;
  }
  const Process& process = shared_.process;
  if (told.has(Role::Pid) || process.pid > 0) {
    row.pid = told.has(Role::Pid) ? static_cast<int64_t>(told.of(Role::Pid)) : process.pid;
    row.present |= EventRow::kPid;
  }
  const std::string_view comm = asText(told.comm);
  row.comm = comm.empty() ? std::string_view(process.name) : comm.substr(0, comm.find('\0'));
}

void FileDecoder::setNeedle(const WantedText& wanted) {
  // The name of a program with buffers of its own is a text of each event.
  const bool inEach = wanted.whole.foundIn(shared_.process.name);
  search_ = inEach ? nullptr : std::make_unique<TextSearch>(*shared_.trace.layout, wanted);
}

bool FileDecoder::mayMatch(const Record& record) {
  RowBytes bytes;
  return search_ == nullptr || !bytesOf(record, bytes) || search_->mayMatch(numberOf(record), bytes.payload);
}

void FileDecoder::describe(const Record& record, EventRow& row) {
  row.time = record.time;
  row.stream = file_.name;
  if (file_.cpu >= 0) {
    row.cpu = file_.cpu;
    row.present |= EventRow::kCpu;
  }
  if (record.kind == RecordKind::Lost) return row.setLost(record.value);
  row.kind = "event";
  row.name = shared_.reader.names().view(record.name);
  RowBytes bytes;
  if (!bytesOf(record, bytes)) return;
  if (numberOf(record) >= shared_.trace.layout->events().size()) return;
  const EventLayout& event = eventOf(record);
  tellThread(event, bytes, row);
  if (event.program->readsPacket) {
    BitReader in(bytes.payload, bytes.inHeader & ~uint64_t{7}, ~uint64_t{0});
    in.seek(bytes.inHeader);
    Told told = told_;
    printEvent(event, in, told, row.args);
    return;
  }
  row.setFields(shared_.schemas.of(*shared_.trace.layout, numberOf(record)), bytes);
}

}  // namespace tp::ctf
