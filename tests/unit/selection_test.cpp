// What is said of a selected call.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "core/io/local_files.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "tests/support/uftrace_folder.h"
#include "ui/view/context.h"
#include "ui/view/selection_text.h"

namespace tp {
namespace {

// The rows of the details once `name` is selected, by label. Of those of this name that have these flags, the
// first.
std::map<std::string, std::string> detailsOf(test::HeadlessWindow& window, std::string_view name, uint8_t flags = 0) {
  ui::Context& c = window.app().context();
  c.drawerOpen = true;
  c.tab = ui::Tab::Selection;
  for (TrackId track = 0; track < c.index().tracks().size(); ++track) {
    if (c.index().tracks()[track].key.kind != TrackKind::Thread) continue;
    std::vector<Mark> marks;
    c.session.query(track, c.index().begin(), c.index().end(), 0, marks);
    auto at = std::find_if(marks.begin(), marks.end(), [&](const Mark& mark) {
      return !mark.aggregate() && c.names.text(mark.name) == name && (mark.flags & flags) == flags;
    });
    if (at == marks.end()) continue;
    window.app().select({track, *at});
    window.settle(0.1f);
    const auto rows = ui::selectionTimes(c);
    return {rows.begin(), rows.end()};
  }
  ADD_FAILURE() << "no " << name;
  return {};
}

// `uftrace replay` has __x64_sys_write for 3.012 us and do_user_addr_fault for 251 ns within printf.
TEST(SelectionDetails, WhatTheKernelDidAmidACallIsWithinIt) {
  auto files = openLocalFiles({test::samplesPath("uftrace") + "/kernel-synth/uftrace.data"});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  auto rows = detailsOf(window, "printf");
  EXPECT_EQ(rows["Children"], "2, 3.26 µs");
  EXPECT_EQ(rows["Self"], "1.77 µs \u00b7 35 %");
  rows = detailsOf(window, "__x64_sys_write");
  EXPECT_EQ(rows["Children"], "1, 2.51 µs");
  EXPECT_EQ(rows["Self"], "502 ns \u00b7 17 %");
}

TEST(SelectionDetails, LostRecordsAreCalledSo) {
  auto files = openLocalFiles({test::samplesPath("uftrace") + "/lost-synth/uftrace.data"});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  detailsOf(window, "", kMarkLost);
  EXPECT_EQ(ui::selectionTitle(window.app().context()), "Records lost");
}

TEST(SelectionDetails, WhereACallThatDidNotEndIsDrawnToIsNotItsEnd) {
  std::string task;
  test::putUftraceCall(task, 3000000000, false, 0, 0);
  test::putUftraceCall(task, 3000001000, false, 1, 1);
  test::putUftraceCall(task, 3000001500, true, 1, 1);
  test::HeadlessWindow window(test::uftraceFolder({"opened", "within"}, {task}));
  auto rows = detailsOf(window, "opened", kMarkOpen);
  EXPECT_EQ(rows.count("End") + rows.count("Duration") + rows.count("Self"), 0u);
  EXPECT_EQ(rows.count("Start"), 1u);
  EXPECT_EQ(rows["Drawn until"], "3 000 001 500 ns");
  EXPECT_EQ(rows["Children"], "1, drawn for 500 ns");
  rows = detailsOf(window, "within");
  EXPECT_EQ(rows.count("End") + rows.count("Duration") + rows.count("Self"), 3u);
}

TEST(SelectionDetails, WhereACallWithoutABeginningIsDrawnFromIsNotItsStart) {
  std::string task;
  test::putUftraceCall(task, 3000000000, false, 1, 1);
  test::putUftraceCall(task, 3000001000, true, 1, 1);
  test::putUftraceCall(task, 3000001500, true, 0, 0);
  test::HeadlessWindow window(test::uftraceFolder({"opened", "within"}, {task}));
  auto rows = detailsOf(window, "opened", kMarkNoBegin);
  EXPECT_EQ(rows.count("Start") + rows.count("Duration"), 0u);
  EXPECT_EQ(rows.count("Drawn from") + rows.count("End"), 2u);
}

}  // namespace
}  // namespace tp
