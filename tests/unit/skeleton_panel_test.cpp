// A panel is a row: the one that CONTRIBUTING.md begins with is drawn, opened and told as all others are.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/io/local_files.h"
#include "core/link/view_link.h"
#include "tests/skeleton/skeleton_panel.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

// The panels of the program and the skeleton's, in a window.
class SkeletonPanel : public testing::Test {
 protected:
  SkeletonPanel() : rows_(ui::programPanels().begin(), ui::programPanels().end()) {
    rows_.push_back(skeleton::kPanel);
    auto files = openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
    if (files) window_ = std::make_unique<test::HeadlessWindow>(*files, nullptr, rows_);
  }
  void SetUp() override { ASSERT_NE(window_, nullptr); }

  ui::Context& c() { return window_->app().context(); }
  bool isShown() {
    const std::vector<ui::DrawnText> texts = window_->texts(0.1f);
    return std::any_of(texts.begin(), texts.end(), [](const ui::DrawnText& one) { return one.text == "counter"; });
  }

  std::vector<ui::Panel> rows_;
  std::unique_ptr<test::HeadlessWindow> window_;
};

TEST_F(SkeletonPanel, HasATab) {
  EXPECT_FALSE(isShown());
  ASSERT_TRUE(window_->press("Kinds"));
  EXPECT_EQ(c().tab, skeleton::kPanel.tab);
  EXPECT_TRUE(isShown());
}

TEST_F(SkeletonPanel, HasACommandAndAKey) {
  EXPECT_TRUE(window_->app().command("tab", std::vector<std::string>{"kinds"}));
  EXPECT_TRUE(isShown());
  EXPECT_TRUE(window_->app().command("tab", std::vector<std::string>{"selection"}));
  EXPECT_FALSE(isShown());
  window_->type("z");
  window_->settle(0.1f);
  EXPECT_TRUE(isShown());
}

TEST_F(SkeletonPanel, IsListed) {
  auto own = [](const ui::Action& action) { return ui::actionName(action) == "tab kinds"; };
  const std::span<const ui::Action> actions = window_->app().actions();
  EXPECT_EQ(std::count_if(actions.begin(), actions.end(), own), 1);
}

TEST_F(SkeletonPanel, IsInLinks) {
  window_->app().command("tab", std::vector<std::string>{"kinds"});
  const std::string link = writeViewLink(window_->app().link());
  EXPECT_NE(link.find("tab=kinds"), std::string::npos) << link;
  window_->app().command("tab", std::vector<std::string>{"info"});
  window_->app().openLink(link);
  window_->settle(0.1f);
  EXPECT_EQ(c().tab, skeleton::kPanel.tab);
}

TEST_F(SkeletonPanel, IsToldToWhoCannotSeeIt) {
  window_->app().command("tab", std::vector<std::string>{"kinds"});
  const std::vector<ui::PanelTable> tables = ui::panelTables(rows_, c());
  ASSERT_EQ(tables.size(), 1u);
  EXPECT_EQ(tables[0].title, "Tracks by kind");
  ASSERT_EQ(tables[0].rows.size(), 4u);
  EXPECT_EQ(tables[0].rows[1][1], std::to_string(c().index().countTracks(TrackKind::Thread)));
  c().drawerOpen = false;
  EXPECT_TRUE(ui::panelTables(rows_, c()).empty());
}

TEST_F(SkeletonPanel, IsInThatWindowOnly) {
  EXPECT_EQ(ui::findPanel(ui::programPanels(), "kinds"), nullptr);
  EXPECT_EQ(ui::findPanel(window_->app().panels(), "kinds"), &rows_.back());
}

}  // namespace
}  // namespace tp
