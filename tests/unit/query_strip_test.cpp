// Tracks of queries in the window: made from the panel, kept in links, chosen, renamed and closed.
#include <gtest/gtest.h>
#include <imgui.h>

#include "core/link/view_link.h"
#include "tests/support/query_window.h"
#include "ui/timeline/query_strip.h"

namespace tp {
namespace {

using ui::QueryTrack;

constexpr const char* kSlices = "SELECT ts, dur, name FROM slice WHERE dur > 0 ORDER BY dur DESC LIMIT 20";
constexpr const char* kCounter = "SELECT ts, depth AS value FROM slice ORDER BY ts";

class QueryStrip : public test::QueryWindow {
 protected:
  const std::vector<QueryTrack>& tracks() { return c().queryTracks.all(); }
  bool run(const std::string& id, const std::vector<std::string>& args = {}) {
    const bool done = window.app().command(id, args);
    window.settle(0.1f);
    return done;
  }
  // Answers what is asked for until nothing is any more.
  void answerAll() {
    for (int i = 0; i < 20; ++i) deliver();
  }
  // A window of its own, in which the link is opened; the one of this test has Dear ImGui's context.
  std::string link() { return writeViewLink(window.app().link()); }
};

TEST_F(QueryStrip, AButtonShowsTheResultAsATrack) {
  const float before = window.app().trackViews().front().top;
  ask(kSlices);
  press("Show as a track");
  ASSERT_EQ(tracks().size(), 1u);
  EXPECT_EQ(tracks()[0].result->rows(), 20u);
  EXPECT_GE(tracks()[0].levels(), 1u);
  EXPECT_TRUE(draws("SELECT ts, dur, name"));
  EXPECT_TRUE(draws("20 rows"));
  EXPECT_GE(c().drawnOfQuery.size(), 1u);
  EXPECT_GT(c().drawnOfQuery[0].second, 0u);
  EXPECT_GE(window.app().trackViews().front().top, before + ui::kCounterHeight) << "the others stand below it";
}

TEST_F(QueryStrip, AButtonShowsTheResultAsACounter) {
  ask(kCounter);
  press("Show as a counter");
  ASSERT_EQ(tracks().size(), 1u);
  EXPECT_EQ(tracks()[0].kind, QueryTrackKind::Counter);
  EXPECT_GT(c().drawnOfQuery.at(0).second, 0u);
  EXPECT_TRUE(draws("max "));
}

TEST_F(QueryStrip, ThereIsAMost) {
  ask(kSlices);
  for (size_t i = 0; i < ui::QueryTracks::kMax; ++i) EXPECT_TRUE(run("sql-track"));
  EXPECT_FALSE(run("sql-track"));
  EXPECT_NE(c().noticeNow().find("which is the most"), std::string::npos) << c().noticeNow();
  EXPECT_EQ(tracks().size(), ui::QueryTracks::kMax);
  EXPECT_TRUE(run("sql-tracks-close"));
  EXPECT_TRUE(tracks().empty());
  EXPECT_FALSE(run("sql-tracks-close"));
}

TEST_F(QueryStrip, WhatHasNoTimeIsNoTrack) {
  ask("SELECT name FROM slice LIMIT 3");
  EXPECT_FALSE(run("sql-track"));
  EXPECT_FALSE(run("sql-counter"));
  ask("SELECT ts, dur FROM slice WHERE dur < -1");
  EXPECT_FALSE(run("sql-track")) << "there are no rows";
}

TEST_F(QueryStrip, TracksAreRenamedAndClosed) {
  ask(kSlices);
  run("sql-track");
  ask(kCounter);
  run("sql-counter");
  EXPECT_TRUE(run("sql-track-name", {"2 depth, of calls"}));
  EXPECT_EQ(tracks()[1].name, "depth, of calls");
  EXPECT_TRUE(run("sql-track-name", {"1", "longest"}));
  for (const std::vector<std::string>& args :
       std::vector<std::vector<std::string>>{{}, {"3 x"}, {"0 x"}, {"1"}, {"1 "}, {"1x"}, {"1", "a\nb"}, {"x", "y"}})
    EXPECT_FALSE(run("sql-track-name", args));
  EXPECT_TRUE(draws("longest"));
  EXPECT_TRUE(run("sql-track-edit", {"2"}));
  EXPECT_TRUE(run("sql-run"));
  EXPECT_EQ(asked.text, kCounter);
  for (const char* number : {"0", "3", "x", "1x", ""}) EXPECT_FALSE(run("sql-track-close", {number}));
  EXPECT_TRUE(run("sql-track-close", {"1"}));
  ASSERT_EQ(tracks().size(), 1u);
  press("close depth, of calls");
  EXPECT_TRUE(tracks().empty());
}

TEST_F(QueryStrip, AClickChoosesARow) {
  ask("SELECT ts, dur, name, depth, track_id FROM slice WHERE dur > 0 ORDER BY dur DESC LIMIT 1");
  run("sql-track");
  window.frame(0.1f);
  ImVec2 at;
  for (const ui::Control& control : c().controls)
    if (control.label.rfind("track SELECT", 0) == 0) at = {0, control.middle.y - 10};
  ASSERT_GT(at.y, 0);
  const ui::QuerySlice& slice = tracks()[0].slices.levels[0][0];
  const double share = c().view.toShare(slice.begin + (slice.end - slice.begin) / 2);
  at.x = c().labelWidth + static_cast<float>(share) * (ImGui::GetIO().DisplaySize.x - c().labelWidth - 12);
  run("tab", {"info"});
  click(at);
  ASSERT_TRUE(c().queryTracks.chosen);
  EXPECT_EQ(c().queryTracks.chosen->row, 0u);
  EXPECT_EQ(c().tab, ui::Tab::Info) << "the drawer stays on its panel";
  run("tab", {"selection"});
  EXPECT_TRUE(draws("a row that a query has found"));
  EXPECT_TRUE(draws(std::string(tracks()[0].result->cell(0, 2).text)));
  // Another selection takes its place.
  EXPECT_TRUE(run("sql-row", {"1"}));
  window.settle(0.1f);
  EXPECT_FALSE(c().queryTracks.chosen);
  click(at);
  EXPECT_TRUE(c().queryTracks.chosen);
  EXPECT_FALSE(c().selection);
  EXPECT_TRUE(run("clear"));
  EXPECT_FALSE(c().queryTracks.chosen);
}

TEST_F(QueryStrip, ALinkAsksAgain) {
  ask(kSlices);
  run("sql-track");
  ask(kCounter);
  run("sql-counter");
  run("sql-track-name", {"1", "a, b & c"});
  const std::string text = link();
  run("sql-tracks-close");
  EXPECT_EQ(link().find("sql="), std::string::npos);
  answering = false;
  window.app().openLink(text);
  window.settle(0.1f);
  ASSERT_EQ(tracks().size(), 2u);
  EXPECT_EQ(asked.text, kSlices) << "one after the other";
  EXPECT_TRUE(tracks()[0].waiting());
  EXPECT_TRUE(draws("computing"));
  EXPECT_TRUE(draws("waits to be computed"));
  EXPECT_EQ(link(), text) << "they are in links at once";
  answering = true;
  answers.ask(asked);
  answerAll();
  EXPECT_EQ(asked.text, kCounter);
  EXPECT_EQ(tracks()[0].name, "a, b & c");
  EXPECT_EQ(tracks()[0].result->rows(), 20u);
  EXPECT_EQ(tracks()[1].kind, QueryTrackKind::Counter);
  EXPECT_GT(tracks()[1].result->rows(), 20u);
  EXPECT_EQ(link(), text);
}

TEST_F(QueryStrip, AnErrorStandsOnTheTrack) {
  window.app().openLink(
      "sql=slices%2Cbad%2CSELECT%20nobody&sql=slices%2Cgood%2CSELECT%20ts%2C%20dur%20FROM%20slice"
      "&sql=slices%2Cwrites%2CDELETE%20FROM%20slice");
  window.settle(0.1f);
  answerAll();
  ASSERT_EQ(tracks().size(), 3u);
  EXPECT_EQ(tracks()[0].error, "no such column: nobody");
  EXPECT_EQ(tracks()[1].error, "");
  EXPECT_NE(tracks()[2].error.find("may not be modified"), std::string::npos) << tracks()[2].error;
  EXPECT_TRUE(draws("no such column: nobody"));
  EXPECT_FALSE(c().palette.open);
}

TEST_F(QueryStrip, ToCloseATrackGivesItsQuestionUp) {
  answering = false;
  window.app().openLink("sql=slices%2Cone%2CSELECT%201&sql=slices%2Ctwo%2CSELECT%202");
  window.settle(0.1f);
  const uint32_t first = asked.id;
  EXPECT_TRUE(run("sql-track-close", {"1"}));
  EXPECT_EQ(stopped, first);
  EXPECT_EQ(asked.text, "SELECT 2") << "the next one is asked";
  EXPECT_EQ(tracks().size(), 1u);
}

TEST_F(QueryStrip, AnotherTraceDropsThem) {
  ask(kSlices);
  run("sql-track");
  window.app().beginOpen("", false);
  EXPECT_TRUE(tracks().empty());
}

}  // namespace
}  // namespace tp
