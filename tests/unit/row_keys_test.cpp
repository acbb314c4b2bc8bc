// Keys in the tables of the drawer.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include "core/io/local_files.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/view/context.h"

namespace tp {
namespace {

class RowKeys : public testing::Test {
 protected:
  void open(const std::string& path, ui::Tab tab) {
    auto files = openLocalFiles({path});
    ASSERT_TRUE(files);
    window_ = std::make_unique<test::HeadlessWindow>(*files);
    window_->show(tab);
  }
  ui::Context& c() { return window_->app().context(); }
  void press(ImGuiKey key) {
    for (bool down : {true, false}) {
      ImGui::GetIO().AddKeyEvent(key, down);
      window_->frame(0.1f);
    }
    window_->settle(0.1f);
  }

  std::unique_ptr<test::HeadlessWindow> window_;
};

const std::string kKitchen = test::sourcePath("assets/samples/kitchen/data");

TEST_F(RowKeys, ChooseFunctionsAndLeadToTheirCalls) {
  ASSERT_NO_FATAL_FAILURE(open(kKitchen, ui::Tab::Functions));
  press(ImGuiKey_DownArrow);
  const NameId first = c().function;
  ASSERT_NE(first, kNoName);
  press(ImGuiKey_DownArrow);
  EXPECT_NE(c().function, first);
  press(ImGuiKey_Home);
  EXPECT_EQ(c().function, first);
  press(ImGuiKey_End);
  EXPECT_NE(c().function, first);
  EXPECT_FALSE(c().selection) << "the timeline does not get these keys";
  press(ImGuiKey_Enter);
  EXPECT_EQ(c().tab, ui::Tab::Slices);
  EXPECT_FALSE(c().slices.filter.empty());
}

TEST_F(RowKeys, EscapeGivesTheArrowsBackToTheTimeline) {
  ASSERT_NO_FATAL_FAILURE(open(kKitchen, ui::Tab::Functions));
  press(ImGuiKey_DownArrow);
  press(ImGuiKey_Escape);
  press(ImGuiKey_DownArrow);
  EXPECT_TRUE(c().selection) << "the first slice in view";
  EXPECT_EQ(c().tab, ui::Tab::Functions);
}

TEST_F(RowKeys, ChooseThreads) {
  ASSERT_NO_FATAL_FAILURE(open(test::dataPath("tracecmd/threads.dat"), ui::Tab::Scheduling));
  press(ImGuiKey_DownArrow);
  const TrackId first = c().schedulingView.thread;
  ASSERT_NE(first, kNoTrack);
  press(ImGuiKey_DownArrow);
  EXPECT_NE(c().schedulingView.thread, first);
}

TEST_F(RowKeys, ChooseACallerOrACallee) {
  ASSERT_NO_FATAL_FAILURE(open(kKitchen, ui::Tab::Sandwich));
  const NameId function = c().function;
  press(ImGuiKey_DownArrow);
  press(ImGuiKey_Enter);
  EXPECT_NE(c().function, function) << "a caller or a callee";
}

// Boxes of a flame graph: down and up, to the left and right, into one and back, and its menu.
TEST_F(RowKeys, ChooseABoxOfTheFlameGraph) {
  ASSERT_NO_FATAL_FAILURE(open(kKitchen, ui::Tab::Flame));
  const double at = c().view.toShare(c().index().begin());
  press(ImGuiKey_DownArrow);
  press(ImGuiKey_DownArrow);
  press(ImGuiKey_RightArrow);
  press(ImGuiKey_LeftArrow);
  EXPECT_EQ(c().view.toShare(c().index().begin()), at) << "the timeline does not get these keys";
  EXPECT_FALSE(c().selection);
  EXPECT_TRUE(c().flame.zoomed.empty());
  press(ImGuiKey_Enter);
  ASSERT_EQ(c().flame.zoomed.size(), 1u);
  EXPECT_EQ(c().flame.zoomed[0].size(), 2u) << "the widest on the second row";
  press(ImGuiKey_DownArrow);
  press(ImGuiKey_Menu);
  const auto offers = [&](std::string_view label) {
    return std::any_of(c().controls.begin(), c().controls.end(),
                       [&](const ui::Control& one) { return one.label == label; });
  };
  EXPECT_TRUE(offers("Zoom in"));
  press(ImGuiKey_Escape);
  press(ImGuiKey_Escape);
  press(ImGuiKey_DownArrow);
  EXPECT_TRUE(c().selection) << "Escape gave the arrows back to the timeline";
}

}  // namespace
}  // namespace tp
