// Recorded arguments and return values: their size in the file, their text as `uftrace replay` prints it, and the
// numbers among them.
#pragma once

#include <string>
#include <vector>

#include "core/decode/shown_value.h"
#include "core/formats/uftrace/arg_spec.h"
#include "core/formats/uftrace/enums.h"
#include "core/formats/uftrace/events.h"
#include "core/io/cursor.h"

namespace tp::uftrace {

// Returns the size in bytes of the payload that `specs` describe, padded to 8. If `data` ends before a string's length,
// returns 0 and sets `known` to false; else sets it to true. The size may exceed that of `data`.
uint32_t payloadSize(const ArgList& specs, Bytes data, Endian endian, bool& known);

// Appends text such as "1, \"text\", &function" to `out`, and to `values` where it shows which value. Stops at the
// first value that `payload` does not hold completely. `symbol` returns the name at an address, for pointers.
void appendArguments(std::string& out, std::vector<ShownValue>& values, const ArgList& specs, Bytes payload,
                     Endian endian, const Enums& enums, const SymbolName& symbol);

}  // namespace tp::uftrace
