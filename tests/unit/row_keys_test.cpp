// Keys in the tables of the drawer.
#include <gtest/gtest.h>
#include <imgui.h>

#include "core/io/local_files.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/view/context.h"

namespace tp {
namespace {

void press(test::HeadlessWindow& window, ImGuiKey key) {
  for (bool down : {true, false}) {
    ImGui::GetIO().AddKeyEvent(key, down);
    window.frame(0.1f);
  }
  window.settle(0.1f);
}

TEST(RowKeys, ChooseFunctionsAndLeadToTheirCalls) {
  auto files = openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  ui::Context& c = window.app().context();
  window.show(ui::Tab::Functions);
  press(window, ImGuiKey_DownArrow);
  const NameId first = c.function;
  ASSERT_NE(first, kNoName);
  press(window, ImGuiKey_DownArrow);
  EXPECT_NE(c.function, first);
  press(window, ImGuiKey_Home);
  EXPECT_EQ(c.function, first);
  press(window, ImGuiKey_End);
  EXPECT_NE(c.function, first);
  EXPECT_FALSE(c.selection) << "the timeline does not get these keys";
  press(window, ImGuiKey_Enter);
  EXPECT_EQ(c.tab, ui::Tab::Slices);
  EXPECT_FALSE(c.slices.filter.empty());
}

TEST(RowKeys, EscapeGivesTheArrowsBackToTheTimeline) {
  auto files = openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  ui::Context& c = window.app().context();
  window.show(ui::Tab::Functions);
  press(window, ImGuiKey_DownArrow);
  press(window, ImGuiKey_Escape);
  press(window, ImGuiKey_DownArrow);
  EXPECT_TRUE(c.selection) << "the first slice in view";
  EXPECT_EQ(c.tab, ui::Tab::Functions);
}

TEST(RowKeys, ChooseThreads) {
  auto files = openLocalFiles({test::dataPath("tracecmd/threads.dat")});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  ui::Context& c = window.app().context();
  window.show(ui::Tab::Scheduling);
  press(window, ImGuiKey_DownArrow);
  const TrackId first = c.schedulingView.thread;
  ASSERT_NE(first, kNoTrack);
  press(window, ImGuiKey_DownArrow);
  EXPECT_NE(c.schedulingView.thread, first);
}

TEST(RowKeys, ChooseACallerOrACallee) {
  auto files = openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  ui::Context& c = window.app().context();
  window.show(ui::Tab::Sandwich);
  const NameId function = c.function;
  press(window, ImGuiKey_DownArrow);
  press(window, ImGuiKey_Enter);
  EXPECT_NE(c.function, function) << "a caller or a callee";
}

}  // namespace
}  // namespace tp
