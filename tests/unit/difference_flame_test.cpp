// The differential flame graph as a panel has it.
#include "ui/compare/difference_flame.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/io/local_files.h"
#include "tests/support/drawn.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/app/panels.h"

namespace tp {
namespace {

// A call of each stack, which lasts so long by itself.
struct Side {
  NameTable names;
  CallTree tree;

  void call(const std::vector<const char*>& path, int64_t self) {
    uint32_t node = CallTree::kRoot;
    for (size_t i = 0; i < path.size(); ++i) {
      node = tree.child(node, names.intern(path[i]), 0);
      tree.add(node, i + 1 == path.size() ? 1 : 0, self, 0);
    }
  }
};

struct Kept {
  StackComparison found;
  uint64_t number = 0;
  ui::DifferenceFlame flame;
  ui::DifferenceLook look;
};

StackComparison madeOf(const Side& a, const Side& b) {
  SideStacks first, second;
  first.side.clock.isNs = second.side.clock.isNs = true;
  first.tree = &a.tree, first.names = &a.names;
  second.tree = &b.tree, second.names = &b.names;
  return compareStacks(first, second);
}

StackComparison example() {
  Side a, b;
  a.call({"main", "parse_input"}, 300'000);
  b.call({"main", "parse_input"}, 310'000);
  a.call({"main", "sort_rows", "compare_rows"}, 200'000);
  b.call({"main", "sort_rows", "compare_rows"}, 500'000);
  a.call({"main", "write_output"}, 250'000);
  b.call({"main", "write_output"}, 120'000);
  a.call({"main", "old_checks"}, 150'000);
  b.call({"main", "new_cache"}, 90'000);
  return madeOf(a, b);
}

void drawTestPanel(ui::Context& c, const ui::Rect& area) {
  Kept& kept = c.memory.of<Kept>();
  if (kept.number == 0) return;
  drawDifferenceFlame(c, kept.flame, kept.look, kept.found, kept.number,
                      {area.x + 8, area.y + 4, area.w - 16, area.h - 8});
}

std::vector<ui::PanelTable> noTables(ui::Context&) {
  return {};
}

constexpr ui::Panel kPanel{
    .tab = {"differs"}, .label = "Differs", .brief = "Differs", .draw = drawTestPanel, .tables = noTables};

class DifferenceFlame : public testing::Test {
 protected:
  DifferenceFlame() : rows_(ui::programPanels().begin(), ui::programPanels().end()) {
    rows_.push_back(kPanel);
    auto files = openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
    if (files) window_ = std::make_unique<test::HeadlessWindow>(*files, nullptr, rows_);
  }
  void SetUp() override { ASSERT_NE(window_, nullptr); }

  ui::Context& c() { return window_->app().context(); }
  Kept& kept() { return c().memory.of<Kept>(); }
  void show(StackComparison found) {
    kept().found = std::move(found);
    ++kept().number;
    window_->show(kPanel.tab);
  }
  // The text that is drawn, or null.
  std::optional<ui::DrawnText> drawn(std::string_view text) {
    for (const ui::DrawnText& one : window_->texts(0.1f))
      if (one.text == text) return one;
    return std::nullopt;
  }
  void point(std::string_view text) {
    const auto at = drawn(text);
    ASSERT_TRUE(at) << text;
    ImGui::GetIO().AddMousePosEvent(at->at.x + 3, at->at.y + 3);
    window_->frame(0.1f);
  }
  void click(std::string_view text) {
    point(text);
    for (const bool down : {true, false}) {
      ImGui::GetIO().AddMouseButtonEvent(0, down);
      window_->frame(0.1f);
    }
    window_->settle(0.1f);
  }

  std::vector<ui::Panel> rows_;
  std::unique_ptr<test::HeadlessWindow> window_;
};

TEST_F(DifferenceFlame, ShowsWhatIsOnEitherSide) {
  show(example());
  for (const char* name :
       {"main", "parse_input", "sort_rows", "compare_rows", "write_output", "old_checks", "new_cache"})
    EXPECT_TRUE(drawn(name)) << name;
  const ui::Rect all{0, 0, 1280, 720};
  EXPECT_GT(test::drawnIn(all, c().theme.changes.more), 0u);
}

TEST_F(DifferenceFlame, WidthsAreThoseOfTheSide) {
  show(example());
  auto order = [&](const char* one, const char* other) { return drawn(one)->at.x < drawn(other)->at.x; };
  EXPECT_TRUE(order("sort_rows", "parse_input"));
  ASSERT_TRUE(window_->press("Width of A"));
  EXPECT_TRUE(order("parse_input", "sort_rows"));
  ASSERT_TRUE(window_->press("The larger"));
  ASSERT_TRUE(window_->press("Total time"));
  ASSERT_TRUE(window_->press("In proportion"));
  EXPECT_TRUE(kept().look.colour.total && kept().look.colour.proportional);
}

TEST_F(DifferenceFlame, ZoomsAndGoesBack) {
  show(example());
  click("sort_rows");
  EXPECT_FALSE(drawn("parse_input"));
  EXPECT_TRUE(drawn("main"));
  ASSERT_TRUE(window_->press("\u2190 Back"));
  EXPECT_TRUE(drawn("parse_input"));
  click("sort_rows");
  // Another comparison has other stacks.
  show(example());
  EXPECT_TRUE(drawn("parse_input"));
}

TEST_F(DifferenceFlame, EachBoxHasATip) {
  show(example());
  EXPECT_FALSE(test::tipDrawn());
  for (const char* name : {"write_output", "old_checks", "new_cache"}) {
    point(name);
    EXPECT_TRUE(test::tipDrawn()) << name;
  }
}

TEST_F(DifferenceFlame, WhatDoesNotMatchTheSearchIsFaded) {
  show(example());
  c().search = "SORT";
  EXPECT_EQ(drawn("sort_rows")->colour, c().theme.sliceText);
  EXPECT_EQ(drawn("parse_input")->colour, c().theme.faint);
}

TEST_F(DifferenceFlame, NothingDiffers) {
  Side a;
  a.call({"main"}, 10);
  show(madeOf(a, a));
  EXPECT_TRUE(drawn("Nothing differs."));
  show(madeOf(Side(), Side()));
  EXPECT_TRUE(drawn("Neither A nor B has calls."));
}

TEST_F(DifferenceFlame, IsAPicture) {
  show(example());
  const std::string svg = ui::differenceFlameSvg(kept().flame, kept().look, kept().found);
  EXPECT_EQ(svg.substr(0, 4), "<svg");
  EXPECT_NE(svg.find("vanished"), std::string::npos);
}

}  // namespace
}  // namespace tp
