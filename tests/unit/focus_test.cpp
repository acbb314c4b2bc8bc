// Tab reaches every control of the window, and the timeline.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/io/local_files.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/view/context.h"

namespace tp {
namespace {

using Kind = ui::FocusStop::Kind;

class Focus : public testing::Test {
 protected:
  void SetUp() override {
    auto files = openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
    ASSERT_TRUE(files);
    window_ = std::make_unique<test::HeadlessWindow>(*files);
  }

  ui::Context& c() { return window_->app().context(); }

  void press(ImGuiKey key, bool shift = false) {
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, shift);
    for (bool down : {true, false}) {
      ImGui::GetIO().AddKeyEvent(key, down);
      window_->frame(0.1f);
    }
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, false);
    window_->settle(0.1f);
  }

  // Presses Tab until the keys are outside of the window. Returns where they were.
  std::vector<ui::FocusStop> walk(bool back) {
    std::vector<ui::FocusStop> stops;
    for (int i = 0; i < 200 && window_->app().keepsTab(back); ++i) {
      press(ImGuiKey_Tab, back);
      if (const ui::FocusStop* stop = c().focus.shown()) stops.push_back(*stop);
    }
    press(ImGuiKey_Tab, back);
    EXPECT_EQ(c().focus.shown(), nullptr) << "the page is left at the end: that is no trap";
    return stops;
  }

  // Presses Tab until the keys are at a control; returns false if they never are.
  bool goTo(std::string_view label) {
    for (int i = 0; i < 200; ++i) {
      press(ImGuiKey_Tab);
      if (const ui::FocusStop* stop = c().focus.shown(); stop != nullptr && stop->label == label) return true;
    }
    return false;
  }

  std::unique_ptr<test::HeadlessWindow> window_;
};

size_t placeOf(const std::vector<ui::FocusStop>& stops, std::string_view label) {
  return static_cast<size_t>(
      std::find_if(stops.begin(), stops.end(), [&](const ui::FocusStop& one) { return one.label == label; }) -
      stops.begin());
}

TEST_F(Focus, WalksThroughHeaderTimelineTabsAndPanel) {
  window_->show(ui::Tab::Functions);
  walk(false);
  const std::vector<ui::FocusStop> stops = walk(false);
  size_t last = 0;
  for (const char* label : {"Search", "Open", "Export", "settings", "?", "Filter tracks", "Timeline", "Selection",
                            "Flame graph", "Query", "Sort by Calls", "Rows"}) {
    const size_t at = placeOf(stops, label);
    ASSERT_LT(at, stops.size()) << label;
    EXPECT_GE(at, last) << label;
    last = at;
  }
  std::vector<ui::FocusStop> back = walk(true);
  std::reverse(back.begin(), back.end());
  ASSERT_EQ(back.size(), stops.size());
  for (size_t i = 0; i < stops.size(); ++i) EXPECT_EQ(back[i].label, stops[i].label);
}

TEST_F(Focus, EnterAndSpacePressWhatTabHasGoneTo) {
  ASSERT_TRUE(goTo("Info"));
  press(ImGuiKey_Enter);
  EXPECT_EQ(c().tab, ui::Tab::Info);
  ASSERT_TRUE(goTo("Slices"));
  press(ImGuiKey_Space);
  EXPECT_EQ(c().tab, ui::Tab::Slices);
  ASSERT_NE(c().focus.shown(), nullptr) << "the keys stay where they are";
  EXPECT_EQ(c().focus.shown()->label, "Slices");
}

TEST_F(Focus, AMenuThatAKeyHasOpenedIsGoneOnWithByKeys) {
  ASSERT_TRUE(goTo("Views"));
  press(ImGuiKey_Enter);
  ASSERT_FALSE(ImGui::GetCurrentContext() == nullptr);
  EXPECT_TRUE(window_->app().keepsTab(false)) << "Escape leaves the menu";
  press(ImGuiKey_DownArrow);
  press(ImGuiKey_Enter);
  EXPECT_EQ(c().tab, ui::Tab::Flame) << "the second entry";
}

TEST_F(Focus, WhatIsTypedGoesToTheFieldThatTabHasGoneTo) {
  ASSERT_TRUE(goTo("Search"));
  window_->type("wasd");
  window_->settle(0.1f);
  EXPECT_EQ(c().search, "wasd");
  press(ImGuiKey_Tab);
  ASSERT_NE(c().focus.shown(), nullptr);
  EXPECT_NE(c().focus.shown()->label, "Search");
  EXPECT_FALSE(ImGui::GetIO().WantTextInput);
}

TEST_F(Focus, EscapeGoesBackToTheTimeline) {
  ASSERT_TRUE(goTo("Info"));
  press(ImGuiKey_Escape);
  EXPECT_EQ(c().focus.shown(), nullptr);
  press(ImGuiKey_Tab);
  ASSERT_NE(c().focus.shown(), nullptr);
  EXPECT_EQ(c().focus.shown()->label, "Selection") << "what comes behind the timeline";
}

TEST_F(Focus, TheRowsOfATableHaveTheArrowKeys) {
  window_->show(ui::Tab::Events);
  ASSERT_TRUE(goTo("Rows"));
  press(ImGuiKey_DownArrow);
  EXPECT_TRUE(c().events.any());
}

TEST_F(Focus, TabStaysInWhatLiesOverTheWindow) {
  ASSERT_TRUE(goTo("settings"));
  press(ImGuiKey_Enter);
  ASSERT_TRUE(c().settingsOpen);
  for (int i = 0; i < 40; ++i) {
    ASSERT_TRUE(window_->app().keepsTab(false));
    press(ImGuiKey_Tab);
    ASSERT_NE(c().focus.shown(), nullptr);
    EXPECT_EQ(c().focus.shown()->part, ui::FocusPart::Over);
  }
  press(ImGuiKey_Escape);
  EXPECT_FALSE(c().settingsOpen);
  ASSERT_NE(c().focus.shown(), nullptr);
  EXPECT_EQ(c().focus.shown()->label, "settings") << "where it was opened";
}

TEST_F(Focus, TheMouseHidesWhereTheKeysAre) {
  ASSERT_TRUE(goTo("Info"));
  const ui::FocusStop stop = *c().focus.shown();
  ImGui::GetIO().AddMousePosEvent((stop.low.x + stop.high.x) / 2, (stop.low.y + stop.high.y) / 2);
  window_->frame(0.1f);
  for (bool down : {true, false}) {
    ImGui::GetIO().AddMouseButtonEvent(0, down);
    window_->frame(0.1f);
  }
  EXPECT_EQ(c().focus.shown(), nullptr);
  press(ImGuiKey_Tab);
  ASSERT_NE(c().focus.shown(), nullptr);
  EXPECT_EQ(c().focus.shown()->label, "Scheduling") << "Tab goes on from what was clicked";
}

}  // namespace
}  // namespace tp
