// The fields of a record, by name, as its row has them: those that every format may have, and the format's own. The
// latter come from the trace's description (core/decode/row_schema.h) or are values that the record shows
// (core/analysis/call_values.h), else from the text, which has them as `name=value`, `name = value` or `name: value`.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/analysis/call_values.h"
#include "core/analysis/number.h"
#include "core/decode/row_fields.h"

namespace tp {

// Returns false if the row does not have the field. No row has those that isLasted().
bool readNumber(const EventRow& row, RowField field, Number& out);
// Returns false if the row does not have the field. `room` keeps the text if the row itself does not have it.
bool readText(const EventRow& row, RowField field, std::string& room, std::string_view& out);

// Finds the format's field of this name; `NAME[2]` is an element of a list. Fields of the description are preferred to
// those of the text; if `wordsFirst`, the other way round. Returns false if there is none. `room` keeps the text if
// neither the row nor its bytes have it.
bool readOwn(const EventRow& row, std::string_view name, bool wordsFirst, std::string& room, RowValue& out);

// Finds the value of this name in what the beginning of a slice shows (EventRow::entry). Returns false if there is
// none.
bool readEntry(const EventRow& row, std::string_view name, RowValue& out);

// Calls `take(name, value, common)` for each of the format's fields until it returns true; returns whether it did.
// `common`: all kinds of records have the field.
using TakeField = std::function<bool(std::string_view, const RowValue&, bool)>;
bool eachOwn(const EventRow& row, const TakeField& take);

// As eachOwn(), without the fields that only the text has. A template, because exports call it for each row.
template <class Take>
bool eachGiven(const EventRow& row, Take&& take) {
  if (row.schema == nullptr)
    return eachCallValue(row, [&](std::string_view name, const RowValue& value) { return take(name, value, false); });
  std::string room;
  for (size_t i = 0; i < row.schema->fields().size(); ++i) {
    const RowSchema::Entry& field = row.schema->fields()[i];
    const RowValue value = row.schema->read(i, row.bytes, room);
    if (value.kind != RowValue::Kind::None && take(field.name, value, field.common)) return true;
  }
  return false;
}

// Returns the number of a value that isNumber().
Number numberOf(const RowValue& value);

// Finds the value of the first field of this name in the text; returns false if there is none. What is in quotes is a
// value and has no fields; the value is given without the quotes.
bool findArg(std::string_view args, std::string_view name, std::string_view& value);

// Calls `take(name, value)` for each field in the text until it returns true; returns whether it did.
bool eachArg(std::string_view args, const std::function<bool(std::string_view, std::string_view)>& take);

}  // namespace tp
