// The fields of a record as its row has them, by name: those that every format may have, and those of the format: by
// the trace's own description (core/decode/row_schema.h), else as its text tells them by `name=value`, `name = value`
// or `name: value`.
#pragma once

#include <functional>
#include <string_view>

#include "core/analysis/number.h"
#include "core/decode/row_fields.h"

namespace tp {

// False where the row does not have it. Of those that isLasted(), which no row has, always.
bool readNumber(const EventRow& row, RowField field, Number& out);
// `room` keeps the text where the row itself has none of it.
bool readText(const EventRow& row, RowField field, std::string& room, std::string_view& out);

// The format's field of this name; `NAME[2]` is an element of a list. What the description has is meant before what the
// text tells, where `wordsFirst` the other way round. False where there is none. `room` keeps the text where neither
// the row nor its bytes have it.
bool readOwn(const EventRow& row, std::string_view name, bool wordsFirst, std::string& room, RowValue& out);

// Calls `take(name, value, common)` for each of them until it says true; whether it did. `common`: all kinds of records
// have it.
using TakeField = std::function<bool(std::string_view, const RowValue&, bool)>;
bool eachOwn(const EventRow& row, const TakeField& take);

// As numbers count: of a value that isWhole(), or is Real.
Number numberOf(const RowValue& value);

// The value of the first field of this name in the text; false where there is none. What stands in quotes is a value
// and has no fields; the value is given without them.
bool findArg(std::string_view args, std::string_view name, std::string_view& value);

// Calls `take(name, value)` for each field in the text until it says true; whether it did.
bool eachArg(std::string_view args, const std::function<bool(std::string_view, std::string_view)>& take);

}  // namespace tp
