// What the fields of an event hold, by the types that its format gives them.
#pragma once

#include "core/decode/row_schema.h"
#include "core/kernel/event_format.h"

namespace tp::kernel {

// Of kind None where the record is too short, or the field of a size that no number has. Arrays of more elements than
// some hundreds are told by the first.
RowValue readValue(const Field& field, const Bytes& record, Endian endian, std::string& room);
// One of an array of numbers; of kind None where it has no such.
RowValue readElement(const Field& field, uint64_t number, const Bytes& record, Endian endian);

}  // namespace tp::kernel
