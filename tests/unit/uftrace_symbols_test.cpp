// A recording whose symbols are gone: nothing says how long the arguments of a record are, but what follows it does.
#include <gtest/gtest.h>

#include "core/analysis/event_merge.h"
#include "core/formats/registry.h"
#include "core/io/local_files.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

struct Row {
  Time time;
  std::string kind;
  int depth;
  bool operator==(const Row&) const = default;
};

std::vector<Row> rowsOf(const FileSet& files, std::vector<std::string>& warnings) {
  std::vector<Row> rows;
  auto reader = openTrace(files);
  EXPECT_TRUE(reader);
  if (!reader) return rows;
  EventMerge merge(**reader, files);
  EventRow row;
  while (merge.next()) {
    merge.describe(row);
    rows.push_back({row.time, std::string(row.kind), row.depth});
  }
  for (const Warning& warning : (*reader)->warnings().kept()) warnings.push_back(warning.text());
  return rows;
}

TEST(UftraceSymbols, MissingOnesCostNoRecordAndAreNamed) {
  for (const char* name : {"args-auto", "args-auto-013", "args-spec", "fib-args", "fib-argspec", "cxx", "recv"}) {
    auto files = openLocalFiles({test::samplesPath("uftrace") + "/" + name});
    ASSERT_TRUE(files) << name;
    std::vector<std::string> warnings, without;
    const std::vector<Row> whole = rowsOf(*files, warnings);
    EXPECT_TRUE(warnings.empty()) << name;
    FileSet bare;
    for (const FileEntry& entry : files->files())
      if (!entry.path.ends_with(".sym") && !entry.path.ends_with(".dbg")) bare.add(entry.path, entry.source);
    const std::vector<Row> found = rowsOf(bare, without);
    EXPECT_EQ(found, whole) << name << ": " << found.size() << " of " << whole.size();
    ASSERT_FALSE(without.empty()) << name;
    EXPECT_NE(without[0].find(".sym: expected the symbols of "), std::string::npos) << without[0];
  }
}

}  // namespace
}  // namespace tp
