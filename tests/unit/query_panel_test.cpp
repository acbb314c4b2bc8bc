// The Query panel: what it shows of a question in each state, and what its keys, clicks and actions do.
#include <gtest/gtest.h>
#include <imgui.h>

#include "tests/support/parquet_file.h"
#include "tests/support/query_window.h"
#include "ui/panels/query_editor.h"
#include "ui/panels/query_examples.h"
#include "ui/panels/query_table.h"

namespace tp {
namespace {

class QueryPanel : public test::QueryWindow {
 protected:
  using QueryWindow::QueryWindow;
};

TEST_F(QueryPanel, BeginsWithAnExample) {
  EXPECT_TRUE(draws("Ask the trace in SQL"));
  press("Run");
  deliver();
  EXPECT_EQ(asked.text, ui::queryExamples({.calls = true}).front().text);
  EXPECT_EQ(c().sql.result(ui::SqlAsker::Who::Panel)->stage(), SqlStage::Done);
  EXPECT_EQ(c().settings.queries, std::vector{asked.text});
}

TEST_F(QueryPanel, ShowsRowsAndTellsNullFromText) {
  const SqlResult& result = ask("SELECT NULL AS none, 'NULL' AS word, '' AS empty, 12 AS number, 0.5 AS half");
  ASSERT_EQ(result.stage(), SqlStage::Done) << result.error();
  std::vector<ImU32> inks;
  for (const ui::DrawnText& one : window.texts(0.1f))
    if (one.text == "NULL") inks.push_back(one.colour);
  ASSERT_EQ(inks.size(), 2u);
  EXPECT_EQ(inks[0], c().theme.faint);
  EXPECT_EQ(inks[1], c().theme.text);
  EXPECT_TRUE(draws("1 row \u00b7"));
  EXPECT_TRUE(draws("half"));
}

TEST_F(QueryPanel, AnErrorIsShownAtItsPlace) {
  ask("SELECT name\nFROM slice WHERE nobody = 1");
  EXPECT_TRUE(draws("line 2, column 18: no such column: nobody"));
  // The place is marked in the text that was asked, and nowhere once that is changed.
  const std::string text = "SELECT \u00e4\u00f6 x";
  EXPECT_EQ(ui::placeText(text, text.size() - 1), "line 1, column 11");
}

TEST_F(QueryPanel, SaysThatItIsCut) {
  ask("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100001) SELECT i FROM n");
  EXPECT_TRUE(draws("Cut: the first"));
  EXPECT_EQ(ui::shownRows(c()).order.size(), 100000u);
}

TEST_F(QueryPanel, NoRowsAreNoTable) {
  ask("SELECT name FROM slice WHERE name = 'nobody'");
  EXPECT_TRUE(draws("The result has no rows."));
  EXPECT_FALSE(window.app().command("sql-copy", {}));
  EXPECT_FALSE(window.app().command("sql-export", std::vector<std::string>{"csv"}));
}

TEST_F(QueryPanel, ATitleSorts) {
  ask("SELECT 2 AS n UNION ALL SELECT 10 UNION ALL SELECT 1");
  EXPECT_EQ(column(0), (std::vector<int64_t>{2, 10, 1}));
  press("sort by n");
  EXPECT_EQ(column(0), (std::vector<int64_t>{1, 2, 10}));
  press("sort by n");
  EXPECT_EQ(column(0), (std::vector<int64_t>{10, 2, 1}));
  press("sort by n");
  EXPECT_EQ(column(0), (std::vector<int64_t>{2, 10, 1}));
}

TEST_F(QueryPanel, ARowLeadsToItsSlice) {
  const SqlResult& result = ask("SELECT ts, dur, name, track_id FROM slice WHERE dur > 0 ORDER BY dur LIMIT 5");
  ASSERT_EQ(result.rows(), 5u) << result.error();
  for (size_t row : {size_t{3}, size_t{0}}) {
    ASSERT_TRUE(window.app().command("sql-row", std::vector{std::to_string(row + 1)}));
    window.settle(0.1f);
    ASSERT_TRUE(c().selection) << row;
    EXPECT_EQ(c().selection->mark.begin, result.cell(row, 0).integer);
    EXPECT_EQ(c().selection->mark.duration(), result.cell(row, 1).integer);
    EXPECT_EQ(c().names.text(c().selection->mark.name), result.cell(row, 2).text);
    EXPECT_EQ(c().tab, ui::Tab::Query) << "the list stays open";
  }
  EXPECT_FALSE(window.app().command("sql-row", std::vector<std::string>{"6"}));
  // A thread tells the track, too.
  const SqlResult& byThread = ask("SELECT ts, dur, utid FROM slice WHERE dur > 0 ORDER BY dur DESC LIMIT 1");
  ASSERT_TRUE(window.app().command("sql-row", std::vector<std::string>{"1"}));
  window.settle(0.1f);
  EXPECT_EQ(c().selection->mark.begin, byThread.cell(0, 0).integer);
}

TEST_F(QueryPanel, ARowWithoutATrackMarksItsTime) {
  ask("SELECT ts, dur FROM slice WHERE dur > 0 ORDER BY dur DESC LIMIT 1");
  ASSERT_TRUE(window.app().command("sql-row", std::vector<std::string>{"1"}));
  window.settle(0.1f);
  ASSERT_TRUE(c().range);
  const ui::ShownRows rows = ui::shownRows(c());
  EXPECT_EQ(c().range->first, rows.result->cell(0, 0).integer);
}

TEST_F(QueryPanel, KeysMoveInTheTable) {
  const SqlResult& result = ask("SELECT ts, dur, track_id, depth FROM slice WHERE dur >= 0 ORDER BY ts LIMIT 20");
  ASSERT_EQ(result.rows(), 20u);
  // The first row, below the titles.
  window.frame(0.1f);
  for (const ui::Control& control : c().controls)
    if (control.label == "sort by ts") {
      click({control.middle.x, control.middle.y + 22});
      break;
    }
  ASSERT_TRUE(c().selection);
  EXPECT_EQ(c().selection->mark.begin, result.cell(0, 0).integer);
  for (bool down : {true, false}) ImGui::GetIO().AddKeyEvent(ImGuiKey_DownArrow, down);
  window.settle(0.1f);
  window.type("\n");
  window.settle(0.1f);
  EXPECT_EQ(c().selection->mark.begin, result.cell(1, 0).integer);
}

TEST_F(QueryPanel, IsStopped) {
  answering = false;
  window.app().command("sql", std::vector<std::string>{"SELECT 1"});
  window.settle(0.1f);
  EXPECT_TRUE(c().sql.running(ui::SqlAsker::Who::Panel));
  EXPECT_TRUE(draws("Loading what answers queries"));
  window.type("\x1b");
  window.settle(0.1f);
  EXPECT_EQ(stopped, asked.id);
  EXPECT_TRUE(draws("stopped"));
  EXPECT_FALSE(window.app().command("sql-stop", {}));
}

TEST_F(QueryPanel, TheEditorHasItsOwnEnterAndEscape) {
  window.app().command("sql", std::vector<std::string>{"SELECT 1 AS one"});
  deliver();
  // Into the editor, which is left of the middle and above its buttons.
  window.frame(0.1f);
  ImVec2 at;
  for (const ui::Control& control : c().controls)
    if (control.label == "Run") at = {control.middle.x + 60, control.middle.y - 60};
  click(at);
  ASSERT_TRUE(ImGui::GetIO().WantTextInput);
  ImGuiIO& io = ImGui::GetIO();
  io.AddInputCharacter('0');
  window.frame(0.1f);
  asked = {};
  io.AddKeyEvent(ImGuiMod_Ctrl, true);
  io.AddKeyEvent(ImGuiKey_Enter, true);
  window.frame(0.1f);
  io.AddKeyEvent(ImGuiKey_Enter, false);
  io.AddKeyEvent(ImGuiMod_Ctrl, false);
  window.frame(0.1f);
  EXPECT_NE(asked.text.find('0'), std::string::npos) << asked.text;
  EXPECT_EQ(asked.text.find('\n'), std::string::npos) << asked.text;
  deliver();
  window.settle(0.1f);
  // Whoever goes on typing changes the query.
  EXPECT_TRUE(ImGui::GetIO().WantTextInput);
  // Escape leaves the editor, and takes nothing back.
  window.type("\x1b");
  window.settle(0.1f);
  EXPECT_FALSE(ImGui::GetIO().WantTextInput);
  const std::string before = asked.text;
  EXPECT_TRUE(window.app().command("sql-run", {}));
  EXPECT_EQ(asked.text, before);
}

TEST_F(QueryPanel, IsExported) {
  std::string name, bytes;
  c().host.beginFile = [&](const std::string& wanted) { return name = wanted; };
  c().host.putFile = [&](std::string_view part) { bytes += part; };
  c().host.endFile = [](bool) { return std::string(); };
  ask("SELECT 2 AS n, 'x,y' AS text UNION ALL SELECT 1, NULL");
  press("sort by n");
  ASSERT_TRUE(window.app().command("sql-export", std::vector<std::string>{"csv"}));
  EXPECT_EQ(bytes, "n,text\n1,\n2,\"x,y\"\n");
  EXPECT_EQ(name, "data-query.csv") << "of the folder " << c().session.name();
  bytes.clear();
  ASSERT_TRUE(window.app().command("sql-export", std::vector<std::string>{"json"}));
  EXPECT_EQ(bytes, "[\n {\"n\":1,\"text\":null},\n {\"n\":2,\"text\":\"x,y\"}\n]\n");
  EXPECT_FALSE(window.app().command("sql-export", std::vector<std::string>{"xml"}));
}

TEST_F(QueryPanel, IsExportedAsParquet) {
  std::string name, bytes;
  int ended = 0;
  bool complete = false;
  c().host.beginFile = [&](const std::string& wanted) { return name = wanted; };
  c().host.putFile = [&](std::string_view part) { bytes += part; };
  c().host.endFile = [&](bool whole) {
    complete = whole;
    ++ended;
    return std::string();
  };
  ask("SELECT 2 AS n, 'x,y' AS text, 0.5 AS half UNION ALL SELECT 1, NULL, 1");
  press("Parquet");
  EXPECT_EQ(ended, 0) << "nobody has answered yet";
  EXPECT_FALSE(window.app().command("sql-export", std::vector<std::string>{"csv"})) << "one file at a time";
  EXPECT_TRUE(draws("Exporting to data-query.parquet"));
  deliver();
  EXPECT_EQ(ended, 1);
  EXPECT_TRUE(complete);
  EXPECT_EQ(name, "data-query.parquet");
  const test::ParquetFile file = test::readParquet(bytes);
  ASSERT_EQ(file.columns.size(), 3u);
  using Values = std::vector<std::optional<std::string>>;
  EXPECT_EQ(file.columns[0].type, "INT64");
  EXPECT_EQ(file.columns[0].values, (Values{"2", "1"}));
  EXPECT_EQ(file.columns[1].type, "TEXT");
  EXPECT_EQ(file.columns[1].values, (Values{"x,y", std::nullopt}));
  EXPECT_EQ(file.columns[2].type, "DOUBLE");
  // What is stopped is discarded.
  answering = false;
  ASSERT_TRUE(window.app().command("sql-export", std::vector<std::string>{"parquet"}));
  EXPECT_TRUE(window.app().command("cancel-export", {}));
  EXPECT_EQ(stopped, asked.id);
  EXPECT_EQ(ended, 2);
  EXPECT_FALSE(complete);
}

TEST_F(QueryPanel, HistoryKeepsTheLastOnesOnce) {
  for (const char* sql : {"SELECT 1", "SELECT 2", "SELECT 1"}) ask(sql);
  EXPECT_EQ(c().settings.queries, (std::vector<std::string>{"SELECT 1", "SELECT 2"}));
  for (int i = 0; i < 40; ++i) ask("SELECT " + std::to_string(i));
  EXPECT_EQ(c().settings.queries.size(), ui::kKeptQueries);
  EXPECT_EQ(ui::readSettings(ui::writeSettings(c().settings)).queries, c().settings.queries);
}

TEST_F(QueryPanel, ExamplesAreAnswered) {
  const FormatTraits program{.calls = true}, kernel{.kernel = true}, both{.calls = true, .kernel = true};
  for (const FormatTraits& traits : {program, kernel, both, FormatTraits()})
    for (const ui::QueryExample& example : ui::queryExamples(traits)) {
      const SqlResult& result = ask(example.text);
      EXPECT_EQ(result.stage(), SqlStage::Done) << example.title << ": " << result.error();
    }
}

// Presses a key, as a person does.
void pressKey(test::HeadlessWindow& window, ImGuiKey key) {
  for (bool down : {true, false}) {
    ImGui::GetIO().AddKeyEvent(key, down);
    window.frame(0.1f);
  }
  window.settle(0.1f);
}

TEST_F(QueryPanel, EscapeGivesTheArrowsToTheRows) {
  window.app().command("sql-edit", {});
  window.settle(0.1f);
  const SqlResult& result = ask("SELECT ts, dur, track_id, depth FROM slice WHERE dur >= 0 ORDER BY ts LIMIT 20");
  ASSERT_TRUE(ImGui::GetIO().WantTextInput);
  window.type("\x1b");
  window.settle(0.1f);
  const Time before = window.app().visibleBegin();
  pressKey(window, ImGuiKey_DownArrow);
  pressKey(window, ImGuiKey_DownArrow);
  EXPECT_EQ(window.app().visibleBegin(), before) << "the timeline stays";
  window.type("\n");
  window.settle(0.1f);
  ASSERT_TRUE(c().selection);
  EXPECT_EQ(c().selection->mark.begin, result.cell(1, 0).integer);
}

TEST_F(QueryPanel, SortsByNames) {
  ask("SELECT 2 AS \"a b\" UNION ALL SELECT 10 UNION ALL SELECT 1");
  using Words = std::vector<std::string>;
  EXPECT_TRUE(window.app().command("sql-sort", Words{"a b desc"}));
  window.settle(0.1f);
  EXPECT_EQ(column(0), (std::vector<int64_t>{10, 2, 1}));
  EXPECT_TRUE(window.app().command("sql-sort", Words{"a b", "asc"}));
  window.settle(0.1f);
  EXPECT_EQ(column(0), (std::vector<int64_t>{1, 2, 10}));
  EXPECT_FALSE(window.app().command("sql-sort", Words{"nobody"}));
  // The bars of a chart have the same order.
  ask("SELECT 'a' AS name, 2 AS n UNION ALL SELECT 'b', 10");
  window.app().command("sql-chart", {});
  EXPECT_TRUE(window.app().command("sql-sort", Words{"n", "desc"}));
  window.settle(0.1f);
  EXPECT_EQ(column(1), (std::vector<int64_t>{10, 2}));
}

TEST_F(QueryPanel, TheKeyOfThePanelLeadsIntoTheEditor) {
  window.show(ui::Tab::Info);
  pressKey(window, ImGuiKey_8);
  EXPECT_EQ(c().tab, ui::Tab::Query);
  ASSERT_TRUE(ImGui::GetIO().WantTextInput);
  // Nobody has typed yet: a digit opens another panel.
  for (bool down : {true, false}) {
    ImGui::GetIO().AddKeyEvent(ImGuiKey_5, down);
    if (down) ImGui::GetIO().AddInputCharacter('5');
    window.frame(0.1f);
  }
  window.settle(0.1f);
  EXPECT_EQ(c().tab, ui::Tab::Info);
  pressKey(window, ImGuiKey_8);
  ImGui::GetIO().AddInputCharactersUTF8("SELECT 5 AS five");
  window.settle(0.1f);
  window.app().command("sql-run", {});
  deliver();
  EXPECT_EQ(asked.text, "SELECT 5 AS five") << "the example is replaced";
  // Then there is something of one's own, and the rows have the arrows.
  window.type("\x1b");
  window.show(ui::Tab::Info);
  pressKey(window, ImGuiKey_8);
  EXPECT_FALSE(ImGui::GetIO().WantTextInput);
}

TEST_F(QueryPanel, SaysOfWhichQueryTheRowsAre) {
  ask("SELECT 1 AS one");
  EXPECT_FALSE(draws("Of the query before"));
  window.app().command("sql-examples", {});
  window.settle(0.1f);
  window.type("\n");
  window.settle(0.1f);
  EXPECT_TRUE(draws("Of the query before"));
}

TEST_F(QueryPanel, WideTextsGetTheRoomThatIsLeft) {
  EXPECT_EQ(ui::fitWidths({100, 600, 900}, 500), (std::vector<float>{100, 380, 380}));
  EXPECT_EQ(ui::fitWidths({100, 600, 900}, 1000), (std::vector<float>{100, 520, 380}));
  EXPECT_EQ(ui::fitWidths({100, 600, 900}, 3000), (std::vector<float>{100, 600, 900}));
}

class KernelQueryPanel : public QueryPanel {
 protected:
  KernelQueryPanel() : QueryPanel(test::samplesPath("tracecmd") + "/v7-none-sched/trace.dat") {}
};

TEST_F(KernelQueryPanel, AStateLeadsToItsThread) {
  const SqlResult& result =
      ask("SELECT ts, dur, utid, state FROM thread_state WHERE dur > 0 AND state = 'S' ORDER BY dur DESC");
  ASSERT_GT(result.rows(), 0u) << result.error();
  ASSERT_TRUE(window.app().command("sql-row", std::vector<std::string>{"1"}));
  window.settle(0.1f);
  ASSERT_TRUE(c().selection);
  EXPECT_EQ(c().index().tracks()[c().selection->track].key.kind, TrackKind::ThreadState);
  EXPECT_EQ(c().selection->mark.begin, result.cell(0, 0).integer);
}

}  // namespace
}  // namespace tp
