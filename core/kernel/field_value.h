// Values of an event's fields, by the types that its format gives them.
#pragma once

#include "core/decode/row_schema.h"
#include "core/kernel/event_format.h"

namespace tp::kernel {

// Reads a field. Returns kind None if the record is too short or the field's size is not that of a number. Lists are
// made by listValue(), so only kMaxListed elements are shown. `room` stores their text and must outlive the result.
RowValue readValue(const Field& field, const Bytes& record, Endian endian, std::string& room);
// Reads an element of an array of numbers; returns kind None if the array has no such element.
RowValue readElement(const Field& field, uint64_t number, const Bytes& record, Endian endian);

}  // namespace tp::kernel
