// The table of panels, and what each of them tells who can't see it.
#include "ui/app/panels.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

#include "core/io/local_files.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/calls/functions_panel.h"

namespace tp::ui {
namespace {

TEST(Panels, EachIsComplete) {
  std::set<std::string_view> ids, labels;
  for (const Panel& panel : programPanels()) {
    EXPECT_TRUE(ids.insert(panel.tab.id).second) << panel.tab.id << " is there twice";
    EXPECT_TRUE(labels.insert(panel.label).second) << panel.label << " is there twice";
    EXPECT_LE(std::string_view(panel.brief).size(), std::string_view(panel.label).size()) << panel.tab.id;
    EXPECT_NE(panel.draw, nullptr) << panel.tab.id;
    EXPECT_NE(panel.tables, nullptr) << panel.tab.id;
    EXPECT_EQ(findPanel(programPanels(), panel.tab.id), &panel);
    EXPECT_EQ(&panelOf(programPanels(), panel.tab), &panel);
  }
  EXPECT_EQ(findPanel(programPanels(), "no panel"), nullptr);
  EXPECT_EQ(&panelOf(programPanels(), {"no panel"}), &programPanels().front());
}

// Those with further actions of their own are behind the others, and both are in the order of their keys.
TEST(Panels, TheirActionsAreListedInTheOrderOfTheKeys) {
  ImGuiKeyChord last[2] = {};
  for (const Action& action : listActions(programPanels())) {
    if (std::string_view(action.id) != "tab") continue;
    const Panel* panel = findPanel(programPanels(), action.argument);
    ASSERT_NE(panel, nullptr) << action.argument;
    ImGuiKeyChord& before = last[panel->actions != nullptr ? 1 : 0];
    EXPECT_GT(action.keys[0].chord, before) << action.argument;
    before = action.keys[0].chord;
  }
}

std::unique_ptr<test::HeadlessWindow> windowOn(const std::string& path) {
  auto files = openLocalFiles({test::sourcePath(path)});
  EXPECT_TRUE(files) << path;
  return files ? std::make_unique<test::HeadlessWindow>(*files) : nullptr;
}

// The titles of the tables of a panel. Each row has as many cells as there are titles of columns.
std::vector<std::string> titles(test::HeadlessWindow& window, Tab tab) {
  window.show(tab);
  std::vector<std::string> all;
  for (const PanelTable& table : panelTables(window.app().panels(), window.app().context())) {
    EXPECT_FALSE(table.rows.empty()) << table.title;
    EXPECT_LE(table.rows.size(), kMaxPanelRows) << table.title;
    for (const std::vector<std::string>& row : table.rows) EXPECT_EQ(row.size(), table.head.size()) << table.title;
    all.push_back(table.title);
  }
  return all;
}

TEST(Panels, TellWhatTheyShowOfAProgram) {
  const auto window = windowOn("assets/samples/kitchen/data");
  ASSERT_NE(window, nullptr);
  using Titles = std::vector<std::string>;
  EXPECT_EQ(titles(*window, Tab::Selection), Titles());
  EXPECT_EQ(titles(*window, Tab::Flame), Titles{"Flame graph"});
  EXPECT_EQ(titles(*window, Tab::Functions), Titles{"Functions"});
  EXPECT_EQ(titles(*window, Tab::Sandwich), Titles{"Functions"});
  EXPECT_EQ(titles(*window, Tab::Info), Titles{"About the trace"});
  EXPECT_EQ(titles(*window, Tab::Query), Titles());
  EXPECT_EQ(titles(*window, Tab::Source), Titles());
  for (const auto& [tab, begin] : {std::pair(Tab::Events, "Events, rows 1 to "), {Tab::Slices, "Slices: "}}) {
    const Titles found = titles(*window, tab);
    ASSERT_EQ(found.size(), 1u) << begin;
    EXPECT_EQ(found[0].compare(0, std::string_view(begin).size(), begin), 0) << found[0];
  }
  window->app().command("child", {});
  EXPECT_EQ(titles(*window, Tab::Selection), Titles{"Selection"});
}

// By time in states, Functions has other columns: here, as in its table for who can't see it.
TEST(Panels, FunctionsAreWeighedAsTheFlameGraphIs) {
  const auto window = windowOn("tests/data/tracecmd/threads.dat");
  ASSERT_NE(window, nullptr);
  auto headOf = [&] {
    window->show(Tab::Functions);
    return shownFunctionTables(window->app().context()).front();
  };
  EXPECT_EQ(headOf().head[1], "Calls");
  ASSERT_TRUE(window->app().command("flame-weight", std::array<std::string, 1>{"off-cpu"}));
  const PanelTable table = headOf();
  EXPECT_EQ(table.head, (std::vector<std::string>{"Function", "Times", "Total", "Self"}));
  ASSERT_FALSE(table.rows.empty());
  std::set<std::string> texts;
  for (const DrawnText& one : window->texts(0.1f)) texts.insert(one.text);
  for (const std::string& cell : table.rows.front()) EXPECT_TRUE(texts.count(cell)) << cell;
  ASSERT_TRUE(window->app().command("flame-weight", std::array<std::string, 1>{"total"}));
  EXPECT_EQ(headOf().head[1], "Calls");
}

TEST(Panels, TellWhatTheyShowOfAKernel) {
  const auto window = windowOn("tests/data/tracecmd/threads.dat");
  ASSERT_NE(window, nullptr);
  const std::vector<std::string> found = titles(*window, Tab::Scheduling);
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0], "Scheduling of threads");
  EXPECT_EQ(found[1].compare(0, 18, "Wakeup latencies: "), 0) << found[1];
  EXPECT_EQ(found[2], "CPUs");
  EXPECT_EQ(found[3], "Who woke whom");
}

}  // namespace
}  // namespace tp::ui
