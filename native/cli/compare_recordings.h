// Several recordings of each side of `tracepane compare`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/compare/function_changes.h"
#include "native/cli/compare_sides.h"

namespace tp::cli {

// Opens the recordings of a side, one after the other, returns the functions of each in `out`, and prints its warnings.
// Returns false (after complaining) if one can't be opened, or was changed meanwhile. `name`: as Side::open() takes it.
// `onlyClass`: as comparedClass() tells it of what was returned without it; warnings are not printed again then.
bool askRecordings(const SideOptions& of, const std::string& name, std::optional<uint32_t> onlyClass,
                   std::vector<SideFunctions>& out);

// Returns false (after complaining) if some recordings of a side tell what the others do not, so that their mean is of
// nothing: of a kernel and of a program, or with and without calls. `name`: "A" or "B".
bool tellTheSame(const std::vector<SideFunctions>& recordings, const std::string& name);

// Says of each recording of both sides whether it is the same as an earlier one. Returns how many are.
size_t tellCopies(const SideOptions& a, const SideOptions& b);

}  // namespace tp::cli
