// The menu of a slice, and what its items lead to.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <string>

#include "core/io/local_files.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "tests/support/uftrace_folder.h"
#include "ui/view/context.h"
#include "ui/view/leads.h"
#include "ui/view/selection_text.h"

namespace tp {
namespace {

class SliceMenu : public testing::Test {
 protected:
  ui::Context& c() { return window_->app().context(); }

  void open(FileSet files) {
    files_ = std::move(files);
    window_ = std::make_unique<test::HeadlessWindow>(files_);
  }
  void openSample(const std::string& path) {
    auto found = openLocalFiles({path});
    ASSERT_TRUE(found) << path;
    open(std::move(*found));
  }

  // Selects the first call of the name that has these flags.
  bool select(std::string_view name, uint8_t flags = 0) {
    for (TrackId track = 0; track < c().index().tracks().size(); ++track) {
      if (c().index().tracks()[track].key.kind != TrackKind::Thread) continue;
      std::vector<Mark> marks;
      c().session.query(track, c().index().begin(), c().index().end(), 0, marks);
      for (const Mark& mark : marks) {
        if (mark.aggregate() || c().names.text(mark.name) != name || (mark.flags & flags) != flags) continue;
        window_->app().select({track, mark});
        window_->settle(0.1f);
        return true;
      }
    }
    return false;
  }

  bool run(std::string_view id, const std::vector<std::string>& args = {}) {
    const bool done = window_->app().command(id, args);
    window_->settle(0.1f);
    return done;
  }

  bool press(const std::string& label) { return window_->press(label); }

  bool offers(const std::string& label) {
    window_->frame(0.1f);
    return std::any_of(c().controls.begin(), c().controls.end(),
                       [&](const ui::Control& control) { return control.label == label; });
  }

  FileSet files_;
  std::unique_ptr<test::HeadlessWindow> window_;
};

TEST_F(SliceMenu, ListsAllCallsThatFunctionsCounts) {
  openSample(test::sourcePath("assets/samples/kitchen/data"));
  window_->show(ui::Tab::Functions);
  const Calls* calls = c().session.calls();
  ASSERT_NE(calls, nullptr);
  const std::vector<FunctionStats> rows = calls->functions.rows;
  ASSERT_GT(rows.size(), 3u);
  for (size_t i = 0; i < 4; ++i) {
    const std::string name(c().names.text(rows[i].name));
    if (rows[i].calls == 0 || !select(name)) continue;
    ASSERT_TRUE(run("slice-menu"));
    ASSERT_TRUE(press("List all calls of " + ui::shortFunction(name))) << name;
    window_->settle(0.1f);
    EXPECT_EQ(c().tab, ui::Tab::Slices);
    ASSERT_TRUE(c().slices.question() != nullptr && c().slices.question()->done());
    EXPECT_EQ(c().slices.question()->listed().count, rows[i].calls) << name;
  }
}

TEST_F(SliceMenu, LeavesTheDrawerOnItsPanelUntilAPanelIsAskedFor) {
  openSample(test::sourcePath("assets/samples/kitchen/data"));
  window_->show(ui::Tab::Functions);
  const std::string name(c().names.text(c().session.calls()->functions.rows.front().name));
  c().tab = ui::Tab::Info;
  ASSERT_TRUE(select(name));
  EXPECT_EQ(c().tab, ui::Tab::Info);
  EXPECT_TRUE(offers("Selected: " + ui::selectionSummary(c())));
  EXPECT_TRUE(press("Selected: " + ui::selectionSummary(c())));
  EXPECT_EQ(c().tab, ui::Tab::Selection);
  ASSERT_TRUE(run("slice-menu"));
  ASSERT_TRUE(press("Statistics (functions)"));
  EXPECT_EQ(c().tab, ui::Tab::Functions);
  EXPECT_EQ(c().names.text(c().function), name);
  ASSERT_TRUE(run("slice-menu"));
  ASSERT_TRUE(press("Callers and callees (sandwich)"));
  EXPECT_EQ(c().tab, ui::Tab::Sandwich);
}

TEST_F(SliceMenu, MarksTheTimeOfTheSelectionOnAllTracks) {
  openSample(test::sourcePath("assets/samples/kitchen/data"));
  EXPECT_FALSE(run("mark-selection")) << "nothing is selected";
  EXPECT_EQ(c().notice, "Select a slice first.");
  ASSERT_TRUE(run("child")) << "the first slice in view";
  const Mark mark = c().selection->mark;
  ASSERT_TRUE(run("mark-selection"));
  EXPECT_EQ(*c().range, ui::MarkedRange(mark.begin, mark.end));
}

TEST_F(SliceMenu, SaysWhereADurationIsNotKnown) {
  std::string task;
  test::putUftraceCall(task, 3000000000, false, 0, 0);
  test::putUftraceCall(task, 3000001000, false, 1, 1);
  test::putUftraceCall(task, 3000001500, true, 1, 1);
  open(test::uftraceFolder({"opened", "within"}, {task}));
  ASSERT_TRUE(select("opened", kMarkOpen));
  EXPECT_EQ(ui::selectionLength(c(), c().session), "duration not known");
  ASSERT_TRUE(select("within"));
  EXPECT_EQ(ui::selectionLength(c(), c().session), "500 ns");
}

TEST_F(SliceMenu, FindsRecordsWithTheSameValue) {
  openSample(test::samplesPath("xray") + "/basic-cpp-args/log.xray");
  window_->settle(0.1f);
  size_t compared = 0;
  for (TrackId track = 0; track < c().index().tracks().size() && compared == 0; ++track) {
    std::vector<Mark> marks;
    c().session.query(track, c().index().begin(), c().index().end(), 0, marks);
    for (const Mark& mark : marks) {
      if (mark.aggregate() || compared > 0) continue;
      window_->app().select({track, mark});
      window_->settle(0.1f);
      const Description* description = c().session.description();
      if (description == nullptr) continue;
      for (const Description::Field& field : description->fields) {
        const std::string filter = ui::filterFor(c(), c().index(), field);
        if (filter.empty()) continue;
        ui::listRecords(c(), filter);
        window_->settle(0.1f);
        EXPECT_GT(c().events.table().size(), 0u) << filter;
        ++compared;
        break;
      }
    }
  }
  EXPECT_GT(compared, 0u);
}

TEST_F(SliceMenu, KeysChooseInIt) {
  openSample(test::sourcePath("assets/samples/kitchen/data"));
  ASSERT_TRUE(run("child"));
  window_->type("\n");
  window_->settle(0.1f);
  EXPECT_TRUE(offers("Copy name, times, stack"));
  window_->type("\x1b");
  window_->settle(0.1f);
  EXPECT_FALSE(offers("Copy name, times, stack"));
  EXPECT_TRUE(c().selection) << "Esc closes the menu only";
  // Opened by a key, its first item is chosen.
  const std::string name(c().names.text(c().selection->mark.name));
  window_->type("\n");
  window_->settle(0.1f);
  ASSERT_TRUE(offers("List all calls of " + ui::shortFunction(name)));
  window_->type("\n");
  window_->settle(0.1f);
  EXPECT_EQ(c().tab, ui::Tab::Slices);
  EXPECT_FALSE(c().slices.filter.empty());
}

}  // namespace
}  // namespace tp
