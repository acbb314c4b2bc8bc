// Several recordings of each side of `tracepane compare`.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/compare/function_changes.h"
#include "native/cli/compare_sides.h"

namespace tp::cli {

// Opens the recordings of a side, one after the other, appends the functions of each, and prints its warnings. Returns
// false (after complaining) if one can't be opened, or was changed meanwhile. `name`: as Side::open() takes it.
bool askRecordings(const SideOptions& of, const std::string& name, std::vector<SideFunctions>& out);

}  // namespace tp::cli
