// By how much the halves of a side's time differ, which says what chance alone does.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/analysis/compare/change_parts.h"
#include "core/analysis/outermost_sums.h"
#include "core/trace/sums.h"

namespace tp {

// Returns by how much the self times of calls that began in either half differ, at least 0; nullopt if none began in
// one of them.
inline std::optional<int64_t> halvesApart(const CallHalves& of) {
  if (of.early == 0 || of.early >= of.calls) return std::nullopt;
  // Whole slices are taken from their callers' self times, which may fall below zero.
  const int64_t first = std::max<int64_t>(0, of.earlySelf);
  const int64_t second = std::max<int64_t>(0, minus(of.self, of.earlySelf));
  return static_cast<int64_t>(sizeOf(minus(second, first)));
}

}  // namespace tp
