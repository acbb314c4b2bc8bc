// The editor of queries as a field: how lines are broken, and where the caret goes among them.
#include "ui/base/text_editor.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include "tests/support/query_window.h"
#include "ui/base/wrapped_text.h"
#include "ui/panels/query_state.h"

namespace tp {
namespace {

class TextEditor : public test::QueryWindow {
 protected:
  ui::QueryState& state() { return c().memory.of<ui::QueryState>(); }
  // Puts a text into the editor, which gets the keyboard.
  void edit(const std::string& text) {
    state().text = text;
    state().begun = true;
    window.app().command("sql-edit", {});
    window.settle(0.1f);
    ASSERT_TRUE(state().editor.active());
  }
  void key(ImGuiKey key, bool shift = false) {
    ImGuiIO& io = ImGui::GetIO();
    for (bool down : {true, false}) {
      if (shift) io.AddKeyEvent(ImGuiMod_Shift, down);
      io.AddKeyEvent(key, down);
      window.frame(0.1f);
    }
    window.settle(0.1f);
  }
};

TEST_F(TextEditor, LongLinesGoOnBelow) {
  std::string text = "first\n";
  for (int i = 0; i < 60; ++i) text += "column_" + std::to_string(i) + ", ";
  text += "\n\n" + std::string(200, 'x');
  ui::WrappedText lines;
  constexpr float kRoom = 300;
  lines.lay(text, c().fonts.mono, ui::kMonoSize, kRoom);
  ASSERT_GT(lines.lines().size(), 8u);
  std::string again;
  size_t number = 0;
  for (size_t i = 0; i < lines.lines().size(); ++i) {
    const ui::WrappedText::Line& line = lines.lines()[i];
    if (line.number != 0) {
      EXPECT_EQ(line.number, ++number);
    }
    if (line.number > 1) again += '\n';
    again += lines.textOf(line);
    // A blank at the end may stand out.
    EXPECT_LE(lines.xOf(lines.lastOf(i)), kRoom) << lines.textOf(line);
    EXPECT_EQ(lines.lineOf(line.begin), i);
    EXPECT_EQ(lines.lineOf(lines.lastOf(i)), i);
  }
  EXPECT_EQ(again, text);
  EXPECT_EQ(number, 4u);
  for (size_t at : {size_t{0}, size_t{40}, text.size()}) EXPECT_EQ(lines.placeAt(lines.lineOf(at), lines.xOf(at)), at);
}

TEST_F(TextEditor, ThereIsALineAtLeast) {
  ui::WrappedText lines;
  EXPECT_EQ(lines.lines().size(), 1u);
  for (const char* text : {"", "x", "\n", "   ", "\xff\xfe"}) {
    lines.lay(text, c().fonts.mono, ui::kMonoSize, 1);
    EXPECT_GE(lines.lines().size(), 1u);
    EXPECT_EQ(lines.lineOf(0), 0u);
  }
}

TEST_F(TextEditor, ArrowsGoByTheLinesOnTheScreen) {
  std::string text;
  while (text.size() < 400) text += "SELECT a_word, ";
  edit(text);
  EXPECT_EQ(state().editor.caret(), text.size());
  key(ImGuiKey_UpArrow);
  const size_t up = state().editor.caret().value();
  EXPECT_LT(up, text.size());
  EXPECT_GT(up, text.size() - 200) << "a line of the screen, not of the text";
  key(ImGuiKey_DownArrow);
  EXPECT_EQ(state().editor.caret(), text.size());
  for (int i = 0; i < 12; ++i) key(ImGuiKey_UpArrow, true);
  EXPECT_EQ(state().editor.caret(), size_t{0});
  EXPECT_TRUE(state().editor.all(text)) << "Shift selects";
  ImGui::GetIO().AddInputCharactersUTF8("SELECT 1");
  window.settle(0.1f);
  EXPECT_EQ(state().text, "SELECT 1");
  key(ImGuiKey_Home);
  EXPECT_EQ(state().editor.caret(), size_t{0});
}

TEST_F(TextEditor, ClicksGoToTheirCharacter) {
  std::string text;
  while (text.size() < 400) text += "SELECT a_word, ";
  edit(text);
  const size_t at = 300;
  const ImVec2 low = state().editor.placeOf(at);
  click({low.x + 1, low.y - 8});
  EXPECT_EQ(state().editor.caret(), at);
  ImGui::GetIO().AddInputCharactersUTF8("#");
  window.settle(0.1f);
  EXPECT_EQ(state().text.at(at), '#');
}

TEST_F(TextEditor, AnErrorGetsTheCaret) {
  std::string text = "SELECT ";
  while (text.size() < 300) text += "name, ";
  text += "nobody FROM slice";
  edit(text);
  window.app().command("sql-run", {});
  deliver();
  EXPECT_EQ(state().editor.caret(), text.find("nobody"));
}

}  // namespace
}  // namespace tp
