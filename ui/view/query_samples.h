// The rows of a query's result as samples of a counter.
#pragma once

#include <optional>
#include <vector>

#include "core/index/time_bounds.h"
#include "core/session/sql/sql_result.h"

namespace tp::ui {

// Positions of the columns of a result.
struct SampleColumns {
  size_t ts = 0, value = 0;
};
// Returns nullopt if rows of the result can't be samples. Their value is the column of this name, or else the only one
// of numbers beside the time.
std::optional<SampleColumns> sampleColumns(const SqlResult& result);

struct QuerySample {
  Time at = 0;
  double value = 0;
  uint32_t row = 0;    // of the result
  bool known = false;  // false: from here on the value is not known
};

struct QuerySamples {
  std::vector<QuerySample> samples;  // in the order of time, of the same time as they came
  double low = 0, high = 0;          // of the values; zero is between them
  size_t timeless = 0;               // rows left out that have no ts
  size_t outside = 0;                // rows left out that lie outside of the trace
};

// `trace`: when the trace begins and ends.
QuerySamples readSamples(const SqlResult& result, const SampleColumns& columns, const TimeBounds& trace);

}  // namespace tp::ui
