// What is written is there whole, or what was there before is.
#include "native/output/output_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/scratch.h"

namespace tp::native {
namespace {

namespace fs = std::filesystem;

size_t filesIn(const fs::path& folder) {
  return static_cast<size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(OutputFile, TakesItsPlaceWhenItIsWhole) {
  test::Scratch folder;
  fs::path path = folder / "out";
  test::writeFile(path, "before");
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  {
    OutputFile file;
    ASSERT_TRUE(file.begin(path.string()));
    file.write("half");
    EXPECT_EQ(test::readFile(path), "before");
  }
  EXPECT_EQ(test::readFile(path), "before");
  EXPECT_EQ(filesIn(path.parent_path()), 1u) << "nothing is left of it";
  OutputFile file;
  ASSERT_TRUE(file.begin(path.string()));
  file.write("who");
  file.write("le");
  ASSERT_TRUE(file.finish()) << file.error();
  EXPECT_EQ(test::readFile(path), "whole");
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(filesIn(path.parent_path()), 1u);
}

TEST(OutputFile, LinksStayLinks) {
  test::Scratch folder;
  test::writeFile(folder / "file", "before");
  fs::create_symlink("file", folder / "link");
  fs::create_symlink("none", folder / "dangling");
  for (const char* name : {"link", "dangling"}) {
    OutputFile file;
    ASSERT_TRUE(file.begin((folder / name).string()));
    file.write("after");
    ASSERT_TRUE(file.finish()) << file.error();
    EXPECT_TRUE(fs::is_symlink(folder / name));
    EXPECT_EQ(test::readFile(folder / name), "after");
  }
  EXPECT_EQ(test::readFile(folder / "file"), "after");
}

TEST(OutputFile, TellsWhatCantBeWritten) {
  test::Scratch folder;
  OutputFile file;
  EXPECT_FALSE(file.begin((folder / "none/out").string()));
  EXPECT_NE(file.error().find("No such file"), std::string::npos) << file.error();
  EXPECT_FALSE(file.finish());
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "there is no full device";
  ASSERT_TRUE(file.begin("/dev/full"));
  file.write(std::string(100000, 'x'));
  EXPECT_FALSE(file.finish());
  EXPECT_EQ(file.error(), "/dev/full: No space left on device");
}

// A file is a file also where devices are, or behind a link of the system.
TEST(OutputFile, FilesBelowDevAndProcAreReplacedToo) {
  if (!fs::is_directory("/dev/shm") || !fs::is_directory("/proc/self/fd")) GTEST_SKIP() << "there are no such folders";
  test::Scratch folder;
  const fs::path shared = "/dev/shm/tracepane-output-" + std::to_string(getpid());
  const fs::path own = folder / "out";
  test::writeFile(shared, "before");
  test::writeFile(own, "before");
  const int directory = open(own.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const int opened = open(own.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_GE(directory, 0);
  ASSERT_GE(opened, 0);
  const std::string fds = "/proc/self/fd/";
  for (const fs::path& path :
       {shared, fs::path(fds + std::to_string(directory) + "/out"), fs::path(fds + std::to_string(opened))}) {
    {
      OutputFile file;
      ASSERT_TRUE(file.begin(path.string())) << path;
      file.write("half");
    }
    EXPECT_EQ(test::readFile(path == shared ? shared : own), "before") << path;
  }
  // What has lost its name can only be written where it is.
  fs::remove(own);
  OutputFile file;
  ASSERT_TRUE(file.begin(fds + std::to_string(opened)));
  file.write("after");
  ASSERT_TRUE(file.finish()) << file.error();
  char text[8] = {};
  EXPECT_EQ(pread(opened, text, sizeof text, 0), 5);
  EXPECT_STREQ(text, "after");
  EXPECT_EQ(filesIn(own.parent_path()), 0u);
  close(opened);
  close(directory);
  fs::remove(shared);
}

TEST(OutputFile, KnowsWhatIsPartOfTheInput) {
  test::Scratch folder;
  fs::create_directories(folder / "run/deep");
  test::writeFile(folder / "run/deep/1.dat", "x");
  test::writeFile(folder / "other", "x");
  fs::create_hard_link(folder / "run/deep/1.dat", folder / "hard");
  fs::create_symlink("run/deep/1.dat", folder / "soft");
  std::vector<std::string> inputs{(folder / "run").string()};
  for (const char* name :
       {"run/deep/1.dat", "run/deep/../deep/1.dat", "hard", "soft", "run", "run/none", "run/new/folder", "run/deep/.."})
    EXPECT_TRUE(isAmong((folder / name).string(), inputs)) << name;
  for (const char* name : {"other", "none", "running", "run/../none", ""})
    EXPECT_FALSE(isAmong((folder / name).string(), inputs)) << name;
  EXPECT_TRUE(isAmong((folder / "soft").string(), {(folder / "hard").string()}));
}

}  // namespace
}  // namespace tp::native
