#include "ui/view/query_samples.h"

#include <algorithm>
#include <cmath>

#include "ui/view/query_slices.h"

namespace tp::ui {
namespace {

// The distance of two values is a number, too.
constexpr double kLargest = 1e300;

std::optional<double> valueOf(const Cell& cell) {
  if (cell.kind == Cell::Kind::Integer) return static_cast<double>(cell.integer);
  if (cell.kind == Cell::Kind::Real && std::abs(cell.real) < kLargest) return cell.real;
  return std::nullopt;
}

}  // namespace

std::optional<SampleColumns> sampleColumns(const SqlResult& result) {
  const std::optional<size_t> ts = result.column("ts"), value = result.column("value");
  if (!ts || !result.numeric(*ts)) return std::nullopt;
  if (value && result.numeric(*value)) return SampleColumns{*ts, *value};
  std::optional<size_t> only;
  for (size_t i = 0; i < result.columns().size(); ++i) {
    if (i == *ts || !result.numeric(i)) continue;
    if (only) return std::nullopt;
    only = i;
  }
  return only ? std::optional(SampleColumns{*ts, *only}) : std::nullopt;
}

QuerySamples readSamples(const SqlResult& result, const SampleColumns& columns, const TimeBounds& trace) {
  QuerySamples out;
  out.samples.reserve(result.rows());
  for (size_t row = 0; row < result.rows(); ++row) {
    const std::optional<Time> ts = timeOf(result.cell(row, columns.ts));
    if (!ts || *ts < trace.begin || *ts > trace.end) {
      ++(ts ? out.outside : out.timeless);
      continue;
    }
    const std::optional<double> value = valueOf(result.cell(row, columns.value));
    out.samples.push_back({*ts, value.value_or(0), static_cast<uint32_t>(row), value.has_value()});
    out.low = std::min(out.low, value.value_or(0));
    out.high = std::max(out.high, value.value_or(0));
  }
  std::stable_sort(out.samples.begin(), out.samples.end(),
                   [](const QuerySample& a, const QuerySample& b) { return a.at < b.at; });
  return out;
}

}  // namespace tp::ui
