#include "core/formats/xray/basic_decoder.h"

#include <cstring>

namespace tp::xray {
namespace {

constexpr size_t kRecord = 32;
constexpr uint16_t kArgument = 1;

struct Fields {
  uint16_t type = 0;
  uint8_t cpu = 0;
  uint8_t action = 0;
  uint32_t function = 0;
  uint64_t tsc = 0;
};

Fields read(Bytes record, Endian endian) {
  Cursor cursor(record, endian);
  Fields out;
  out.type = cursor.u16();
  out.cpu = cursor.u8();
  out.action = cursor.u8();
  out.function = cursor.u32();
  out.tsc = cursor.u64();
  return out;
}

}  // namespace

DecodeStep BasicDecoder::decode(const DecodeInput& input, RecordBatch& out) {
  last_ = input;
  size_t at = 0;
  while (input.data.size() - at >= kRecord) {
    if (out.full()) return {at, false, true};
    Fields fields = read(input.data.subspan(at, kRecord), shared_.header.endian);
    uint64_t offset = input.offset + at;
    at += kRecord;
    if (fields.type == kArgument) continue;
    if (fields.type != 0 || fields.action > static_cast<uint8_t>(Action::EnterArgs)) {
      shared_.reader.warnings().add(shared_.file.path, offset, "a record of a function",
                                    "type " + std::to_string(fields.type));
      continue;
    }
    Action action = static_cast<Action>(fields.action);
    // An argument follows in the next record, which may not be here yet.
    bool hasArgument = action == Action::EnterArgs && input.data.size() - at >= kRecord &&
                       read(input.data.subspan(at, kRecord), shared_.header.endian).type == kArgument;
    if (action == Action::EnterArgs && input.data.size() - at < kRecord && !input.extentEnd)
      return {at - kRecord, true, true};
    Record& record = out.push();
    record = Record{};
    record.time = clampTime(static_cast<int64_t>(fields.tsc));
    record.ref = offset;
    record.size = static_cast<uint32_t>(hasArgument ? 2 * kRecord : kRecord);
    record.name = shared_.functions.of(fields.function);
    record.track = stream_.thread;
    bool enters = action == Action::Enter || action == Action::EnterArgs;
    record.kind = enters ? RecordKind::Begin : RecordKind::End;
    record.depth = enters ? calls_.enter(fields.function) : calls_.leave(fields.function);
  }
  return {input.extentEnd ? input.data.size() : at, true, true};
}

std::vector<std::byte> BasicDecoder::save() const {
  const std::vector<uint32_t>& open = calls_.open();
  std::vector<std::byte> bytes(open.size() * sizeof(uint32_t));
  if (!open.empty()) std::memcpy(bytes.data(), open.data(), bytes.size());
  return bytes;
}

bool BasicDecoder::restore(Bytes state) {
  if (state.size() % sizeof(uint32_t) != 0) return false;
  std::vector<uint32_t> open(state.size() / sizeof(uint32_t));
  if (!open.empty()) std::memcpy(open.data(), state.data(), state.size());
  calls_.restore(std::move(open));
  return true;
}

void BasicDecoder::describe(const Record& record, EventRow& row) {
  static constexpr std::string_view kKinds[] = {"entry", "exit", "tail-exit", "entry-args"};
  row.time = record.time;
  row.tsc = static_cast<uint64_t>(record.time);
  row.tid = stream_.tid;
  row.pid = stream_.pid;
  row.name = shared_.reader.names().view(record.name);
  row.present = EventRow::kTid | EventRow::kPid | EventRow::kTsc | EventRow::kCpu | EventRow::kId;
  if (record.ref < last_.offset || record.ref - last_.offset + record.size > last_.data.size()) return;
  Bytes raw = last_.data.subspan(static_cast<size_t>(record.ref - last_.offset), record.size);
  Fields fields = read(raw.first(kRecord), shared_.header.endian);
  row.kind = kKinds[fields.action & 3];
  row.cpu = fields.cpu;
  row.id = fields.function;
  if (raw.size() < 2 * kRecord) return;
  Cursor cursor(raw.subspan(kRecord), shared_.header.endian);
  cursor.seek(16);
  row.args += std::to_string(cursor.u64());
}

}  // namespace tp::xray
