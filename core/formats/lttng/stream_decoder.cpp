#include "core/formats/lttng/stream_decoder.h"

#include <algorithm>
#include <cstring>

namespace tp::lttng {
namespace {

// A sub-buffer can begin with two records, and an event can end it with another.
constexpr uint32_t kMostPerStep = 2;

}  // namespace

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

// False: more bytes are needed.
bool TraceFileDecoder::beginSubBuffer(const DecodeInput& input, RecordBatch& out) {
  size_t headerSize = file_.first.layout.headerSize;
  if (input.data.size() < headerSize && !input.extentEnd) return false;
  state_.extent = input.extent;
  state_.ended = 0;
  SubBuffer header;
  if (readSubBuffer(input.data.first(std::min(input.data.size(), kHeadBytes)), header) != HeaderState::Good) {
    warn(input.offset, "the header of a sub-buffer", std::to_string(input.data.size()) + " bytes");
    state_.ended = 1;
    return true;
  }
  events_.setTsc(header.beginTsc);
  // Counted from the beginning of the trace, modulo 2^32; what was lost between two sub-buffers is the difference.
  uint32_t lost = header.lost - state_.lost, corrupt = header.corrupt - state_.corrupt;
  if (lost != 0) {
    warn(input.offset, "all events", std::to_string(lost) + " lost by the tracer");
    addLost(lost, input.offset, out);
  }
  if (corrupt != 0) {
    warn(input.offset, "all sub-buffers", std::to_string(corrupt) + " that the tracer says are corrupt");
    addLost(-1, input.offset, out);
  }
  state_.lost = header.lost;
  state_.corrupt = header.corrupt;
  return true;
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
  record.flags = 0;
  record.size = static_cast<uint32_t>(event.headerSize + event.payloadSize);
}

DecodeStep TraceFileDecoder::decode(const DecodeInput& input, RecordBatch& out) {
  last_ = input;
  size_t at = 0;
  if (state_.extent != input.extent) {
    if (!out.hasRoom(kMostPerStep)) return {0, false, true};
    if (!beginSubBuffer(input, out)) return {0, true, true};
    at = std::min<size_t>(input.data.size(), file_.first.layout.headerSize);
  }
  // Alignment counts from the beginning of the sub-buffer.
  uint64_t position = input.offset - file_.extents[input.extent].offset;
  while (at < input.data.size()) {
    if (!out.hasRoom(kMostPerStep)) return {at, false, true};
    if (state_.ended != 0) return {input.data.size(), true, true};
    RawEvent event;
    Found found = events_.next(input.data.subspan(at), position + at, input.extentEnd, event);
    if (found == Found::NeedMore) return {at, true, true};
    if (found == Found::Bad) {
      warn(input.offset + at, events_.problem(), "something else; the sub-buffer ends here");
      addLost(-1, input.offset + at, out);
      state_.ended = 1;
      continue;
    }
    addEvent(event, input.offset + at, out);
    at += event.headerSize + event.payloadSize;
  }
  return {at, true, true};
}

std::vector<std::byte> TraceFileDecoder::save() const {
  State state = state_;
  state.tsc = events_.tsc();
  std::vector<std::byte> bytes(sizeof state);
  std::memcpy(bytes.data(), &state, sizeof state);
  return bytes;
}

bool TraceFileDecoder::restore(Bytes state) {
  if (state.size() != sizeof state_) return false;
  std::memcpy(&state_, state.data(), sizeof state_);
  events_.setTsc(state_.tsc);
  return true;
}

bool TraceFileDecoder::payloadOf(const Record& record, Bytes& out) const {
  size_t headerSize = static_cast<size_t>(static_cast<uint64_t>(record.value) >> kHeaderShift & 0xffff);
  if (record.ref < last_.offset || record.ref - last_.offset > last_.data.size() ||
      last_.data.size() - (record.ref - last_.offset) < record.size || headerSize > record.size)
    return false;
  out = last_.data.subspan(static_cast<size_t>(record.ref - last_.offset), record.size).subspan(headerSize);
  return true;
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
  if (record.kind == RecordKind::Lost) {
    row.kind = row.name = "lost";
    row.count = record.value;
    row.present |= record.value < 0 ? EventRow::kCountUnknown : EventRow::kCount;
    return;
  }
  row.kind = "event";
  const Marker* marker = markerOf(record);
  uint16_t id = static_cast<uint16_t>(record.value);
  row.name = marker != nullptr        ? shared_.reader.names().view(marker->name)
             : record.name != kNoName ? shared_.reader.names().view(record.name)
                                      : "unknown";
  if (marker == nullptr && record.name == kNoName) row.args = "event id " + std::to_string(id);
  Bytes payload;
  if (marker == nullptr || !marker->known) {
    // Some of it may be text that somebody knows.
    if (!payloadOf(record, payload) || payload.empty()) return;
    if (!row.args.empty()) row.args += ", ";
    row.args += "data = ";
    return appendBytes(row.args, asText(payload));
  }
  bool decimalOnly = file_.first.layout.blocks();
  eachField(record, [&](size_t i, const Field& field, const FieldValue& read) {
    if (i > 0) row.args += ", ";
    appendField(row.args, field, read, decimalOnly);
    if (marker->symbols != Symbols::None && i == marker->symbolField)
      shared_.symbols.append(row.args, marker->symbols, read.number, record.time);
  });
}

}  // namespace tp::lttng
