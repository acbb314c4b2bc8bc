// Every row of a trace in the order of time, with its words.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/analysis/event_merge.h"
#include "core/analysis/row_durations.h"
#include "core/formats/registry.h"
#include "core/io/local_files.h"

namespace tp::test {

// Calls each(merge, row) for the rows of the trace at this path; a failure of the test where it can't be opened.
template <class Each>
void eachRow(const std::string& path, Each&& each) {
  auto files = openLocalFiles({path});
  ASSERT_TRUE(files) << path;
  auto reader = openTrace(*files);
  ASSERT_TRUE(reader) << path;
  EventMerge merge(**reader, *files);
  EventRow row;
  while (merge.next()) {
    merge.describe(row);
    each(merge, row);
  }
}

// Calls each(row, lasted) likewise, with how long what the row ends has lasted.
template <class Each>
void eachTimedRow(const std::string& path, Each&& each) {
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
    each(row, lasted);
  }
}

}  // namespace tp::test
