// Home, End and the page keys in menus.
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <string>

#include "core/io/local_files.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/view/context.h"

namespace tp {
namespace {

class MenuKeys : public testing::Test {
 protected:
  void open(const std::string& path) {
    auto files = openLocalFiles({path});
    ASSERT_TRUE(files);
    window_ = std::make_unique<test::HeadlessWindow>(*files);
  }
  ui::Context& c() { return window_->app().context(); }

  void press(ImGuiKey key) {
    for (bool down : {true, false}) {
      ImGui::GetIO().AddKeyEvent(key, down);
      window_->frame(0.1f);
    }
    for (int i = 0; i < 3; ++i) window_->frame(0.1f);
  }

  // Of the open menu, the row that the keys are at, as far below its first row, in pixels. Negative: at none.
  float at() const {
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    return g.NavWindow != nullptr && (g.NavWindow->Flags & ImGuiWindowFlags_Popup) != 0 && g.NavId != 0
               ? g.NavWindow->NavRectRel[0].GetCenter().y
               : -1;
  }

  // Every key goes to an end of the menu that is open, and no further than the arrow keys go.
  void expectEnds(const char* menu) {
    press(ImGuiKey_DownArrow);
    ASSERT_GE(at(), 0) << menu;
    press(ImGuiKey_Home);
    const float first = at();
    press(ImGuiKey_UpArrow);  // from the first to the last
    const float last = at();
    ASSERT_GT(last, first) << menu;
    press(ImGuiKey_Home);
    EXPECT_EQ(at(), first) << menu;
    press(ImGuiKey_End);
    EXPECT_EQ(at(), last) << menu;
    press(ImGuiKey_PageUp);
    EXPECT_EQ(at(), first) << menu;
    press(ImGuiKey_PageDown);
    EXPECT_EQ(at(), last) << menu;
    press(ImGuiKey_Escape);
  }

  std::unique_ptr<test::HeadlessWindow> window_;
};

TEST_F(MenuKeys, GoToTheEndsOfMenusBelowChips) {
  open(test::samplesPath("tracecmd") + "/v7-zstd-gcc/trace.dat");
  const struct {
    ui::Tab tab;
    const char* chip;
  } kMenus[] = {{ui::Tab::Flame, "Total time     "},
                {ui::Tab::Flame, "View     "},
                {ui::Tab::Functions, "Total time     "},
                {ui::Tab::Events, "Columns     "}};
  for (const auto& [tab, chip] : kMenus) {
    window_->show(tab);
    ASSERT_TRUE(window_->press(chip)) << chip;
    expectEnds(chip);
  }
}

TEST_F(MenuKeys, GoToTheEndsOfTheMenuOfColumns) {
  open(test::sourcePath("assets/samples/kitchen/data"));
  window_->show(ui::Tab::Functions);
  ImGuiTable* table = nullptr;
  ImPool<ImGuiTable>& tables = ImGui::GetCurrentContext()->Tables;
  for (int i = 0; i < tables.GetMapSize(); ++i)
    if (ImGuiTable* one = tables.TryGetMapData(i); one != nullptr && one->ColumnsCount == 12) table = one;
  ASSERT_NE(table, nullptr);
  ImGui::GetIO().AddMousePosEvent(table->OuterRect.Min.x + 20, table->OuterRect.Min.y + 6);
  window_->frame(0.1f);
  for (bool down : {true, false}) {
    ImGui::GetIO().AddMouseButtonEvent(1, down);
    window_->frame(0.1f);
  }
  window_->settle(0.1f);
  expectEnds("columns");
}

}  // namespace
}  // namespace tp
