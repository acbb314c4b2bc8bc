// The fields that the row of any record may have, each of them once: what filters, JSON lines, columns of CSV files and
// of the event table are made of. Fields that only some kinds of records have are told by RowSchema.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/decode/event_row.h"
#include "core/decode/row_value.h"

namespace tp {

// In the order in which files and lists have them.
enum class RowField : uint8_t {
  None,  // not one that rows have
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
};

struct RowFieldInfo {
  enum class Type : uint8_t {
    Number,
    Text,
    Flag,   // a number: 1 where it is set, else the row does not have it
    Lasted  // a number that the record alone does not tell: see core/analysis/row_durations.h
  };
  // Where it is without anybody asking for it by name.
  enum Use : uint8_t {
    kJson = 1,        // a key of JSON lines
    kCsv = 2,         // a column of a CSV file
    kCsvOfJoined = 4  // likewise, of several traces on one axis
  };

  RowField field = RowField::None;
  Type type = Type::Text;
  uint8_t uses = 0;
  std::string_view name;                      // in filters, JSON, CSV and links
  std::array<std::string_view, 2> aliases{};  // what trace-cmd's filters and others call it
};

// All but None, in the order of RowField.
std::span<const RowFieldInfo> rowFields();
// `field` is not None.
const RowFieldInfo& infoOf(RowField field);
// The field of this name or alias; None where there is none.
RowField rowField(std::string_view name);

bool isNumber(RowField field);
// A number of the clock's units.
bool isTime(RowField field);
bool isLasted(RowField field);

// What the row has there; of kind None where it has nothing, and of those that isLasted(). Addresses are text,
// hexadecimal without a prefix. `room` keeps the text where the row itself has none of it.
RowValue readField(const EventRow& row, RowField field, std::string& room);

// "d.h3.", as core/trace/latency_flags.h has it; empty where the row does not have them.
std::string flagsText(const EventRow& row);

}  // namespace tp
