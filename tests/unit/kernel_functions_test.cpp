// The kernel's functions that uftrace records lie within the calls of the program that they served, in every view.
#include <gtest/gtest.h>

#include <map>

#include "core/analysis/call_shape.h"
#include "core/io/local_files.h"
#include "core/session/stacks/stacks_question.h"
#include "tests/support/calls.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

FileSet recorded() {
  auto files = openLocalFiles({test::samplesPath("uftrace") + "/kernel-synth/uftrace.data"});
  return files ? *files : FileSet();
}

// By the names of the stack: what it weighs.
using Boxes = std::map<std::string, int64_t>;
Boxes boxesOf(const CallTree& tree, const NameTable& names) {
  Boxes boxes;
  for (uint32_t i = 1; i < tree.nodes().size(); ++i) {
    std::string path;
    for (uint32_t at = i; at != CallTree::kRoot; at = tree.nodes()[at].parent)
      path = std::string(names.view(tree.nodes()[at].name)) + (path.empty() ? "" : ";") + path;
    boxes[path] = tree.nodes()[i].total;
  }
  return boxes;
}

Boxes asked(test::LocalSession& local, const StackQuery& query, bool few) {
  auto question = std::make_shared<StacksQuestion>(JobKind::Stacks, query, few);
  local.session.ask(question);
  for (int i = 0; i < 100 && !question->done(); ++i) local.finish();
  EXPECT_TRUE(question->done());
  return boxesOf(question->tree(), local.session.index().names());
}

// `uftrace replay` and `uftrace dump --flame-graph` of the recording have them so; the times are those of `uftrace
// dump`.
TEST(KernelFunctions, AreCalledByTheProgram) {
  const FileSet files = recorded();
  const Boxes expected = {{"main;printf", 5038},
                          {"main;printf;__x64_sys_write", 3012},
                          {"main;printf;__x64_sys_write;ksys_write", 2510},
                          {"main;printf;__x64_sys_write;ksys_write;vfs_write", 2008},
                          {"main;printf;__x64_sys_write;ksys_write;vfs_write;rw_verify_area", 251},
                          {"main;printf;__x64_sys_write;ksys_write;vfs_write;pipe_write", 1004},
                          {"main;printf;do_user_addr_fault", 251}};
  for (uint32_t workers : {1u, 3u}) {
    test::LocalSession local(workers);
    local.open(files);
    ASSERT_EQ(local.session.phase(), Phase::Ready);
    StackQuery query;
    query.scope.functions = false;
    for (bool few : {true, false}) {
      const Boxes boxes = asked(local, query, few);
      for (const auto& [path, total] : expected) {
        ASSERT_GT(boxes.count(path), 0u) << path;
        EXPECT_EQ(boxes.at(path), total) << path;
      }
      EXPECT_EQ(boxes.count("__x64_sys_write"), 0u);
    }
  }
}

// However the stacks are looked at: as the whole tree has them.
TEST(KernelFunctions, AreShapedLikeOtherCalls) {
  const FileSet files = recorded();
  StackQuery query;
  query.scope.functions = false;
  test::TraceCalls exact = test::callsOf(files, query.scope);
  ASSERT_NE(exact.reader, nullptr);
  test::LocalSession local(2);
  local.open(files);
  for (CallWeight weight : {CallWeight::Total, CallWeight::Self, CallWeight::Calls})
    for (bool inverted : {false, true})
      for (const char* focus : {"", "printf", "ksys_write"}) {
        query.shape = {weight, kNoName, false, inverted, false};
        if (*focus != 0) query.shape.focus = local.session.index().names().find(focus);
        CallShape there = query.shape;
        if (*focus != 0) there.focus = exact.reader->names().find(focus);
        ShapedCalls shaped(exact.profile.tree, there, 0);
        while (shaped.step(1u << 20)) {
        }
        Boxes expected = boxesOf(shaped.tree(), exact.reader->names());
        for (bool few : {true, false}) {
          Boxes boxes = asked(local, query, few);
          for (Boxes* some : {&boxes, &expected}) std::erase_if(*some, [](const auto& box) { return box.second == 0; });
          EXPECT_EQ(boxes, expected) << static_cast<int>(weight) << inverted << focus << few;
        }
      }
}

// Without the file of one CPU, exits of the kernel's functions are missing. The calls of the program keep their times
// (those of `uftrace dump`), and no box is without a name.
TEST(KernelFunctions, WithoutAnExitTakeNoTimeOfTheirCallers) {
  const FileSet all = recorded();
  FileSet files;
  for (const FileEntry& file : all.files())
    if (file.baseName() != "kernel-cpu1.dat") files.add(file.path, file.source);
  test::LocalSession local(2);
  local.open(files);
  ASSERT_EQ(local.session.phase(), Phase::Ready);
  StackQuery query;
  query.scope.functions = false;
  Boxes boxes = asked(local, query, true);
  EXPECT_EQ(boxes["main"], 8233);
  EXPECT_EQ(boxes["main;printf"], 5038);
  for (const auto& [path, total] : boxes) EXPECT_FALSE(path.ends_with(";")) << path << " " << total;
}

}  // namespace
}  // namespace tp
