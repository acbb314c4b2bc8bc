// Keys in the tables of the drawer.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <string_view>

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

// Boxes of a flame graph: down and up, to the left and right, into one and back, and its menu.
TEST(RowKeys, ChooseABoxOfTheFlameGraph) {
  auto files = openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  ui::Context& c = window.app().context();
  window.show(ui::Tab::Flame);
  const double at = c.view.toShare(c.index().begin());
  press(window, ImGuiKey_DownArrow);
  press(window, ImGuiKey_DownArrow);
  press(window, ImGuiKey_RightArrow);
  press(window, ImGuiKey_LeftArrow);
  EXPECT_EQ(c.view.toShare(c.index().begin()), at) << "the timeline does not get these keys";
  EXPECT_FALSE(c.selection);
  EXPECT_TRUE(c.flame.zoomed.empty());
  press(window, ImGuiKey_Enter);
  ASSERT_EQ(c.flame.zoomed.size(), 1u);
  EXPECT_EQ(c.flame.zoomed[0].size(), 2u) << "the widest on the second row";
  press(window, ImGuiKey_DownArrow);
  press(window, ImGuiKey_Menu);
  const auto offers = [&](std::string_view label) {
    return std::any_of(c.controls.begin(), c.controls.end(),
                       [&](const ui::Control& one) { return one.label == label; });
  };
  EXPECT_TRUE(offers("Zoom in"));
  press(window, ImGuiKey_Escape);
  press(window, ImGuiKey_Escape);
  press(window, ImGuiKey_DownArrow);
  EXPECT_TRUE(c.selection) << "Escape gave the arrows back to the timeline";
}

}  // namespace
}  // namespace tp
