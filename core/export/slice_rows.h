// Listed slices as columns of text, as CSV and as JSON: the same for the command line and the page.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/slice_groups.h"
#include "core/analysis/slice_list.h"
#include "core/analysis/slice_text.h"
#include "core/index/trace_index.h"
#include "core/text/json_writer.h"

namespace tp {

struct SliceRows {
  const TraceIndex& index;
  std::span<const SortedSlice> slices;
  // What the records of a slice show, by its position; null if that is not known.
  std::function<const SliceText*(size_t)> text;
  bool full = false;  // functions are named by their declarations
};

// Returns the names of the columns, in their order: those of all slices, then the fields of their records.
std::vector<std::string> sliceColumns(const SliceRows& rows);
// Returns the exact text of a cell, durations in clock units; empty if it is not known.
std::string sliceCell(const SliceRows& rows, size_t row, std::string_view column);
// "open" or "unbegun" if the duration is not known; "at most" if it is a bound; else empty.
std::string_view sliceState(const ListedSlice& slice);
// The name of a group as it is written; empty for slices without a value, and for those whose value is an empty text.
std::string groupText(const TraceIndex& index, const GroupKey& key, bool full = false);
// The same as it is shown: "(none)" and two quotes tell these apart.
std::string shownGroup(const TraceIndex& index, const GroupKey& key, bool full = false);

// A header and a line for each slice, with CRs or without as in the other CSV files.
std::string slicesCsv(const SliceRows& rows);
// Appends an array of objects, one for each slice.
void slicesJson(JsonWriter& json, const SliceRows& rows);

// The figures of a group, in clock units. Percentiles are as in Functions.
struct GroupFigures {
  Time median = 0, p90 = 0, p99 = 0, max = 0;
};
GroupFigures figuresOf(const DurationCounts& durations, uint64_t count);
// Appends an array of objects, one for each group.
void groupsJson(JsonWriter& json, const TraceIndex& index, std::span<const SliceGroup> groups, bool full = false);
std::string groupsCsv(const TraceIndex& index, std::string_view by, std::span<const SliceGroup> groups,
                      bool full = false);

}  // namespace tp
