// The event table of a window, driven without input.
#include "ui/view/events_view.h"

#include <gtest/gtest.h>

#include "core/io/local_files.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/view/context.h"
#include "ui/view/event_columns.h"
#include "ui/view/field_columns.h"
#include "ui/view/navigation.h"

namespace tp {
namespace {

class EventsView : public testing::Test {
 protected:
  void SetUp() override {
    auto files = openLocalFiles({test::samplesPath("tracecmd") + "/v6-sched-syscalls/trace.dat"});
    ASSERT_TRUE(files);
    window_ = std::make_unique<test::HeadlessWindow>(*files);
    command("tab", "events");
    window_->settle(0.1f);
  }

  void command(const char* id, const char* argument) { window_->app().command(id, std::vector<std::string>{argument}); }
  ui::Context& context() { return window_->app().context(); }
  ui::MarkedRange firstHalf() {
    const Time begin = context().index().begin();
    return {begin, begin + (context().index().end() - begin) / 2};
  }

  std::unique_ptr<test::HeadlessWindow> window_;
};

TEST_F(EventsView, AsksForAFrameWhereTheTableHasChangedAfterItWasDrawn) {
  command("events-filter", "sched_switch");
  for (int i = 0; i < 20; ++i) window_->frame(0.1f);
  const RowTable& table = context().events.table();
  ASSERT_NE(table.found(), nullptr);
  const uint64_t all = table.size();
  EXPECT_EQ(all, table.found()->count());
  // Its first rows stay, so that nothing is asked of the workers.
  context().range = firstHalf();
  command("events-span", "marked");
  uint64_t drawn = 0;
  do {
    drawn = table.size();
    window_->frame(0.1f);
  } while (window_->app().wantsFrame());
  EXPECT_LT(table.size(), all);
  EXPECT_EQ(drawn, table.size());
}

TEST_F(EventsView, FollowsARangeThatIsNewlyMarked) {
  using Span = ui::EventsView::Span;
  ui::Context& c = context();
  const uint64_t all = c.events.table().size();
  ui::markRange(c, firstHalf());
  window_->settle(0.1f);
  EXPECT_EQ(c.events.span, Span::Marked);
  EXPECT_LT(c.events.table().size(), all);
  // What was chosen by hand stays.
  command("events-span", "whole");
  ui::markRange(c, firstHalf());
  EXPECT_EQ(c.events.span, Span::Whole);
  command("events-span", "marked");
  c.range.reset();
  window_->settle(0.1f);
  EXPECT_EQ(c.events.span, Span::Whole);
  EXPECT_EQ(c.events.table().size(), all);
  command("events-span", "view");
  ui::markRange(c, firstHalf());
  EXPECT_EQ(c.events.span, Span::View);
}

TEST_F(EventsView, HasDurationsWhereTheFilterAsksForThem) {
  ui::Context& c = context();
  EXPECT_FALSE(ui::hasColumn(ui::EventColumn::Duration, c));
  command("events-column", "dur");
  EXPECT_TRUE(ui::fieldColumns(c, c.index()).empty());
  EXPECT_NE(c.noticeNow().find("No column dur"), std::string_view::npos) << c.noticeNow();
  command("events-filter", "sys_exit && dur > 1ms");
  for (int i = 0; i < 20; ++i) window_->frame(0.1f);
  EXPECT_TRUE(ui::hasColumn(ui::EventColumn::Duration, c));
  // By the reference's text, paired by the oracle; with calls whose duration is a bound.
  ASSERT_EQ(c.events.table().size(), 12u);
  for (uint64_t i = 0; i < 12; ++i) {
    const TableRow* row = c.events.table().row(i);
    ASSERT_NE(row, nullptr);
    EXPECT_NE(ui::cellText(c, *row, i, ui::EventColumn::Duration), "");
  }
}

}  // namespace
}  // namespace tp
