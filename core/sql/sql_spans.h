// SPAN_JOIN, SPAN_LEFT_JOIN and SPAN_OUTER_JOIN of Perfetto, as plain SQL.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tp {

// What one side of a join is.
struct SpanSide {
  std::string table;
  std::string partition;             // a column; empty: none
  std::vector<std::string> columns;  // with ts, dur and the partition

  bool has(std::string_view column) const;
};

enum class SpanJoin : uint8_t {
  Inner,  // what spans of both have in common
  Left,   // and what is left of those of the first
  Outer,  // and what is left of those of the second
};

// Returns a SELECT of the join. If both sides are partitioned, spans of equal values are joined. If only one is, the
// join must be Inner or, if it is the first, Left.
std::string joinedSpans(SpanJoin join, const SpanSide& a, const SpanSide& b);

}  // namespace tp
