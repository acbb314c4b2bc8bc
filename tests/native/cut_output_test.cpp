// A cut is there whole, or nothing is.
#include "native/output/cut_output.h"

#include <gtest/gtest.h>

#include "tests/support/scratch.h"

namespace tp::native {
namespace {

namespace fs = std::filesystem;

TEST(CutOutput, FoldersTakeTheirPlacesWhenTheyAreWhole) {
  test::Scratch scratch;
  const fs::path path = scratch / "cut";
  {
    CutOutput out(path.string(), false);
    ASSERT_TRUE(out.prepare()) << out.error();
    out.begin("half");
    writeText("half", out);
    EXPECT_FALSE(fs::exists(path));
  }
  EXPECT_TRUE(fs::is_empty(path.parent_path())) << "nothing is left of it";
  CutOutput out(path.string() + "/", false);
  ASSERT_TRUE(out.prepare()) << out.error();
  out.begin("info");
  writeText("in", out);
  writeText("fo", out);
  out.begin("control/metadata_0");
  out.begin("kernel_0");
  writeText("events", out);
  ASSERT_TRUE(out.finish()) << out.error();
  EXPECT_EQ(test::readFile(path / "info"), "info");
  EXPECT_EQ(test::readFile(path / "control/metadata_0"), "");
  EXPECT_EQ(test::readFile(path / "kernel_0"), "events");
  EXPECT_FALSE(fs::exists(path.string() + ".part"));
}

TEST(CutOutput, NothingIsWrittenBesideIt) {
  for (const char* path : {"../beside", "a/../../beside", "/tmp/beside"}) {
    test::Scratch scratch;
    CutOutput out((scratch / "cut").string(), false);
    ASSERT_TRUE(out.prepare()) << out.error();
    out.begin(path);
    writeText("text", out);
    EXPECT_FALSE(out.finish()) << path;
    EXPECT_NE(out.error().find("no place within"), std::string::npos) << out.error();
    EXPECT_FALSE(fs::exists(scratch / "beside"));
  }
}

TEST(CutOutput, RefusesWhatIsThere) {
  test::Scratch scratch;
  fs::create_directories(scratch / "full");
  test::writeFile(scratch / "full/file", "before");
  EXPECT_FALSE(CutOutput((scratch / "full").string(), false).prepare());
  EXPECT_FALSE(CutOutput((scratch / "full").string(), true).prepare()) << "a folder in place of a file";
  EXPECT_FALSE(CutOutput((scratch / "none/cut").string(), true).prepare());
  EXPECT_EQ(test::readFile(scratch / "full/file"), "before");
  fs::create_directories(scratch / "empty");
  CutOutput out((scratch / "empty").string(), false);
  ASSERT_TRUE(out.prepare()) << out.error();
  out.begin("file");
  EXPECT_TRUE(out.finish()) << out.error();
  EXPECT_TRUE(fs::exists(scratch / "empty/file"));
}

}  // namespace
}  // namespace tp::native
