// The figures of functions as JSON, the same for the command line and for the page.
#pragma once

#include <vector>

#include "core/analysis/function_gains.h"
#include "core/analysis/function_stats.h"
#include "core/text/json_writer.h"
#include "core/trace/trace_info.h"

namespace tp {

// Appends the members of a function's object: its name, its figures, null where they are not known, and if `table`
// counts several traces separately, its figures in each of them. `parts` are TraceInfo::parts.
void functionMembers(JsonWriter& json, const FunctionTable& table, const FunctionStats& row, const NameTable& names,
                     const std::vector<TracePart>& parts);

// The same of what a function gained: its name, `times`, `total` and `self`.
void gainMembers(JsonWriter& json, const FunctionGain& row, const NameTable& names);

}  // namespace tp
