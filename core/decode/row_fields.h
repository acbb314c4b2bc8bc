// The fields that any record may have in its row. This table is the only list of them: filters, JSON lines, CSV files
// and the event table take names, order and values from it. RowSchema has the fields of one kind of record.
#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "core/decode/event_row.h"
#include "core/decode/row_value.h"

namespace tp {

// In the order of columns and keys.
enum class RowField : uint8_t {
  None,  // not a field of rows
  Time,
  Kind,
  Name,
  Cpu,
  Pid,
  Tid,
  Comm,
  Buffer,
  Stream,
  Depth,
  Addr,
  Tsc,
  Id,
  Count,
  Flags,
  Syscall,
  Args,
  Trace,
  Duration,
  Waited,
  Signature,
  System,
  IrqsOff,
  NeedResched,
  Hardirq,
  Softirq,
  // Only slices have these, not rows (kSliceFields).
  Self,
  Caller,
  Thread,
  Waker,
};

struct RowFieldInfo {
  enum class Type : uint8_t {
    Number,
    Text,
    Flag,   // a number: 1 if the flag is set, else the row does not have the field
    Lasted  // a number that does not follow from the record alone (core/analysis/row_durations.h)
  };
  // The outputs that have the field even if it is not asked for by name.
  enum Use : uint8_t {
    kJson = 1,        // a key of JSON lines
    kCsv = 2,         // a column of a CSV file
    kCsvOfJoined = 4  // a column of a CSV file of several traces on one axis
  };

  RowField field = RowField::None;
  Type type = Type::Text;
  uint8_t uses = 0;
  std::string_view name;                      // in filters, JSON, CSV and links
  std::array<std::string_view, 2> aliases{};  // what trace-cmd's filters and others call it
};

// All fields but None, in the order of RowField.
inline constexpr RowFieldInfo kRowFields[] = {
    {RowField::Time, RowFieldInfo::Type::Number, RowFieldInfo::kJson | RowFieldInfo::kCsv, "ts", {"time", "TIMESTAMP"}},
    {RowField::Kind, RowFieldInfo::Type::Text, RowFieldInfo::kJson | RowFieldInfo::kCsv, "kind"},
    {RowField::Name, RowFieldInfo::Type::Text, RowFieldInfo::kJson | RowFieldInfo::kCsv, "name", {"event"}},
    {RowField::Cpu, RowFieldInfo::Type::Number, RowFieldInfo::kJson | RowFieldInfo::kCsv, "cpu", {"CPU", "common_cpu"}},
    {RowField::Pid, RowFieldInfo::Type::Number, RowFieldInfo::kJson | RowFieldInfo::kCsv, "pid"},
    {RowField::Tid, RowFieldInfo::Type::Number, RowFieldInfo::kJson | RowFieldInfo::kCsv, "tid", {"common_pid"}},
    {RowField::Comm, RowFieldInfo::Type::Text, RowFieldInfo::kJson | RowFieldInfo::kCsv, "comm", {"COMM"}},
    {RowField::Buffer, RowFieldInfo::Type::Text, RowFieldInfo::kJson | RowFieldInfo::kCsv, "buffer"},
    {RowField::Stream, RowFieldInfo::Type::Text, RowFieldInfo::kJson | RowFieldInfo::kCsv, "stream"},
    {RowField::Depth, RowFieldInfo::Type::Number, RowFieldInfo::kJson | RowFieldInfo::kCsv, "depth"},
    {RowField::Addr, RowFieldInfo::Type::Text, RowFieldInfo::kJson | RowFieldInfo::kCsv, "addr"},
    {RowField::Tsc, RowFieldInfo::Type::Number, RowFieldInfo::kJson | RowFieldInfo::kCsv, "tsc"},
    {RowField::Id, RowFieldInfo::Type::Number, RowFieldInfo::kJson | RowFieldInfo::kCsv, "id"},
    {RowField::Count, RowFieldInfo::Type::Number, RowFieldInfo::kJson | RowFieldInfo::kCsv, "count"},
    {RowField::Flags, RowFieldInfo::Type::Text, RowFieldInfo::kJson | RowFieldInfo::kCsv, "flags"},
    {RowField::Syscall, RowFieldInfo::Type::Text, RowFieldInfo::kJson, "syscall"},
    {RowField::Args, RowFieldInfo::Type::Text, RowFieldInfo::kJson | RowFieldInfo::kCsv, "args"},
    {RowField::Trace, RowFieldInfo::Type::Text, RowFieldInfo::kJson | RowFieldInfo::kCsvOfJoined, "trace"},
    {RowField::Duration, RowFieldInfo::Type::Lasted, 0, "dur", {"duration"}},
    {RowField::Waited, RowFieldInfo::Type::Lasted, 0, "waited"},
    {RowField::Signature, RowFieldInfo::Type::Text, 0, "signature"},
    {RowField::System, RowFieldInfo::Type::Text, 0, "system"},
    {RowField::IrqsOff, RowFieldInfo::Type::Flag, 0, "irqs_off"},
    {RowField::NeedResched, RowFieldInfo::Type::Flag, 0, "need_resched"},
    {RowField::Hardirq, RowFieldInfo::Type::Flag, 0, "hardirq"},
    {RowField::Softirq, RowFieldInfo::Type::Flag, 0, "softirq"},
};
static_assert(std::size(kRowFields) == static_cast<size_t>(RowField::Softirq));

// The fields that filters of slices have in addition, in the order of RowField.
inline constexpr RowFieldInfo kSliceFields[] = {
    {RowField::Self, RowFieldInfo::Type::Lasted, 0, "self"},
    {RowField::Caller, RowFieldInfo::Type::Text, 0, "caller"},
    {RowField::Thread, RowFieldInfo::Type::Text, 0, "thread"},
    {RowField::Waker, RowFieldInfo::Type::Text, 0, "waker"},
};

// `field` must not be None.
constexpr const RowFieldInfo& infoOf(RowField field) {
  return field < RowField::Self ? kRowFields[static_cast<size_t>(field) - 1]
                                : kSliceFields[static_cast<size_t>(field) - static_cast<size_t>(RowField::Self)];
}
// Returns the field with this name or alias; None if there is none.
RowField rowField(std::string_view name);
// As rowField(), for slices.
RowField sliceField(std::string_view name);

bool isNumber(RowField field);
// Returns whether the field counts units of the trace's clock.
bool isTime(RowField field);
bool isLasted(RowField field);

// Returns the row's value; of kind None if the row does not have the field, and always for those that isLasted().
// Addresses are text: hexadecimal without a prefix. The value refers to the row or to `room`, and is valid as long as
// neither changes.
RowValue readField(const EventRow& row, RowField field, std::string& room);

// Returns "d.h3.", as core/trace/latency_flags.h describes it; empty if the row has no flags.
std::string flagsText(const EventRow& row);

}  // namespace tp
