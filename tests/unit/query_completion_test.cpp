// Completion in the editor of queries: which words are offered where, and what keys and clicks do with them.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>

#include "tests/support/query_window.h"
#include "ui/panels/query_words.h"

namespace tp {
namespace {

class QueryCompletion : public test::QueryWindow {
 protected:
  ui::QueryWords learned() {
    ui::QueryWords words;
    words.take(ask(ui::QueryWords::kQuestion));
    EXPECT_TRUE(words.known());
    return words;
  }
  // Puts a query into the editor, with the caret behind it.
  void edit(const std::string& text) {
    ask(text);
    window.frame(0.1f);
    for (const ui::Control& control : c().controls)
      if (control.label == "Run") return click({control.middle.x + 60, control.middle.y - 60});
  }
  void key(ImGuiKey key, bool control = false) {
    ImGuiIO& io = ImGui::GetIO();
    for (bool down : {true, false}) {
      if (control) io.AddKeyEvent(ImGuiMod_Ctrl, down);
      io.AddKeyEvent(key, down);
      window.frame(0.1f);
    }
    deliver();
  }
  bool isOffered(const std::string& word) {
    window.frame(0.1f);
    return std::any_of(c().controls.begin(), c().controls.end(),
                       [&](const ui::Control& control) { return control.label == word; });
  }
  // What would be asked now.
  std::string text() {
    window.app().command("sql-run", {});
    return asked.text;
  }
};

// The words that are offered where `|` is.
std::vector<std::string> offered(const ui::QueryWords& words, std::string text) {
  const size_t caret = text.find('|');
  text.erase(caret, 1);
  std::vector<std::string> out;
  for (const ui::OfferedWord& word : words.offers(text, caret)) out.push_back(word.text);
  return out;
}

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

TEST_F(QueryCompletion, OffersWhatMayStandThere) {
  const ui::QueryWords words = learned();
  EXPECT_EQ(offered(words, "SELECT * FROM sli|"), (std::vector<std::string>{"slice", "slice_self_dur"}));
  EXPECT_EQ(offered(words, "select * from slice join thread_st|"),
            (std::vector<std::string>{"thread_state", "thread_states_between("}));
  EXPECT_FALSE(has(offered(words, "SELECT * FROM med|"), "median(")) << "it returns no table";
  EXPECT_EQ(offered(words, "SELECT * FROM flo|"), std::vector<std::string>{"flow"}) << "a view";
  EXPECT_EQ(offered(words, "SELECT utid_o| FROM flow"), std::vector<std::string>{"utid_out"});
  EXPECT_EQ(offered(words, "SELECT thread_na| FROM slice"), std::vector<std::string>{"thread_name"});
  EXPECT_FALSE(has(offered(words, "SELECT st| FROM slice"), "state")) << "slice has none";
  EXPECT_TRUE(has(offered(words, "SELECT st| FROM thread_state"), "state"));
  EXPECT_EQ(offered(words, "SELECT t.assum| FROM slice AS s JOIN thread_state t"), std::vector<std::string>{"assumed"});
  EXPECT_EQ(offered(words, "SELECT s.dept| FROM slice AS s JOIN thread_state t"), std::vector<std::string>{"depth"});
  EXPECT_EQ(offered(words, "SELECT slice.dept| FROM slice"), std::vector<std::string>{"depth"});
  EXPECT_TRUE(offered(words, "SELECT nobody.| FROM slice").empty());
  EXPECT_TRUE(has(offered(words, "SELECT COU|"), "count("));
  EXPECT_EQ(offered(words, "SELECT percenti|"), std::vector<std::string>{"percentile("});
  EXPECT_EQ(offered(words, "SELECT * FROM ances|"), std::vector<std::string>{"ancestor_slice("});
  EXPECT_TRUE(has(offered(words, "SELECT 1 GRO|"), "GROUP BY"));
  EXPECT_TRUE(has(offered(words, "select 1 gro|"), "group by"));
  EXPECT_TRUE(offered(words, "SELECT zzz|").empty());
  EXPECT_TRUE(has(offered(ui::QueryWords(), "sel|"), "select")) << "without the tables";
}

TEST_F(QueryCompletion, TabTakesTheOnlyWord) {
  edit("SELECT 1 FROM sli");
  key(ImGuiKey_Tab);
  key(ImGuiKey_Tab);
  EXPECT_EQ(text(), "SELECT 1 FROM slice");
  EXPECT_TRUE(ImGui::GetIO().WantTextInput) << "the editor keeps the keyboard";
}

TEST_F(QueryCompletion, AListIsChosenFrom) {
  edit("SELECT 1 FROM thread");
  key(ImGuiKey_Space, true);
  EXPECT_TRUE(isOffered("thread_state"));
  key(ImGuiKey_DownArrow);
  key(ImGuiKey_Enter);
  EXPECT_EQ(text(), "SELECT 1 FROM thread") << "thread_state comes before it";
  edit("SELECT 1 FROM s");
  key(ImGuiKey_Space, true);
  ASSERT_TRUE(isOffered("sched"));
  press("sched");
  EXPECT_EQ(text(), "SELECT 1 FROM sched");
}

TEST_F(QueryCompletion, EscapeClosesTheListAlone) {
  edit("SELECT 1 FROM s");
  key(ImGuiKey_Space, true);
  ASSERT_TRUE(isOffered("sched"));
  key(ImGuiKey_Escape);
  EXPECT_FALSE(isOffered("sched"));
  EXPECT_TRUE(ImGui::GetIO().WantTextInput);
  EXPECT_EQ(text(), "SELECT 1 FROM s");
}

}  // namespace
}  // namespace tp
