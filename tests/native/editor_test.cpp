// The command that opens a source in an editor, and where sources are looked for.
#include "native/window/editor.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "native/window/source_files.h"
#include "tests/support/samples.h"
#include "tests/support/scratch.h"
#include "ui/view/source_text.h"

namespace tp::native {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

TEST(Editor, WordsOfTheCommand) {
  EXPECT_EQ(editorWords("code -g {file}:{line}", "/a b/c.cpp", 7), (Words{"code", "-g", "/a b/c.cpp:7"}));
  EXPECT_EQ(editorWords("vi", "/a.c", 12), (Words{"vi", "+12", "/a.c"}));
  EXPECT_EQ(editorWords("  emacs  -nw ", "/a.c", 1), (Words{"emacs", "-nw", "+1", "/a.c"}));
  EXPECT_EQ(editorWords("open --line {line}", "/a.c", 3), (Words{"open", "--line", "3", "/a.c"}));
  EXPECT_EQ(editorWords("", "/a.c", 3), Words());
}

// No shell reads the words, and what stands for a placeholder is not looked through for others.
TEST(Editor, AFileIsOneWordWhateverItsName) {
  const std::string file = "/x/$(touch y); {line} 'z' \"\n.c";
  EXPECT_EQ(editorWords("ed {file} {line}", file, 4), (Words{"ed", file, "4"}));
  EXPECT_EQ(editorWords("{file}", "/{file}{line}", 4), (Words{"/{file}{line}"}));
}

TEST(Editor, AProgramThatIsNotThereIsTold) {
  EXPECT_EQ(openEditor("/a.c", 1, "no-such-editor-anywhere"),
            "no-such-editor-anywhere could not be started: No such file or directory.");
}

TEST(Editor, StartsTheProgram) {
  const test::Scratch scratch;
  const fs::path folder = scratch / "editor of tracepane";
  fs::create_directories(folder);
  EXPECT_EQ(openEditor((folder / "a; b.c").string(), 1, "mkdir {file}"), "");
  for (int i = 0; i < 500 && !fs::exists(folder / "a; b.c"); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_TRUE(fs::is_directory(folder / "a; b.c"));
}

class SourceFiles : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(root_ / "src");
    std::ofstream(root_ / "src" / "a.cpp") << "int a;\n";
  }

  const test::Scratch scratch_;
  const fs::path root_ = scratch_ / "sources of tracepane";
};

TEST_F(SourceFiles, WhereTheDebuggingInformationSays) {
  const std::string whole = (root_ / "src/a.cpp").string();
  for (const ui::SourceWanted& wanted :
       {ui::SourceWanted{whole, {}, {}}, ui::SourceWanted{"src/a.cpp", root_.string(), "/nowhere"}}) {
    ui::SourceFound found = findSourceFile(wanted);
    EXPECT_EQ(found.wanted, wanted.path);
    EXPECT_EQ(found.path, whole);
    EXPECT_EQ(found.bytes, "int a;\n");
    EXPECT_EQ(found.size, 7u);
    EXPECT_EQ(found.problem, "");
  }
}

TEST_F(SourceFiles, InTheChosenFolderByTheLongestEnd) {
  fs::create_directories(root_ / "build/src");
  std::ofstream(root_ / "build/src" / "a.cpp") << "another";
  EXPECT_EQ(findSourceFile({"/far/away/build/src/a.cpp", {}, root_.string()}).bytes, "another");
  EXPECT_EQ(findSourceFile({"/far/away/src/a.cpp", {}, root_.string()}).bytes, "int a;\n");
  EXPECT_EQ(findSourceFile({"../../src/a.cpp", {}, root_.string()}).bytes, "int a;\n");
}

TEST_F(SourceFiles, WhatIsNotFoundSaysWhereItWasLookedFor) {
  EXPECT_EQ(findSourceFile({"src/b.cpp", "/built/here", {}}).problem,
            "src/b.cpp was not found: there is no /built/here/src/b.cpp, and no folder of sources has been chosen");
  EXPECT_EQ(findSourceFile({"src/b.cpp", "/built/here", "/mine"}).problem,
            "src/b.cpp was not found: there is no /built/here/src/b.cpp, and nothing in /mine that ends like it");
  EXPECT_EQ(findSourceFile({"src/b.cpp", {}, {}}).problem,
            "src/b.cpp was not found: in which folder it was compiled is not known, and no folder of sources has been "
            "chosen");
  // A folder and a device are no files.
  EXPECT_NE(findSourceFile({root_.string(), {}, {}}).problem, "");
  EXPECT_NE(findSourceFile({"/dev/zero", {}, {}}).problem, "");
}

TEST_F(SourceFiles, OfALargeFileOnlyTheBeginningIsRead) {
  const fs::path large = root_ / "large.c";
  std::ofstream(large) << "int a;\n";
  fs::resize_file(large, 100000000);
  ui::SourceFound found = findSourceFile({large.string(), {}, {}});
  EXPECT_EQ(found.bytes.size(), ui::SourceText::kMaxBytes);
  EXPECT_EQ(found.size, 100000000u);
}

}  // namespace
}  // namespace tp::native
