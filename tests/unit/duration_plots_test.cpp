// Plots of durations in the window: made by commands and menus, laid over each other, chosen, kept in links, removed.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>

#include "core/io/local_files.h"
#include "core/link/view_link.h"
#include "tests/support/drawn.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/timeline/duration_scale.h"
#include "ui/view/context.h"
#include "ui/view/duration_leads.h"

namespace tp {
namespace {

class DurationPlots : public testing::Test {
 protected:
  void SetUp() override { openTrace(test::sourcePath("assets/samples/kitchen/data")); }
  void openTrace(const std::string& path) {
    auto files = openLocalFiles({path});
    ASSERT_TRUE(files) << path;
    files_ = std::move(*files);
    window_.reset();
    window_ = std::make_unique<test::HeadlessWindow>(files_);
    window_->settle(0.1f);
  }
  ui::Context& c() { return window_->app().context(); }
  const std::vector<ui::DurationTrack>& tracks() { return c().durations.all(); }
  bool run(std::string_view id, const std::vector<std::string>& args = {}) {
    const bool done = window_->app().command(id, args);
    for (int i = 0; i < 4; ++i) window_->settle(0.1f);
    return done;
  }
  bool draws(const std::string& text) {
    for (const ui::DrawnText& one : window_->texts(0.1f))
      if (one.text.find(text) != std::string::npos) return true;
    return false;
  }
  void click(ImVec2 at) {
    ImGui::GetIO().AddMousePosEvent(at.x, at.y);
    window_->frame(0.1f);
    window_->frame(0.1f);
    for (bool down : {true, false}) {
      ImGui::GetIO().AddMouseButtonEvent(0, down);
      window_->frame(0.1f);
    }
    for (int i = 0; i < 4; ++i) window_->settle(0.1f);
  }
  bool press(const std::string& label) {
    window_->frame(0.1f);
    for (const ui::Control& control : c().controls) {
      if (control.label != label) continue;
      click(control.middle);
      return true;
    }
    return false;
  }
  // Where the longest call of a plot is on the screen.
  ImVec2 placeOfLongest(size_t track, size_t position) {
    const ui::DurationTrack& of = tracks()[track];
    const float width = ImGui::GetIO().DisplaySize.x;
    ui::Rect area{c().labelWidth, 0, width - c().labelWidth - 12, 0};
    for (const auto& view : window_->app().trackViews()) {
      if (view.id != of.track) continue;
      area.y = view.top;
      for (const ui::Row& row : c().layout.rows)
        if (row.track == of.track) area.h = row.height;
    }
    const ui::PlottedPoints& points = of.series[position].points;
    const SlicePoint& longest = points[points.all().longest];
    return {area.x + static_cast<float>(c().view.toShare(longest.begin)) * area.w,
            ui::DurationScale(of, area).y(longest.duration)};
  }
  NameId nameOf(const std::string& name) { return c().index().names().find(name); }
  // The names of functions with the most calls.
  std::vector<std::string> busiest() {
    run("tab", {"functions"});
    std::vector<FunctionStats> rows = c().session.calls()->functions.rows;
    std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.calls > b.calls; });
    std::vector<std::string> names;
    for (const FunctionStats& row : rows) names.emplace_back(c().index().names().view(row.name));
    return names;
  }
  const FunctionStats& statsOf(const std::string& name) {
    const auto& rows = c().session.calls()->functions.rows;
    return *std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.name == nameOf(name); });
  }

  FileSet files_;
  std::unique_ptr<test::HeadlessWindow> window_;
};

TEST_F(DurationPlots, OfAFunction) {
  const std::string name = busiest().at(0);
  const FunctionStats stats = statsOf(name);
  ASSERT_TRUE(run("plot-durations", {name}));
  ASSERT_EQ(tracks().size(), 1u);
  const ui::DurationSeries& series = tracks()[0].series.at(0);
  ASSERT_TRUE(series.answered());
  EXPECT_EQ(series.points.size(), stats.calls);
  const ui::PlottedPoints::Run all = series.points.all();
  EXPECT_EQ(series.points[all.longest].duration, stats.max);
  EXPECT_EQ(series.points[all.shortest].duration, stats.min);
  EXPECT_NE(tracks()[0].track, kNoTrack);
  EXPECT_TRUE(draws("Durations"));
  const bool painted = std::any_of(c().drawnOfTrack.begin(), c().drawnOfTrack.end(),
                                   [&](const auto& one) { return one.first == tracks()[0].track && one.second > 0; });
  EXPECT_TRUE(painted);
  EXPECT_TRUE(run("plot-durations", {name})) << "it is there already";
  EXPECT_EQ(c().durations.count(), 1u);
  EXPECT_TRUE(run("unplot-durations"));
  EXPECT_TRUE(tracks().empty());
  EXPECT_FALSE(run("unplot-durations"));
  EXPECT_FALSE(draws("Durations"));
}

TEST_F(DurationPlots, NothingIsHarmless) {
  EXPECT_FALSE(run("plot-durations"));
  EXPECT_FALSE(run("plot-durations-onto"));
  EXPECT_FALSE(run("plot-durations", {"no such function"}));
  EXPECT_FALSE(run("plot-durations", {"main", "nonsense"}));
  EXPECT_FALSE(run("plot-slices"));
  EXPECT_FALSE(run("durations-scale", {"log"}));
  EXPECT_FALSE(run("unplot-durations", {"1"}));
  EXPECT_TRUE(tracks().empty());
}

TEST_F(DurationPlots, WhatIsNotThereIsToldSo) {
  run("tab", {"slices"});
  run("slices-filter", {"dur < 0"});
  EXPECT_TRUE(run("plot-slices"));
  EXPECT_TRUE(tracks().empty());
  EXPECT_NE(c().notice.find("nothing to plot"), std::string::npos) << c().notice;
}

TEST_F(DurationPlots, OfWhatSlicesLists) {
  const std::string name = busiest().at(0);
  run("tab", {"slices"});
  run("slices-filter", {"name == " + name + " && dur > 1"});
  ASSERT_TRUE(press("Plot"));
  ASSERT_EQ(tracks().size(), 1u);
  EXPECT_EQ(tracks()[0].series[0].points.size(), c().slices.question()->listed().count);
  EXPECT_EQ(tracks()[0].series[0].spec.name, name);
}

TEST_F(DurationPlots, SeveralOnOneScale) {
  const std::vector<std::string> names = busiest();
  ASSERT_TRUE(run("plot-durations", {names.at(0)}));
  const float height = c().layout.height;
  ASSERT_TRUE(run("plot-durations-onto", {names.at(1)}));
  ASSERT_TRUE(run("plot-durations-onto", {names.at(2)}));
  ASSERT_EQ(tracks().size(), 1u);
  ASSERT_EQ(tracks()[0].series.size(), 3u);
  EXPECT_GT(c().layout.height, height) << "each has a line in the label";
  const ui::DurationScale scale(tracks()[0], {0, 0, 100, 100});
  Time most = 0;
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(tracks()[0].series[i].points.size(), statsOf(names[i]).calls);
    most = std::max<Time>(most, statsOf(names[i]).max);
  }
  EXPECT_EQ(scale.most(), most);
  EXPECT_NE(tracks()[0].series[0].colour, tracks()[0].series[1].colour);
  EXPECT_TRUE(press("remove the plot of " + names[1]));
  ASSERT_EQ(tracks()[0].series.size(), 2u);
  EXPECT_EQ(tracks()[0].series[1].spec.name, names[2]);
  ASSERT_TRUE(run("plot-durations", {names.at(1)})) << "on a track of its own";
  EXPECT_EQ(tracks().size(), 2u);
}

TEST_F(DurationPlots, AClickSelectsTheCall) {
  const std::string name = busiest().at(1);
  ASSERT_TRUE(run("plot-durations", {name}));
  const ui::PlottedPoints& points = tracks()[0].series[0].points;
  const SlicePoint longest = points[points.all().longest];
  const ImVec2 at = placeOfLongest(0, 0);
  ImGui::GetIO().AddMousePosEvent(at.x, at.y);
  window_->frame(0.1f);
  window_->frame(0.1f);
  ASSERT_TRUE(c().durations.hit);
  EXPECT_EQ(c().durations.hit->point.begin, longest.begin);
  EXPECT_TRUE(test::tipDrawn());
  click(at);
  ASSERT_TRUE(c().selection);
  EXPECT_EQ(c().selection->track, longest.track);
  EXPECT_EQ(c().selection->mark.begin, longest.begin);
  EXPECT_EQ(c().selection->mark.duration(), longest.duration);
  EXPECT_EQ(c().names.text(c().selection->mark.name), c().names.text(longest.name));
  // From the selection, the same function is meant.
  EXPECT_TRUE(run("plot-durations"));
  EXPECT_EQ(c().durations.count(), 1u);
}

TEST_F(DurationPlots, TheScaleIsChosenAtTheTrack) {
  ASSERT_TRUE(run("plot-durations", {busiest().at(0)}));
  EXPECT_FALSE(tracks()[0].linear);
  const ui::Rect area{0, 0, 100, 100};
  const float middle = ui::DurationScale(tracks()[0], area).y(ui::DurationScale(tracks()[0], area).most() / 2);
  ASSERT_TRUE(press("linear"));
  EXPECT_TRUE(tracks()[0].linear);
  EXPECT_GT(ui::DurationScale(tracks()[0], area).y(ui::DurationScale(tracks()[0], area).most() / 2), middle);
  EXPECT_TRUE(run("durations-scale", {"log"}));
  EXPECT_FALSE(tracks()[0].linear);
}

TEST_F(DurationPlots, LinksKeepThem) {
  const std::vector<std::string> names = busiest();
  run("plot-durations", {names.at(0)});
  run("plot-durations-onto", {names.at(1)});
  run("durations-scale", {"linear"});
  run("plot-durations", {names.at(2)});
  const std::string text = writeViewLink(window_->app().link());
  const auto before = c().durations.wishes(c().index());
  EXPECT_EQ(readViewLink(text).durations, before);
  run("unplot-durations");
  window_->app().openLink(text);
  for (int i = 0; i < 6; ++i) window_->settle(0.1f);
  ASSERT_EQ(tracks().size(), 2u);
  EXPECT_EQ(c().durations.wishes(c().index()), before);
  EXPECT_TRUE(tracks()[0].linear);
  EXPECT_EQ(tracks()[0].series.at(1).points.size(), statsOf(names[1]).calls);
}

TEST_F(DurationPlots, ThereIsAMost) {
  const std::vector<std::string> names = busiest();
  ASSERT_GT(names.size(), ui::DurationPlots::kMax);
  for (size_t i = 0; i < ui::DurationPlots::kMaxOnTrack; ++i) EXPECT_TRUE(run("plot-durations-onto", {names[i]}));
  const size_t most = ui::DurationPlots::kMaxOnTrack;
  EXPECT_FALSE(run("plot-durations-onto", {names[most]}));
  for (size_t i = most; i < ui::DurationPlots::kMax; ++i) EXPECT_TRUE(run("plot-durations", {names[i]}));
  EXPECT_FALSE(run("plot-durations", {names[ui::DurationPlots::kMax]}));
  EXPECT_NE(c().notice.find("remove one first"), std::string::npos) << c().notice;
}

TEST(DurationWish, WhatAnybodyMayHaveWritten) {
  DurationWish wish;
  wish.name = "a,b%\"c";
  wish.filter = "name == \"x,y\" && dur > 1us";
  wish.kind = SliceKind::Syscalls;
  wish.laid = wish.linear = true;
  wish.range = {-5, 1000};
  wish.on = {LinkTrack{TrackKind::Thread, 1, 2, -1, 0, 0}, LinkTrack{TrackKind::Cpu, -1, -1, 3, 7, 1}};
  EXPECT_EQ(readDurationWish(wishText(wish)), wish);
  for (const char* text : {"", ",", "calls", "calls,,,,", "nonsense,,,,a,", "calls,,5,,a,", "calls,,9%2C3,,a,",
                           "calls,,,x,a,", "calls,,,,,x", "calls,,,,a%01,", "calls,,,,a,b,c"})
    EXPECT_FALSE(readDurationWish(text)) << text;
  EXPECT_TRUE(readDurationWish("calls,,,,a,"));
}

}  // namespace
}  // namespace tp
