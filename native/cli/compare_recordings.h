// Several recordings of each side of `tracepane compare`.
#pragma once

#include <vector>

#include "core/analysis/compare/function_changes.h"
#include "native/cli/compare_sides.h"

namespace tp::cli {

// Opens the recordings of a side, one after the other, appends the functions of each, and prints its warnings. Returns
// false (after complaining) if one can't be opened, or was changed meanwhile. `tids`: the option that names threads.
bool askRecordings(const SideOptions& of, const char* tids, std::vector<SideFunctions>& out);

}  // namespace tp::cli
