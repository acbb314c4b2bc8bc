#include "core/formats/lttng/stream_decoder.h"

#include <algorithm>

#include "core/formats/lttng/field_search.h"
#include "core/io/wire.h"

namespace tp::lttng {
namespace {

// A sub-buffer can begin with two records of loss, and an event may be followed by one.
constexpr uint32_t kMaxPerStep = 3;

}  // namespace

TraceFileDecoder::TraceFileDecoder(Shared& shared, const TraceFile& file, TrackId track)
    : shared_(shared),
      file_(file),
      track_(track),
      channel_(shared.markers.channel(file.channel)),
      events_(file.first.layout, file.compact(), channel_),
      scan_(file, file.first.layout) {
  state_.place.next = file.firstPlace.at;
}

TraceFileDecoder::~TraceFileDecoder() = default;

void TraceFileDecoder::warn(uint64_t offset, std::string expected, std::string found) {
  shared_.reader.warnings().add(file_.entry.path, offset, std::move(expected), std::move(found));
}

void TraceFileDecoder::addLost(int64_t count, uint64_t offset, RecordBatch& out) {
  Record& record = out.push();
  record = Record{};
  record.time = shared_.clock.at(events_.tsc());
  record.ref = offset;
  record.value = count;
  record.track = track_;
  record.kind = RecordKind::Lost;
}

// Finds the next sub-buffer from `offset` on, where the one before ends, and appends what was lost between the two.
void TraceFileDecoder::beginSubBuffer(const DecodeInput& input, uint64_t offset, RecordBatch& out) {
  SubBuffer header = file_.first;
  state_.ended = 0;
  if (offset == file_.firstPlace.at) {
    state_.place = file_.firstPlace;
  } else {
    scan_.lend(input.data, input.offset);
    if (!scan_.next(offset, header, state_.place, &shared_.reader.warnings())) {
      state_.place = {kNoOffset, kNoOffset, kNoOffset, 0};
      return;
    }
  }
  events_.setTsc(judgeTimes(header));
  state_.payloadAt = state_.place.at + header.layout.headerSize;
  state_.told = 0;
  // The counters count from the beginning of the trace, modulo 2^32. The difference was lost between the two
  // sub-buffers.
  uint32_t lost = header.lost - state_.lost, corrupt = header.corrupt - state_.corrupt;
  uint64_t at = state_.place.at;
  if (lost != 0) {
    warn(at, "all events", std::to_string(lost) + " lost by the tracer");
    addLost(lost, at, out);
  }
  if (corrupt != 0) {
    warn(at, "all sub-buffers", std::to_string(corrupt) + " that the tracer says are corrupt");
    addLost(-1, at, out);
  }
  state_.lost = header.lost;
  state_.corrupt = header.corrupt;
}

// Returns the TSC from which the sub-buffer's events count. If the header contradicts itself or what came before, it is
// estimated from the rest. Sets `latest`.
uint64_t TraceFileDecoder::judgeTimes(const SubBuffer& header) {
  // kLongPause is 6.5 hours of a TSC of 3 GHz. kKept is the part of the TSC that an event's header has.
  constexpr uint64_t kLongPause = uint64_t{1} << 46, kKept = (uint64_t{1} << 27) - 1;
  const uint64_t slack = uint64_t{1} << std::min<unsigned>(header.layout.tscTruncate, 31);
  const uint64_t before = events_.tsc(), begin = header.beginTsc, end = header.endTsc;
  const bool isFirst = state_.place.at == file_.firstPlace.at;
  auto near = [&](uint64_t from, uint64_t to) { return to >= from && to - from < kLongPause; };
  const bool follows = isFirst || near(before, begin + slack);
  // A sub-buffer that was never finished has no end.
  const bool ends = end != 0 && near(begin, end);
  state_.latest = ~uint64_t{0};
  if (follows && (ends || end == 0)) {
    if (ends) state_.latest = end + slack;
    return begin;
  }
  if (follows && !isFirst) {
    warn(state_.place.at + 8, "a time at which the sub-buffer ends", "one that is not after its beginning");
    return begin;
  }
  if (end == 0 || (!isFirst && !near(before, end))) {
    warn(state_.place.at, "times that go forward without a leap",
         begin < before ? "a sub-buffer that begins before the one before it ended"
                        : "a sub-buffer that begins hours after the one before it");
    return begin;
  }
  warn(state_.place.at, "a time at which the sub-buffer begins", "one that contradicts its end or the one before it");
  state_.latest = end + slack;
  return isFirst && end > kKept ? end - kKept : isFirst ? 0 : before;
}

NameId TraceFileDecoder::nameOf(const RawEvent& event) {
  if (event.marker != nullptr) return event.marker->name;
  if (!file_.first.layout.facilities()) return kNoName;
  auto [at, fresh] = unknown_.try_emplace(event.id, kNoName);
  if (fresh) at->second = shared_.reader.names().intern(shared_.markers.unknownName(event.id));
  return at->second;
}

void TraceFileDecoder::addEvent(const RawEvent& event, uint64_t offset, RecordBatch& out) {
  if (event.sizeDiffers) warn(offset, "an event of the size that its marker has", "another size");
  Record& record = out.push();
  record.time = shared_.clock.at(event.tsc);
  record.ref = offset;
  record.value = static_cast<int64_t>(event.id | uint64_t{event.headerSize} << kHeaderShift |
                                      uint64_t{event.inHeader} << kInHeaderShift);
  record.name = nameOf(event);
  record.track = track_;
  record.depth = 0;
  record.kind = RecordKind::Instant;
  record.flags = event.marker != nullptr && event.marker->switches ? kOnCpu : 0;
  state_.seen = std::max(state_.seen, record.time);
  record.size = static_cast<uint32_t>(event.headerSize + event.payloadSize);
}

// Skips bytes that are no event, or adds an event that nothing describes, up to the next event. Returns where that
// begins.
size_t TraceFileDecoder::passOver(const DecodeInput& input, Bytes data, size_t at, const RawEvent& event,
                                  RecordBatch& out) {
  const uint64_t position = input.offset - state_.place.at;
  // Its header is valid if its time is; only the size of its payload is not known.
  bool undescribed = (event.marker == nullptr || !event.marker->known) && event.headerSize > 0 &&
                     event.headerSize <= data.size() - at && event.tsc >= events_.tsc() && event.tsc <= state_.latest;
  size_t from = undescribed ? at + event.headerSize : std::min<size_t>(at + 1, state_.payloadAt - input.offset);
  from = std::min(from, data.size());
  EventReader ahead = events_;
  if (undescribed) ahead.setTsc(event.tsc);
  size_t next = ahead.find(data, from, position + from, state_.latest,
                           undescribed ? std::optional<uint16_t>(event.id) : std::nullopt);
  bool last = next == data.size();
  if (undescribed && !last) {
    RawEvent whole = event;
    whole.payloadSize = next - at - event.headerSize;
    if (state_.told == 0)
      warn(input.offset + at, "a known event",
           "id " + std::to_string(event.id) + ": its size is guessed by what follows");
    state_.told = 1;
    events_.setTsc(event.tsc);
    state_.payloadAt = input.offset + at + event.headerSize;
    addEvent(whole, input.offset + at, out);
    return next;
  }
  warn(input.offset + at, events_.problem(),
       last ? "something else; the sub-buffer ends here"
            : "something else; the next event is at " + std::to_string(input.offset + next));
  addLost(-1, input.offset + at, out);
  state_.payloadAt = input.offset + next;
  if (last) state_.ended = 1;
  return last ? at : next;
}

// Adds events from `at` on, within the current sub-buffer, as long as there is room and they are whole. Returns where
// it stopped.
size_t TraceFileDecoder::addEvents(const DecodeInput& input, size_t at, RecordBatch& out) {
  uint64_t left = state_.place.dataEnd - input.offset;
  const bool all = left <= input.data.size();
  // Where the file ends within the sub-buffer, its last event need not be whole.
  const bool whole = all && state_.place.cut == 0;
  const Bytes data = all ? input.data.first(static_cast<size_t>(left)) : input.data;
  // Alignment counts from the beginning of the sub-buffer, which may lie before the input.
  const uint64_t position = input.offset - state_.place.at;
  while (at < data.size() && out.hasRoom(kMaxPerStep)) {
    RawEvent event;
    const uint64_t before = events_.tsc();
    Found found = events_.next(data, at, position + at, whole, event);
    if (found == Found::NeedMore && all) return endCut(input, at, out);
    if (found == Found::NeedMore) break;
    if (found == Found::Bad || event.tsc > state_.latest) {
      events_.setTsc(before);
      // The search needs the rest of the sub-buffer.
      if (!whole && !input.extentEnd) break;
      if (found == Found::Event) events_.blame("an event before the end of its sub-buffer");
      at = passOver(input, data, at, event, out);
      if (state_.ended != 0) break;
      continue;
    }
    addEvent(event, input.offset + at, out);
    state_.payloadAt = input.offset + at + event.headerSize;
    at += event.headerSize + event.payloadSize;
  }
  return all && at == data.size() && state_.place.cut != 0 ? endCut(input, at, out) : at;
}

// What the sub-buffer has beyond the end of the file is lost.
size_t TraceFileDecoder::endCut(const DecodeInput& input, size_t at, RecordBatch& out) {
  addLost(-1, input.offset + at, out);
  state_.ended = 1;
  return at;
}

// Consumes the input up to `at`, except for the last event's payload: if damage follows, events are searched for in
// that payload, too. So the result does not depend on how the bytes are cut into pieces.
DecodeStep TraceFileDecoder::step(const DecodeInput& input, size_t at, bool needsMore) {
  state_.goOnAt = input.offset + at;
  const bool within = state_.place.at != kNoOffset && state_.ended == 0 && state_.payloadAt >= input.offset &&
                      state_.payloadAt < state_.goOnAt && state_.goOnAt < state_.place.dataEnd;
  const bool over = input.extentEnd && at == input.data.size();
  return {within && !over ? static_cast<size_t>(state_.payloadAt - input.offset) : at, needsMore, true};
}

DecodeStep TraceFileDecoder::decode(const DecodeInput& input, RecordBatch& out) {
  last_ = input;
  const uint64_t held = state_.goOnAt - std::min(state_.goOnAt, input.offset);
  size_t at = static_cast<size_t>(std::min<uint64_t>(held, input.data.size()));
  while (at < input.data.size()) {
    const SubBufferPlace& place = state_.place;
    uint64_t offset = input.offset + at;
    size_t left = input.data.size() - at;
    if (!out.hasRoom(kMaxPerStep)) return step(input, at, false);
    if (offset >= place.next) {
      if (left < kHeadBytes && !input.extentEnd) return step(input, at, true);
      beginSubBuffer(input, offset, out);
      continue;
    }
    // The bytes between two sub-buffers, and the header, which has been read.
    uint64_t events = place.at == kNoOffset ? kNoOffset : place.at + file_.first.layout.headerSize;
    if (offset < events) {
      at += static_cast<size_t>(std::min<uint64_t>(left, events - offset));
    } else if (offset >= place.dataEnd || state_.ended != 0) {
      at += static_cast<size_t>(std::min<uint64_t>(left, place.next - offset));
    } else {
      size_t before = at;
      at = addEvents(input, at, out);
      if (at == before && state_.ended == 0) return step(input, at, true);
    }
  }
  return step(input, at, true);
}

void TraceFileDecoder::finish(RecordBatch& out) {
  if (state_.toldEnd != 0 || state_.seen == kNotWoken) return;
  state_.toldEnd = 1;
  out.pushReach(track_, state_.seen);
}

void TraceFileDecoder::save(WireWriter& out) const {
  State state = state_;
  state.tsc = events_.tsc();
  out(state);
}

bool TraceFileDecoder::restore(WireReader& in) {
  in(state_);
  if (!in.complete()) return false;
  events_.setTsc(state_.tsc);
  return true;
}

void TraceFileDecoder::setNeedle(const WantedText& wanted) {
  bool inEach = file_.tid > 0 && wanted.number == file_.tid;
  search_ = inEach ? nullptr : std::make_unique<FieldSearch>(shared_, wanted);
}

bool TraceFileDecoder::mayMatch(const Record& record) {
  const Marker* marker = search_ && record.kind != RecordKind::Lost ? markerOf(record) : nullptr;
  size_t size = 0;
  const std::byte* payload = marker != nullptr ? payloadOf(record, size) : nullptr;
  return payload == nullptr || search_->mayMatch(static_cast<uint16_t>(record.value), *marker, Bytes(payload, size));
}

NameId TraceFileDecoder::rowName(const Record& record) const {
  if (record.kind == RecordKind::Lost) return kNoName;
  const Marker* marker = markerOf(record);
  return marker != nullptr ? marker->name : record.name;
}

void TraceFileDecoder::describe(const Record& record, EventRow& row) {
  row.time = record.time;
  row.stream = file_.name;
  if (file_.tid > 0) {
    row.tid = file_.tid;
    row.pid = file_.pid;
    row.present = EventRow::kTid | EventRow::kPid;
  } else {
    row.cpu = static_cast<int32_t>(file_.cpu);
    row.present = EventRow::kCpu;
  }
  if (record.kind == RecordKind::Lost) return row.setLost(record.value);
  row.kind = "event";
  const Marker* marker = markerOf(record);
  uint16_t id = static_cast<uint16_t>(record.value);
  row.name = marker != nullptr        ? shared_.reader.names().view(marker->name)
             : record.name != kNoName ? shared_.reader.names().view(record.name)
                                      : "unknown";
  if (marker == nullptr && record.name == kNoName) row.args = "event id " + std::to_string(id);
  if (marker == nullptr || !marker->known) {
    // The payload may contain readable text.
    size_t size = 0;
    const std::byte* payload = payloadOf(record, size);
    if (payload == nullptr || size == 0) return;
    if (!row.args.empty()) row.args += ", ";
    row.args += "data = ";
    return appendBytes(row.args, asText(Bytes(payload, size)));
  }
  const Layout& layout = file_.first.layout;
  size_t size = 0;
  const std::byte* payload = payloadOf(record, size);
  if (payload == nullptr) return;
  row.setFields(shared_.schemas.of(*marker, row.name, {layout.endian, layout.blocks(), events_.firstInHeader(*marker)},
                                   shared_.symbols),
                {Bytes(payload, size), static_cast<uint64_t>(record.value) >> kInHeaderShift, record.time});
}

}  // namespace tp::lttng
