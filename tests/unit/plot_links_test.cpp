// Plots of fields in links: the same plots, laid on each other as before, and nothing that anybody may have written.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "core/io/local_files.h"
#include "core/link/view_link.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/view/context.h"
#include "ui/view/laid_plots.h"

namespace tp {
namespace {

class PlotLinks : public testing::Test {
 protected:
  void SetUp() override {
    auto files = openLocalFiles({test::samplesPath("tracecmd") + "/v7-none-sched/trace.dat"});
    ASSERT_TRUE(files);
    files_ = std::move(*files);
    window_ = std::make_unique<test::HeadlessWindow>(files_);
    window_->settle(0.1f);
  }
  ui::Context& c() { return window_->app().context(); }
  void settle() {
    for (int i = 0; i < 8; ++i) window_->settle(0.1f);
  }
  bool run(std::string_view id, const std::vector<std::string>& args = {}) {
    const bool done = window_->app().command(id, args);
    settle();
    return done;
  }
  size_t shown() {
    size_t tracks = 0;
    for (const auto& plot : c().plots.shown()) tracks += plot->tracks().size();
    return tracks;
  }

  FileSet files_;
  std::unique_ptr<test::HeadlessWindow> window_;
};

TEST_F(PlotLinks, KeepThem) {
  ASSERT_TRUE(run("plot", {"sched_switch", "prev_prio"}));
  ASSERT_TRUE(run("plot", {"sched_switch", "next_prio", "", "next_prio < 120"}));
  ASSERT_TRUE(run("plot-lay"));
  const size_t tracks = shown(), laid = c().choice.laid.size();
  ASSERT_GT(tracks, 1u);
  ASSERT_EQ(laid, 1u);
  const std::string text = writeViewLink(window_->app().link());
  EXPECT_EQ(readViewLink(text).plots.size(), 2u);
  ASSERT_TRUE(run("unplot"));
  run("plot-lift");
  EXPECT_EQ(shown(), 0u);
  window_->app().openLink(text);
  settle();
  EXPECT_EQ(shown(), tracks);
  ASSERT_EQ(c().plots.shown().size(), 2u);
  EXPECT_EQ(c().plots.shown()[1]->spec().filter, "next_prio < 120");
  EXPECT_EQ(c().choice.laid.size(), laid);
  EXPECT_EQ(writeViewLink(window_->app().link()), text);
}

TEST(PlotWish, WhatAnybodyMayHaveWritten) {
  const PlotSpec spec{"a,b", "c%d", "", "x == \"y,z\" && w < 3"};
  const auto read = readPlot(plotText(spec));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, spec);
  const std::string many(3000, 'x');
  for (const std::string& text : {std::string(), std::string(",,,"), std::string("a,,,"), std::string("a,b,c"),
                                  std::string("a,b,c,d,e"), "a,b,," + many, many + ",b,,", std::string("a%00,b,,")})
    EXPECT_FALSE(readPlot(text)) << text.substr(0, 40);
  for (const char* text : {"", "1,2,3", "c,,,1,ab", "c,,,1,ab,c,,,2"}) EXPECT_FALSE(readLaid(text)) << text;
}

}  // namespace
}  // namespace tp
