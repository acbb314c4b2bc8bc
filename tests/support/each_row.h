// Every row of a trace in the order of time, with its words.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/analysis/event_merge.h"
#include "core/analysis/row_durations.h"
#include "core/formats/registry.h"
#include "core/io/local_files.h"

namespace tp::test {

// Calls each(merge, row, lasted) for the rows of the trace at this path, with how long what a row ends has lasted; a
// failure of the test where it can't be opened.
template <class Each>
void eachRowOf(const std::string& path, Each&& each) {
  auto files = openLocalFiles({path});
  ASSERT_TRUE(files) << path;
  auto reader = openTrace(*files);
  ASSERT_TRUE(reader) << path;
  EventMerge merge(**reader, *files);
  RowDurations durations;
  EventRow row;
  while (merge.next()) {
    const RowLasted lasted = durations.add(merge);
    merge.describe(row);
    each(merge, row, lasted);
  }
}

// Likewise, each(merge, row).
template <class Each>
void eachRow(const std::string& path, Each&& each) {
  eachRowOf(path, [&](EventMerge& merge, const EventRow& row, const RowLasted&) { each(merge, row); });
}

// Likewise, each(row, lasted).
template <class Each>
void eachTimedRow(const std::string& path, Each&& each) {
  eachRowOf(path, [&](EventMerge&, const EventRow& row, const RowLasted& lasted) { each(row, lasted); });
}

}  // namespace tp::test
