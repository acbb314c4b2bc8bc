#include "ui/view/query_slices.h"

#include <cmath>

#include "ui/base/theme.h"

namespace tp::ui {
namespace {

// Doubles below it are integers of 64 bits.
constexpr double kLargest = 9.2e18;

// Puts a slice on the first level that is free when it begins.
class Levels {
 public:
  explicit Levels(QuerySlices& out) : out_(out) {}

  void add(const QuerySlice& slice) {
    size_t level = 0;
    while (level < taken_.size() && taken_[level] >= slice.begin) ++level;
    if (level == QuerySlices::kMaxLevels) return void(++out_.crowded);
    // One without a length takes some room all the same.
    const Time last = slice.end > slice.begin ? slice.end - 1 : slice.begin;
    if (level == taken_.size()) {
      taken_.push_back(last);
      out_.levels.emplace_back();
    }
    taken_[level] = last;
    out_.levels[level].push_back(slice);
  }

 private:
  QuerySlices& out_;
  std::vector<Time> taken_;  // by level: until when, inclusive
};

}  // namespace

std::optional<Time> timeOf(const Cell& cell) {
  if (cell.kind == Cell::Kind::Integer) return cell.integer;
  if (cell.kind == Cell::Kind::Real && std::abs(cell.real) < kLargest) return static_cast<Time>(std::floor(cell.real));
  return std::nullopt;
}

std::optional<SliceColumns> sliceColumns(const SqlResult& result) {
  const std::optional<size_t> ts = result.column("ts"), dur = result.column("dur");
  if (!ts || !dur || !result.numeric(*ts) || !result.numeric(*dur)) return std::nullopt;
  SliceColumns columns{*ts, *dur, result.column("name"), result.column("end_ts")};
  for (size_t i = 0; i < result.columns().size() && !columns.name; ++i)
    if (!result.numeric(i)) columns.name = i;
  return columns;
}

QuerySlices layOutSlices(const SqlResult& result, const SliceColumns& columns, const TimeBounds& trace) {
  QuerySlices out;
  std::vector<QuerySlice> slices;
  slices.reserve(result.rows());
  for (size_t row = 0; row < result.rows(); ++row) {
    const std::optional<Time> ts = timeOf(result.cell(row, columns.ts)), dur = timeOf(result.cell(row, columns.dur));
    if (!ts || !dur) {
      ++out.timeless;
      continue;
    }
    QuerySlice slice;
    slice.open = *dur < 0;
    // The distance of two times may not fit into a Time.
    const uint64_t before = *ts < trace.begin ? static_cast<uint64_t>(trace.begin) - static_cast<uint64_t>(*ts) : 0;
    if (trace.empty() || *ts > trace.end || (!slice.open && before > static_cast<uint64_t>(*dur))) {
      ++out.outside;
      continue;
    }
    slice.begin = std::max(*ts, trace.begin);
    const Time room = trace.end - slice.begin;
    const std::optional<Time> end = columns.end ? timeOf(result.cell(row, *columns.end)) : std::nullopt;
    slice.end = slice.begin + (slice.open ? room : std::min(*dur - static_cast<Time>(before), room));
    if (slice.open && end) slice.end = std::clamp(*end, slice.begin, trace.end);
    slice.row = static_cast<uint32_t>(row);
    const Cell name = columns.name ? result.cell(row, *columns.name) : Cell();
    slice.hue = static_cast<uint8_t>(name.kind == Cell::Kind::Text ? hueOf(name.text) : 0);
    slices.push_back(slice);
  }
  std::sort(slices.begin(), slices.end(), [](const QuerySlice& a, const QuerySlice& b) {
    if (a.begin != b.begin) return a.begin < b.begin;
    return a.end != b.end ? a.end > b.end : a.row < b.row;
  });
  Levels levels(out);
  for (const QuerySlice& slice : slices) levels.add(slice);
  return out;
}

}  // namespace tp::ui
