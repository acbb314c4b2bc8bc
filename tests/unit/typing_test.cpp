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
