// The name of a row of functions that differ, with what is said of the function behind it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/analysis/compare/function_changes.h"
#include "core/export/compare_parts.h"

namespace tp {

// How a row is written. Times are in units of the comparison's clock.
struct RowWords {
  std::function<std::string(int64_t)> time;    // "1.2 ms"
  std::function<std::string(int64_t)> change;  // "+1.2 ms"
  std::function<std::string(std::string_view)> name;
};

// Returns "vanished: scale_row (~inlined into draw_row)", "~sum_of_bytes (A: check_sum, by its callers and callees)".
// `foot` explains the signs.
std::string rowName(const FunctionChange& one, const RowWords& words, Foot& foot);

}  // namespace tp
