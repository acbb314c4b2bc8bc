#include "core/formats/xray/fdr_decoder.h"

#include <algorithm>
#include <utility>

#include "core/formats/xray/payload_text.h"
#include "core/io/wire.h"
#include "core/trace/not_recorded.h"

namespace tp::xray {
namespace {

// The largest value that the low bits of a function record's first word (metadata bit and action, little endian) have
// without arguments.
constexpr uint32_t kLastPlain = static_cast<uint32_t>(Action::TailExit) << 1;

}  // namespace

DecodeStep FdrDecoder::decode(const DecodeInput& input, RecordBatch& out) {
  return makes_ == Makes::Calls ? decodeAs<Makes::Calls>(input, out) : decodeAs<Makes::Samples>(input, out);
}

template <FdrDecoder::Makes kMakes>
DecodeStep FdrDecoder::decodeAs(const DecodeInput& input, RecordBatch& out) {
  last_ = input;
  size_t at = 0;
  FdrWalk::Item item;
  while (out.hasRoom(kMaxPerRecord)) {
    addFunctions<kMakes>(input, at, out);
    if (!out.hasRoom(kMaxPerRecord)) break;
    if (!walk_.next(input, at, item)) {
      const std::optional<uint64_t> loss = walk_.takeLoss();
      if (loss && kMakes == Makes::Calls) lose(*loss, out);
      return {at, true, true};
    }
    if (kMakes == Makes::Calls && lostFrom_ != kNotLost)
      drawNotRecorded(clampTime(static_cast<int64_t>(item.tsc)), out);
    if (item.isFunction) sightings_.see(item.tsc, walk_.cpu(), item.offset, calls_.none(), out);
    uint16_t depth = item.isFunction ? follow(item.function) : 0;
    if (kMakes == Makes::Samples) continue;
    Record& made = out.push();
    start(made, item.tsc, item.offset, item.raw.size());
    if (item.isFunction) {
      complete(made, item.function, depth);
      continue;
    }
    made.name = eventName(item);
    made.track = stream_.tracks.events;
    made.kind = RecordKind::Instant;
    made.depth = 0;
  }
  return {at, false, true};
}

inline void FdrDecoder::start(Record& made, uint64_t tsc, uint64_t offset, size_t size) const {
  made.time = clampTime(static_cast<int64_t>(tsc));
  made.ref = offset;
  made.value = walk_.cpu();
  made.flags = kNotMerged;
  made.size = static_cast<uint32_t>(size);
}

inline void FdrDecoder::complete(Record& made, const FunctionRecord& function, uint16_t depth) {
  made.name = log_.functions.of(function.id);
  made.track = stream_.tracks.thread;
  made.kind = isEntry(function.action) ? RecordKind::Begin : RecordKind::End;
  made.depth = depth;
}

// Returns the depth at which the call begins or ends.
inline uint16_t FdrDecoder::follow(const FunctionRecord& function) {
  return isEntry(function.action) ? calls_.enter(function.id) : calls_.leave(function.id, function.action);
}

// A fast path for plain function records; all others are left to the caller. There is no branch on whether a function
// begins or ends, because that is not predictable.
template <FdrDecoder::Makes kMakes>
void FdrDecoder::addFunctions(const DecodeInput& input, size_t& at, RecordBatch& out) {
  FdrWalk::Run run = walk_.run(input, at);
  uint64_t pause = std::min(sightings_.pauseAfter(walk_.tsc(), walk_.cpu()), walk_.mostDelta());
  if (run.at == run.stop || pause == 0) return;
  const std::byte* from = run.at;
  const std::span<const NameId> names = log_.functions.given();
  const int64_t cpu = walk_.cpu();
  const TrackId track = stream_.tracks.thread;
  Record* to = out.records.data() + out.count;
  const size_t here = (static_cast<size_t>(run.stop - run.at) + kFunctionSize - 1) / kFunctionSize;
  const size_t most = std::min<size_t>(here, RecordBatch::kCapacity - CpuSamples::kMax - out.count);
  CallDepths::Top calls = calls_.top(most);
  if (calls.room < most) return;
  if (most < here) run.stop = run.at + most * kFunctionSize;
  uint64_t offset = input.offset + at;
  while (run.at < run.stop) {
    uint64_t word = loadUnchecked<uint64_t>(run.at, Endian::Little);
    uint32_t kind = word & 15, id = static_cast<uint32_t>(word) >> 4;
    uint64_t delta = word >> 32;
    if (kind > kLastPlain || (static_cast<uint8_t>(run.at[kFunctionSize]) & 1) != 0 || delta >= pause) break;
    if (run.tsc + delta > run.latest) break;
    // Both kinds of decoders have to take the same records for damage. An id that has a name is valid.
    if (kMakes == Makes::Calls ? id >= names.size() || names[id] == kNoName : !FdrWalk::isUsualId(id)) break;
    bool leaves = kind != 0;
    if (leaves & (calls.open[calls.depth] != id)) break;
    calls.open[calls.depth + 1] = id;
    size_t depth = calls.depth - leaves;
    calls.depth = depth + !leaves;
    run.tsc += delta;
    run.at += kFunctionSize;
    if (kMakes == Makes::Calls) {
      to->time = static_cast<Time>(run.tsc);
      to->ref = offset;
      to->value = cpu;
      to->name = names[id];
      to->track = track;
      to->depth = static_cast<uint16_t>(depth);
      to->kind = leaves ? RecordKind::End : RecordKind::Begin;
      to->flags = kNotMerged;
      to->size = kFunctionSize;
      ++to;
    }
    offset += kFunctionSize;
  }
  if (run.at == from) return;
  calls_.setDepth(calls.depth);
  walk_.went(run.tsc);
  sightings_.went(run.tsc, offset - kFunctionSize);
  at += static_cast<size_t>(run.at - from);
  out.count = static_cast<uint32_t>(to - out.records.data());
}

// Appends a loss at the last record before it. How many records are lost is not known.
void FdrDecoder::lose(uint64_t offset, RecordBatch& out) {
  lostFrom_ = clampTime(static_cast<int64_t>(walk_.tsc()));
  Record& made = out.push();
  made = Record{};
  made.time = lostFrom_;
  made.ref = offset;
  made.value = -1;
  made.track = stream_.tracks.thread;
  made.kind = RecordKind::Lost;
  made.flags = kUnlisted | kNotMerged;
}

// Appends a slice for the time since the loss, below the calls that were open.
void FdrDecoder::drawNotRecorded(Time now, RecordBatch& out) {
  const Time from = std::exchange(lostFrom_, kNotLost);
  if (from >= now) return;
  Record& made = out.push();
  made = Record{};
  made.time = now;
  made.setBegun(from);
  made.name = log_.reader.names().intern(kNotRecordedSlice);
  made.track = stream_.tracks.thread;
  made.depth = static_cast<uint16_t>(std::min<size_t>(calls_.depth(), 0xffff));
  made.kind = RecordKind::Slice;
  made.flags = kUnlisted | kNotMerged;
  made.setGap();
}

NameId FdrDecoder::eventName(const FdrWalk::Item& item) const {
  NameTable& names = log_.reader.names();
  if (item.kind == Kind::Custom) return names.intern("custom event");
  Cursor cursor(item.raw, log_.header.endian);
  cursor.skip(9);
  return names.intern("typed event " + std::to_string(cursor.u16()));
}

void FdrDecoder::save(WireWriter& out) const {
  out(walk_, sightings_, lostFrom_, calls_);
}

// A decoder that makes samples does not draw losses.
void FdrDecoder::saveInput(WireWriter& out) const {
  out(walk_, sightings_, kNotLost, calls_);
}

bool FdrDecoder::restore(WireReader& in) {
  in(walk_, sightings_, lostFrom_, calls_);
  return !in.failed();
}

void FdrDecoder::describe(const Record& record, EventRow& row) {
  static constexpr std::string_view kKinds[] = {"entry", "exit", "tail-exit", "entry-args"};
  if (record.kind == RecordKind::Event) return describeSighting(record, log_.reader.tracks(), row);
  row.time = record.time;
  if (record.kind == RecordKind::Lost) {
    row.pid = stream_.pid;
    row.tid = stream_.tid;
    row.present = EventRow::kPid | EventRow::kTid;
    return row.setLost(record.value);
  }
  row.tsc = static_cast<uint64_t>(record.time);
  row.pid = stream_.pid;
  row.tid = stream_.tid;
  row.cpu = static_cast<int32_t>(record.value);
  row.present = EventRow::kPid | EventRow::kTid | EventRow::kCpu | EventRow::kTsc;
  row.name = log_.reader.names().view(record.name);
  row.signature = log_.reader.names().function(record.name).signature;
  if (record.ref < last_.offset || record.ref - last_.offset + record.size > last_.data.size() ||
      record.size < kFunctionSize)
    return;
  Bytes raw = last_.data.subspan(static_cast<size_t>(record.ref - last_.offset), record.size);
  if (isMetadata(raw[0], log_.header.bits)) return describeEvent(raw, row);
  FunctionRecord function = readFunction(raw.data(), log_.header);
  if (raw.size() > kFunctionSize) function.action = Action::EnterArgs;
  row.kind = kKinds[static_cast<size_t>(function.action) & 3];
  row.id = function.id;
  row.present |= EventRow::kId;
  addNotes(log_.functions, row);
  for (size_t at = kFunctionSize; at + kMetadataSize <= raw.size(); at += kMetadataSize) {
    Cursor cursor(raw.subspan(at + 1), log_.header.endian);
    appendArgument(row, row.name, at == kFunctionSize, cursor.u64());
  }
}

void FdrDecoder::describeEvent(Bytes raw, EventRow& row) const {
  row.kind = metadataKind(raw[0], log_.header.bits) == Kind::Custom ? "custom" : "typed";
  appendPayload(row.args, asText(raw.subspan(kMetadataSize)));
}

}  // namespace tp::xray
