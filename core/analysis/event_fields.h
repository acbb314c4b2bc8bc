// The fields of a record, by name, as its row has them: those that every format may have, and the format's own. The
// latter come from the trace's description (core/decode/row_schema.h), else from the text, which has them as
// `name=value`, `name = value` or `name: value`.
#pragma once

#include <functional>
#include <string_view>

#include "core/analysis/number.h"
#include "core/decode/event_row.h"

namespace tp {

enum class RowField : uint8_t {
  None,  // not a field of rows
  Time,
  Duration,
  Waited,
  Cpu,
  Pid,
  Tid,
  Depth,
  Tsc,
  Id,
  Count,
  IrqsOff,  // 1 if the record's flags say so, else the row does not have it
  NeedResched,
  Hardirq,
  Softirq,
  Kind,
  Name,
  Signature,
  Comm,
  Buffer,
  Stream,
  Trace,
  Syscall,
  System,
  Addr,
  Flags,
  Args,
};

// Returns "d.h3.", as core/trace/latency_flags.h has it; empty if the row has no flags.
std::string flagsText(const EventRow& row);

// Returns the field with this name, or with this name in trace-cmd's filters ("CPU", "common_pid"). Returns
// RowField::None if there is none.
RowField rowField(std::string_view name);
bool isNumber(RowField field);
bool isTime(RowField field);
// Returns whether the field is in Filter::Lasted rather than in the record.
bool isLasted(RowField field);

// Returns false if the row does not have the field. No row has those that isLasted().
bool readNumber(const EventRow& row, RowField field, Number& out);
// Returns false if the row does not have the field. `room` keeps the text if the row itself does not have it.
bool readText(const EventRow& row, RowField field, std::string& room, std::string_view& out);

// Finds the format's field of this name; `NAME[2]` is an element of a list. Fields of the description are preferred to
// those of the text; if `wordsFirst`, the other way round. Returns false if there is none. `room` keeps the text if
// neither the row nor its bytes have it.
bool readOwn(const EventRow& row, std::string_view name, bool wordsFirst, std::string& room, RowValue& out);

// Calls `take(name, value, common)` for each of the format's fields until it returns true; returns whether it did.
// `common`: all kinds of records have the field.
using TakeField = std::function<bool(std::string_view, const RowValue&, bool)>;
bool eachOwn(const EventRow& row, const TakeField& take);

// Returns the number of a value that isWhole() or is Real.
Number numberOf(const RowValue& value);

// Finds the value of the first field of this name in the text; returns false if there is none. What is in quotes is a
// value and has no fields; the value is given without the quotes.
bool findArg(std::string_view args, std::string_view name, std::string_view& value);

// Calls `take(name, value)` for each field in the text until it returns true; returns whether it did.
bool eachArg(std::string_view args, const std::function<bool(std::string_view, std::string_view)>& take);

}  // namespace tp
