// Statistics of functions: how often each was called, and how long it took. Computed stream by stream and merged.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/index/record.h"
#include "core/trace/names.h"

namespace tp {

struct FunctionStats {
  NameId name = kNoName;
  uint64_t calls = 0;
  // Clock units. A call within a call of the same function on the same stack counts for `calls` and `self`, and not
  // again for `total`, `min` and `max`.
  int64_t total = 0;
  int64_t self = 0;
  int64_t min = 0;
  int64_t max = 0;
};

struct FunctionTable {
  std::vector<FunctionStats> rows;  // by total, descending
  int64_t selfSum = 0;              // of all rows: the base for shares
};

}  // namespace tp
