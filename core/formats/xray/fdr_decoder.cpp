#include "core/formats/xray/fdr_decoder.h"

#include <algorithm>
#include <cstdio>

#include "core/io/wire.h"

namespace tp::xray {

DecodeStep FdrDecoder::decode(const DecodeInput& input, RecordBatch& out) {
  last_ = input;
  size_t at = 0;
  FdrWalk::Item item;
  while (!out.full()) {
    addFunctions(input, at, out);
    if (out.full()) break;
    if (!walk_.next(input, at, item)) return {at, true, true};
    Record& made = out.push();
    start(made, item.tsc, item.offset, item.raw.size());
    if (item.isFunction) {
      complete(made, item.function);
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
  made.flags = 0;
  made.size = static_cast<uint32_t>(size);
}

inline void FdrDecoder::complete(Record& made, const FunctionRecord& function) {
  made.name = log_.functions.of(function.id);
  made.track = stream_.tracks.thread;
  bool enters = function.action == Action::Enter || function.action == Action::EnterArgs;
  made.kind = enters ? RecordKind::Begin : RecordKind::End;
  made.depth = enters ? calls_.enter(function.id) : calls_.leave(function.id, function.action);
}

void FdrDecoder::addFunctions(const DecodeInput& input, size_t& at, RecordBatch& out) {
  Record* to = out.records.data() + out.count;
  Record* end = out.records.data() + RecordBatch::kCapacity;
  walk_.functions(input, at, [&](const FunctionRecord& function, uint64_t tsc, uint64_t offset) {
    start(*to, tsc, offset, kFunctionSize);
    complete(*to, function);
    return ++to < end;
  });
  out.count = static_cast<uint32_t>(to - out.records.data());
}

NameId FdrDecoder::eventName(const FdrWalk::Item& item) const {
  NameTable& names = log_.reader.names();
  if (item.kind == Kind::Custom) return names.intern("custom event");
  Cursor cursor(item.raw, log_.header.endian);
  cursor.skip(9);
  return names.intern("typed event " + std::to_string(cursor.u16()));
}

std::vector<std::byte> FdrDecoder::save() const {
  WireWriter out;
  out.put(walk_.state());
  out.putArray(calls_.open());
  return out.take();
}

bool FdrDecoder::restore(Bytes state) {
  WireReader in(state);
  walk_.restore(in.get<FdrWalk::State>());
  std::vector<uint32_t> open;
  in.getArray(open);
  calls_.restore(std::move(open));
  return !in.failed();
}

void FdrDecoder::describe(const Record& record, EventRow& row) {
  static constexpr std::string_view kKinds[] = {"entry", "exit", "tail-exit", "entry-args"};
  row.time = record.time;
  row.tsc = static_cast<uint64_t>(record.time);
  row.pid = stream_.pid;
  row.tid = stream_.tid;
  row.cpu = static_cast<int32_t>(record.value);
  row.present = EventRow::kPid | EventRow::kTid | EventRow::kCpu | EventRow::kTsc;
  row.name = log_.reader.names().view(record.name);
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
    if (!row.args.empty()) row.args += ", ";
    row.args += std::to_string(cursor.u64());
  }
}

// The payload as text where it is text, else as hex.
void FdrDecoder::describeEvent(Bytes raw, EventRow& row) const {
  row.kind = metadataKind(raw[0], log_.header.bits) == Kind::Custom ? "custom" : "typed";
  Bytes payload = raw.subspan(kMetadataSize);
  std::string_view text = asText(payload);
  bool printable = std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
  if (printable) {
    row.args += text;
    return;
  }
  for (std::byte byte : payload) {
    char hex[4];
    std::snprintf(hex, sizeof hex, "%02x", static_cast<unsigned>(byte));
    row.args += hex;
  }
}

}  // namespace tp::xray
