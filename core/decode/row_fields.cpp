#include "core/decode/row_fields.h"

#include <algorithm>
#include <span>

#include "core/text/number_text.h"
#include "core/trace/latency_flags.h"

namespace tp {
namespace {

using Type = RowFieldInfo::Type;

constexpr bool inOrder() {
  for (size_t i = 0; i < std::size(kRowFields); ++i)
    if (static_cast<size_t>(kRowFields[i].field) != i + 1) return false;
  return true;
}
static_assert(inOrder());

RowField fieldNamed(std::span<const RowFieldInfo> fields, std::string_view name) {
  if (name.empty()) return RowField::None;
  for (const RowFieldInfo& one : fields)
    if (one.name == name || std::find(one.aliases.begin(), one.aliases.end(), name) != one.aliases.end())
      return one.field;
  return RowField::None;
}

RowValue textValue(std::string_view text) {
  RowValue value;
  if (text.empty()) return value;
  value.kind = RowValue::Kind::Text;
  value.text = text;
  return value;
}

RowValue numberValue(RowValue::Kind kind, uint64_t number, bool present) {
  RowValue value;
  if (!present) return value;
  value.kind = kind;
  value.size = sizeof number;
  value.number = number;
  return value;
}

RowValue signedValue(const EventRow& row, uint32_t bit, int64_t number) {
  return numberValue(RowValue::Kind::Signed, static_cast<uint64_t>(number), (row.present & bit) != 0);
}

RowValue unsignedValue(const EventRow& row, uint32_t bit, uint64_t number) {
  return numberValue(RowValue::Kind::Unsigned, number, (row.present & bit) != 0);
}

RowValue flagValue(const EventRow& row, LatencyFlag flag) {
  const bool set = (row.present & EventRow::kFlags) != 0 && (row.flags & flag) != 0;
  return numberValue(RowValue::Kind::Signed, 1, set);
}

}  // namespace

RowField rowField(std::string_view name) {
  return fieldNamed(kRowFields, name);
}

RowField sliceField(std::string_view name) {
  const RowField own = fieldNamed(kSliceFields, name);
  return own != RowField::None ? own : rowField(name);
}

bool isNumber(RowField field) {
  return field != RowField::None && infoOf(field).type != Type::Text;
}

bool isTime(RowField field) {
  return field == RowField::Time || isLasted(field);
}

bool isLasted(RowField field) {
  return field == RowField::Duration || field == RowField::Waited || field == RowField::Self;
}

RowValue readField(const EventRow& row, RowField field, std::string& room) {
  switch (field) {
    case RowField::None:
    case RowField::Duration:
    case RowField::Waited:
    case RowField::Self:
    case RowField::Caller:
    case RowField::Thread:
    case RowField::Waker:
      return {};
    case RowField::Time:
      return numberValue(RowValue::Kind::Signed, static_cast<uint64_t>(row.time), true);
    case RowField::Kind:
      return textValue(row.kind);
    case RowField::Name:
      return textValue(row.name);
    case RowField::Cpu:
      return signedValue(row, EventRow::kCpu, row.cpu);
    case RowField::Pid:
      return signedValue(row, EventRow::kPid, row.pid);
    case RowField::Tid:
      return signedValue(row, EventRow::kTid, row.tid);
    case RowField::Comm:
      return textValue(row.comm);
    case RowField::Buffer:
      return textValue(row.buffer);
    case RowField::Stream:
      return textValue(row.stream);
    case RowField::Depth:
      return signedValue(row, EventRow::kDepth, row.depth);
    case RowField::Addr:
      if ((row.present & EventRow::kAddr) == 0) return {};
      room.clear();
      appendHex(room, row.addr);
      return textValue(room);
    case RowField::Tsc:
      return unsignedValue(row, EventRow::kTsc, row.tsc);
    case RowField::Id:
      return unsignedValue(row, EventRow::kId, row.id);
    case RowField::Count:
      return signedValue(row, EventRow::kCount, row.count);
    case RowField::Flags:
      room = flagsText(row);
      return textValue(room);
    case RowField::Syscall:
      return textValue(row.syscall);
    case RowField::Args:
      return textValue(row.words());
    case RowField::Trace:
      return textValue(row.trace);
    case RowField::Signature:
      return textValue(row.signature);
    case RowField::System:
      return textValue(row.schema != nullptr ? row.schema->system() : std::string_view());
    case RowField::IrqsOff:
      return flagValue(row, kIrqsOff);
    case RowField::NeedResched:
      return flagValue(row, kNeedResched);
    case RowField::Hardirq:
      return flagValue(row, kInHardirq);
    case RowField::Softirq:
      return flagValue(row, kInSoftirq);
  }
  return {};
}

std::string flagsText(const EventRow& row) {
  if ((row.present & EventRow::kFlags) == 0) return {};
  const std::array<char, 5> text = latencyText(row.flags, row.preemptCount);
  return {text.begin(), text.end()};
}

}  // namespace tp
