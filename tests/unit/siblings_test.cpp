// Several traces among the files, of which one is open.
#include <gtest/gtest.h>

#include "core/formats/registry.h"
#include "core/io/local_files.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

TEST(Siblings, AreToldAndOpenOneByOne) {
  auto files = openLocalFiles({test::sourcePath("assets/samples")});
  ASSERT_TRUE(files);
  auto first = openTrace(*files);
  ASSERT_TRUE(first);
  const std::vector<std::string>& folders = (*first)->info().siblings;
  ASSERT_EQ(folders.size(), 2u);
  for (const std::string& folder : folders) {
    FileSet some = files->under(folder);
    ASSERT_FALSE(some.empty()) << folder;
    auto alone = openTrace(some);
    ASSERT_TRUE(alone) << folder;
    EXPECT_TRUE((*alone)->info().siblings.empty());
    EXPECT_EQ((*alone)->streams()[0].name == (*first)->streams()[0].name, folder == folders[0]);
  }
  EXPECT_TRUE(files->under("elsewhere/").empty());
}

}  // namespace
}  // namespace tp
