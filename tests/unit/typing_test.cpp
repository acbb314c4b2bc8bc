// What is typed goes where it belongs, however slowly frames are drawn.
#include <gtest/gtest.h>
#include <imgui.h>

#include <string>
#include <vector>

#include "core/io/local_files.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/view/context.h"

namespace tp {
namespace {

class Typing : public testing::TestWithParam<float> {};

// Frames of 0.4 s: a key that is not up by the next one is held long enough to be repeated.
INSTANTIATE_TEST_SUITE_P(Frames, Typing, testing::Values(0.016f, 0.1f, 0.4f));

TEST_P(Typing, GoesToTheFieldThatThePaletteOpens) {
  auto files = openLocalFiles({test::dataPath("xray/fdr-v3.xray")});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  const double before = window.app().context().view.target().begin;
  window.type(">snta\nwasdq");
  window.settle(GetParam());
  EXPECT_FALSE(window.app().context().palette.open);
  EXPECT_EQ(window.app().context().search, "wasdq");
  EXPECT_EQ(window.app().context().view.target().begin, before);
}

TEST_P(Typing, GoesToTheFieldThatAKeyOpens) {
  auto files = openLocalFiles({test::dataPath("xray/fdr-v3.xray")});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  window.type("/wasd");
  window.settle(GetParam());
  EXPECT_EQ(window.app().context().search, "wasd");
  window.type("dd\bs\n");
  window.settle(GetParam());
  EXPECT_EQ(window.app().context().search, "wasdds");
}

// A key that opens the events opens their filter: w, a, s and d would move the view, and m make a marker.
TEST_P(Typing, GoesToTheFilterOfTheEventsThatAKeyOpens) {
  auto files = openLocalFiles({test::dataPath("xray/fdr-v3.xray")});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  ui::Context& c = window.app().context();
  window.type("7mads");
  window.settle(GetParam());
  EXPECT_EQ(c.events.filter, "mads");
  EXPECT_TRUE(c.markers.all().empty());
  // Until something is typed, digits go on opening panels.
  window.type("\x1b");
  window.settle(GetParam());
  window.app().command("events-filter", std::vector<std::string>{""});
  window.type("7");
  window.settle(GetParam());
  EXPECT_EQ(c.tab, ui::Tab::Events);
  window.type("4");
  window.settle(GetParam());
  EXPECT_EQ(c.tab, ui::Tab::Functions);
  EXPECT_EQ(c.events.filter, "");
  // Keys from row to row go on to the table.
  window.type("7");
  window.settle(GetParam());
  ASSERT_TRUE(ImGui::GetIO().WantTextInput);
  ImGui::GetIO().AddKeyEvent(ImGuiKey_DownArrow, true);
  window.frame(0.016f);
  ImGui::GetIO().AddKeyEvent(ImGuiKey_DownArrow, false);
  window.settle(GetParam());
  EXPECT_TRUE(c.events.focused);
  EXPECT_TRUE(c.events.any());
}

TEST_P(Typing, DoesNotBringBackWhatACommandHasReplaced) {
  auto files = openLocalFiles({test::dataPath("xray/fdr-v3.xray")});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  std::string& search = window.app().context().search;
  window.type("/wasd");
  window.settle(GetParam());
  search = "a longer one than there was before";
  window.settle(GetParam());
  EXPECT_EQ(search, "a longer one than there was before");
  search.clear();
  window.settle(GetParam());
  EXPECT_EQ(search, "");
  window.type("ds");
  window.settle(GetParam());
  EXPECT_EQ(search, "ds");
}

// Ctrl+F, and Ctrl+V as the page tells of it: the browser's own keys, and the paste between them. Wherever two frames
// are drawn meanwhile.
TEST(Typing, WhatIsPastedGoesToTheFieldThatWasJustOpened) {
  struct Event {
    ImGuiKey key;
    bool down;
  };
  const std::vector<Event> events = {{ImGuiMod_Ctrl, true}, {ImGuiKey_LeftCtrl, true}, {ImGuiKey_F, true},
                                     {ImGuiKey_F, false},   {ImGuiMod_Ctrl, false},    {ImGuiKey_LeftCtrl, false},
                                     {ImGuiMod_Ctrl, true}, {ImGuiKey_LeftCtrl, true}, {ImGuiKey_V, true},
                                     {ImGuiKey_V, false},   {ImGuiMod_Ctrl, false},    {ImGuiMod_Ctrl, true},
                                     {ImGuiKey_V, false},   {ImGuiMod_Ctrl, false},    {ImGuiKey_LeftCtrl, false}};
  auto files = openLocalFiles({test::dataPath("xray/fdr-v3.xray")});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  ImGui::GetPlatformIO().Platform_GetClipboardTextFn = [](ImGuiContext*) { return "now"; };
  for (float seconds : {0.016f, 0.4f})
    for (size_t first = 0; first <= events.size(); ++first)
      for (size_t second = first; second <= events.size(); ++second) {
        for (size_t i = 0; i < events.size(); ++i) {
          if (i == first) window.frame(seconds);
          if (i == second) window.frame(seconds);
          ImGui::GetIO().AddKeyEvent(events[i].key, events[i].down);
        }
        window.settle(seconds);
        EXPECT_EQ(window.app().context().search, "now") << first << ", " << second << ", " << seconds;
        window.type("\x1b");
        window.settle(seconds);
        window.type("\x1b");
        window.settle(seconds);
        window.app().context().search.clear();
        ASSERT_FALSE(ImGui::GetIO().WantTextInput);
      }
}

}  // namespace
}  // namespace tp
