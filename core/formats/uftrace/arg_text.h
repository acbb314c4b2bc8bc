// Recorded arguments and return values: how long they are, and how `uftrace replay` writes them.
#pragma once

#include <string>

#include "core/formats/uftrace/arg_spec.h"
#include "core/formats/uftrace/enums.h"
#include "core/formats/uftrace/events.h"
#include "core/io/cursor.h"

namespace tp::uftrace {

// Bytes of a payload by its specification, padded to 8; 0 where `data` ends before the length is known. `known` is
// false then.
uint32_t payloadSize(const ArgList& specs, Bytes data, Endian endian, bool& known);

// Appends "1, \"text\", &function".
void appendArguments(std::string& out, const ArgList& specs, Bytes payload, Endian endian, const Enums& enums,
                     const SymbolName& symbol);

}  // namespace tp::uftrace
