// Every row of a trace in the order of time, with its words.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/analysis/event_merge.h"
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

}  // namespace tp::test
