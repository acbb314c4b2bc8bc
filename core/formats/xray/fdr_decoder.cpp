#include "core/formats/xray/fdr_decoder.h"

#include <cstdio>
#include <cstring>

namespace tp::xray {

size_t FdrDecoder::recordSize(const DecodeInput& input, size_t at, bool& ok) const {
  const LogHeader& header = shared_.header;
  size_t left = input.data.size() - at;
  ok = true;
  if (!isMetadata(input.data[at], header.bits)) {
    if (left < kFunctionSize) return 0;
    FunctionRecord record = readFunction(input.data.data() + at, header);
    if (record.action > Action::EnterArgs) ok = false;
    size_t size = kFunctionSize;
    if (record.action != Action::EnterArgs) return size;
    // Its arguments follow as records of their own, and belong to it.
    for (;;) {
      if (left < size + 1) return input.extentEnd ? size : 0;
      if (!isMetadata(input.data[at + size], header.bits) ||
          metadataKind(input.data[at + size], header.bits) != Kind::CallArgument)
        return size;
      if (left < size + kMetadataSize) return input.extentEnd ? size : 0;
      size += kMetadataSize;
    }
  }
  Kind kind = metadataKind(input.data[at], header.bits);
  if (kind > Kind::Pid) {
    ok = false;
    return 0;
  }
  if (left < kMetadataSize) return 0;
  if (kind != Kind::Custom && kind != Kind::Typed) return kMetadataSize;
  Cursor cursor(input.data.subspan(at + 1), header.endian);
  int32_t payload = cursor.i32();
  if (payload < 0) ok = false;
  size_t size = kMetadataSize + static_cast<size_t>(payload < 0 ? 0 : payload);
  return left < size ? 0 : size;
}

DecodeStep FdrDecoder::decode(const DecodeInput& input, RecordBatch& out) {
  last_ = input;
  if (state_.extent != input.extent) {
    state_.extent = input.extent;
    state_.ended = 0;
  }
  size_t at = 0;
  while (at < input.data.size()) {
    if (out.full()) return {at, false, true};
    if (state_.ended != 0) return {input.data.size(), true, true};
    bool ok = true;
    size_t size = recordSize(input, at, ok);
    if (!ok) {
      // Records have no marks to search for: the buffer ends here.
      shared_.reader.warnings().add(shared_.file.path, input.offset + at, "a record",
                                    "something else; the buffer ends here");
      state_.ended = 1;
      continue;
    }
    if (size == 0) {
      if (!input.extentEnd) return {at, true, true};
      // A runtime up to LLVM 14 cuts buffers with typed events short.
      if (input.data.size() - at >= kFunctionSize)
        shared_.reader.warnings().add(shared_.file.path, input.offset + at, "a whole record", "the end of the buffer");
      return {input.data.size(), true, true};
    }
    Bytes record = input.data.subspan(at, size);
    uint64_t offset = input.offset + at;
    at += size;
    if (isMetadata(record[0], shared_.header.bits)) {
      metadata(record, offset, out);
      continue;
    }
    FunctionRecord function = readFunction(record.data(), shared_.header);
    state_.tsc += function.delta;
    Record& made = push(out, offset, size);
    made.value = state_.cpu;
    made.name = shared_.functions.of(function.id);
    made.track = stream_.thread;
    bool enters = function.action == Action::Enter || function.action == Action::EnterArgs;
    made.kind = enters ? RecordKind::Begin : RecordKind::End;
    made.depth = enters ? calls_.enter(function.id) : calls_.leave(function.id);
  }
  return {at, true, true};
}

Record& FdrDecoder::push(RecordBatch& out, uint64_t offset, size_t size) {
  Record& record = out.push();
  record = Record{};
  record.time = clampTime(static_cast<int64_t>(state_.tsc));
  record.ref = offset;
  record.size = static_cast<uint32_t>(size);
  return record;
}

void FdrDecoder::metadata(Bytes record, uint64_t offset, RecordBatch& out) {
  Cursor cursor(record.subspan(1), shared_.header.endian);
  Kind kind = metadataKind(record[0], shared_.header.bits);
  switch (kind) {
    case Kind::EndOfBuffer:
      state_.ended = 1;
      break;
    case Kind::NewCpu: {
      state_.cpu = cursor.u16();
      state_.tsc = cursor.u64();
      break;
    }
    case Kind::TscWrap:
      state_.tsc = cursor.u64();
      break;
    case Kind::Custom:
    case Kind::Typed:
      event(kind, record, offset, out);
      break;
    default:
      break;
  }
}

void FdrDecoder::event(Kind kind, Bytes record, uint64_t offset, RecordBatch& out) {
  Cursor cursor(record.subspan(5), shared_.header.endian);
  uint64_t before = state_.tsc;
  bool own = kind == Kind::Custom && shared_.header.version <= 4;
  if (own) {
    // With a TSC of its own, which does not move the clock of the buffer.
    state_.tsc = cursor.u64();
  } else {
    state_.tsc += static_cast<uint64_t>(int64_t{cursor.i32()});
  }
  Record& made = push(out, offset, record.size());
  made.value = state_.cpu;
  made.name = shared_.reader.names().intern(kind == Kind::Custom ? std::string("custom event")
                                                                 : "typed event " + std::to_string(cursor.u16()));
  made.track = stream_.events;
  made.kind = RecordKind::Instant;
  if (own) state_.tsc = before;
}

std::vector<std::byte> FdrDecoder::save() const {
  const std::vector<uint32_t>& open = calls_.open();
  std::vector<std::byte> bytes(sizeof state_ + open.size() * sizeof(uint32_t));
  std::memcpy(bytes.data(), &state_, sizeof state_);
  if (!open.empty()) std::memcpy(bytes.data() + sizeof state_, open.data(), open.size() * sizeof(uint32_t));
  return bytes;
}

bool FdrDecoder::restore(Bytes state) {
  if (state.size() < sizeof state_ || (state.size() - sizeof state_) % sizeof(uint32_t) != 0) return false;
  std::memcpy(&state_, state.data(), sizeof state_);
  std::vector<uint32_t> open((state.size() - sizeof state_) / sizeof(uint32_t));
  if (!open.empty()) std::memcpy(open.data(), state.data() + sizeof state_, open.size() * sizeof(uint32_t));
  calls_.restore(std::move(open));
  return true;
}

void FdrDecoder::describe(const Record& record, EventRow& row) {
  static constexpr std::string_view kKinds[] = {"entry", "exit", "tail-exit", "entry-args"};
  row.time = record.time;
  row.tsc = static_cast<uint64_t>(record.time);
  row.pid = stream_.pid;
  row.tid = stream_.tid;
  row.cpu = static_cast<int32_t>(record.value);
  row.present = EventRow::kPid | EventRow::kTid | EventRow::kCpu | EventRow::kTsc;
  row.name = shared_.reader.names().view(record.name);
  if (record.ref < last_.offset || record.ref - last_.offset + record.size > last_.data.size() ||
      record.size < kFunctionSize)
    return;
  Bytes raw = last_.data.subspan(static_cast<size_t>(record.ref - last_.offset), record.size);
  if (!isMetadata(raw[0], shared_.header.bits)) {
    FunctionRecord function = readFunction(raw.data(), shared_.header);
    row.kind = kKinds[static_cast<size_t>(function.action) & 3];
    row.id = function.id;
    row.present |= EventRow::kId;
    for (size_t at = kFunctionSize; at + kMetadataSize <= raw.size(); at += kMetadataSize) {
      Cursor cursor(raw.subspan(at + 1), shared_.header.endian);
      if (!row.args.empty()) row.args += ", ";
      row.args += std::to_string(cursor.u64());
    }
    return;
  }
  row.kind = metadataKind(raw[0], shared_.header.bits) == Kind::Custom ? "custom" : "typed";
  Bytes payload = raw.subspan(kMetadataSize);
  std::string_view text = asText(payload);
  bool printable = true;
  for (char c : text)
    printable = printable && static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f;
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
