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

  // How the values of different records differ.
  enum class Values : uint8_t {
    Any,
    Few,   // rows can come grouped by it
    Loose  // so many different texts that rows are never held back to be grouped by it; numbers without a sign, too
  };

  RowField field = RowField::None;
  Type type = Type::Text;
  uint8_t uses = 0;
  std::string_view name;                      // in filters, JSON, CSV, SQL and links
  std::array<std::string_view, 2> aliases{};  // what trace-cmd's filters and others call it
  Values values = Values::Any;
  std::string_view about = {};  // what it is, for who asks in SQL
};

// All fields but None, in the order of RowField. The numbers and texts that a record may have are members of EventRow;
// readField() reads them.
inline constexpr auto kRowFields = [] {
  using enum RowFieldInfo::Type;
  using enum RowFieldInfo::Values;
  constexpr uint8_t kJson = RowFieldInfo::kJson, kBoth = RowFieldInfo::kJson | RowFieldInfo::kCsv;
  return std::to_array<RowFieldInfo>({
      {RowField::Time, Number, kBoth, "ts", {"time", "TIMESTAMP"}, Any, "when"},
      {RowField::Kind, Text, kBoth, "kind", {}, Few, "entry, exit, event, lost ..."},
      {RowField::Name, Text, kBoth, "name", {"event"}, Few, "of the function or the event"},
      {RowField::Cpu, Number, kBoth, "cpu", {"CPU", "common_cpu"}, Few, "the number of the CPU"},
      {RowField::Pid, Number, kBoth, "pid", {}, Few, "id of the process"},
      {RowField::Tid, Number, kBoth, "tid", {"common_pid"}, Few, "id of the thread"},
      {RowField::Comm, Text, kBoth, "comm", {"COMM"}, Few, "the command"},
      {RowField::Buffer, Text, kBoth, "buffer", {}, Few, "where trace-cmd recorded it"},
      {RowField::Stream, Text, kBoth, "stream", {}, Few, "where LTTng recorded it"},
      {RowField::Depth, Number, kBoth, "depth", {}, Few, "the depth of a call"},
      {RowField::Addr, Text, kBoth, "addr", {}, Loose, "an address, hexadecimal"},
      {RowField::Tsc, Number, kBoth, "tsc", {}, Loose, "a count of the processor"},
      {RowField::Id, Number, kBoth, "id", {}, Loose, "an id"},
      {RowField::Count, Number, kBoth, "count", {}, Any, "how many records were lost"},
      {RowField::Flags, Text, kBoth, "flags", {}, Any, "what the CPU was doing, as trace-cmd prints it"},
      {RowField::Syscall,
       Text,
       kJson,
       "syscall",
       {},
       Few,
       "name of the system call, where the record has but a number"},
      {RowField::Args, Text, kBoth, "args", {}, Loose, "the arguments, as text"},
      {RowField::Trace, Text, kJson | RowFieldInfo::kCsvOfJoined, "trace", {}, Few, "name of the trace, of several"},
      {RowField::Duration,
       Lasted,
       0,
       "dur",
       {"duration"},
       Any,
       "how long what the record ends has lasted; NULL if it ends nothing, or if that is not known"},
      {RowField::Waited, Lasted, 0, "waited", {}, Any, "how long a thread was ready to run before it did"},
      {RowField::Signature, Text, 0, "signature", {}, Loose, "the declaration of a C++ function"},
      {RowField::System, Text, 0, "system", {}, Few, "what the event is listed under"},
      {RowField::IrqsOff, Flag, 0, "irqs_off", {}, Any, "1 if interrupts were off, else NULL"},
      {RowField::NeedResched, Flag, 0, "need_resched", {}, Any, "1 if a reschedule was wanted, else NULL"},
      {RowField::Hardirq, Flag, 0, "hardirq", {}, Any, "1 in a hard interrupt, else NULL"},
      {RowField::Softirq, Flag, 0, "softirq", {}, Any, "1 in a softirq, else NULL"},
  });
}();
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
