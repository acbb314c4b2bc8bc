// The list of the worst wakeups: what it says before and after the workers have told of interrupts, and that Enter
// brings the row that it goes to into view, also in a low window.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/waits/wait_words.h"
#include "core/io/local_files.h"
#include "core/session/waits/waits_question.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/base/time_text.h"
#include "ui/panels/scheduling_panel.h"
#include "ui/view/context.h"
#include "ui/view/state_track.h"
#include "ui/view/waits_answer.h"
#include "ui/view/why_answer.h"

namespace tp {
namespace {

class WorstWakeups : public testing::Test {
 protected:
  void open(const std::string& path) {
    auto files = openLocalFiles({test::samplesPath("tracecmd") + path});
    ASSERT_TRUE(files);
    window_ = std::make_unique<test::HeadlessWindow>(*files);
  }
  ui::Context& c() { return window_->app().context(); }
  void draw() {
    for (int i = 0; i < 8; ++i) window_->frame(0.016f);
    window_->settle(0.1f);
  }
  const std::vector<WakeupLatency>& worst() { return c().scheduling.last()->worst; }
  bool shows(const std::string& text) {
    const std::vector<ui::DrawnText> texts = window_->texts(0.1f);
    return std::any_of(texts.begin(), texts.end(), [&](const ui::DrawnText& one) { return one.text == text; });
  }
  bool offers(std::string_view label) {
    return std::any_of(c().controls.begin(), c().controls.end(),
                       [&](const ui::Control& control) { return control.label == label; });
  }

  std::unique_ptr<test::HeadlessWindow> window_;
};

// All rows are asked for, also those that are out of view, and none says anything before all of it is known.
TEST_F(WorstWakeups, SayWhoHadTheCpuOnlyWithoutInterrupts) {
  open("/v7-zstd-gcc/trace.dat");
  window_->show(ui::Tab::Scheduling);
  draw();
  ASSERT_GT(worst().size(), 64u) << "more than are asked for at a time";
  ui::WaitsAnswer& waits = c().memory.of<ui::WaitsAnswer>();
  size_t told = 0;
  for (const WakeupLatency& one : worst()) {
    const ui::WaitsAnswer::UsersText& users = waits.usersOf(c().session, one, true);
    EXPECT_TRUE(users.whole) << one.woken;
    told += users.full.empty() ? 0 : 1;
  }
  EXPECT_GT(told, 64u);

  ui::WaitsAnswer fresh;
  fresh.want(c().session, false);
  draw();
  ASSERT_TRUE(fresh.want(c().session, true));
  const ui::WaitsAnswer::UsersText& unknown = fresh.usersOf(c().session, worst().front(), true);
  EXPECT_FALSE(unknown.whole);
  EXPECT_EQ(unknown.brief + unknown.full, "");
}

TEST_F(WorstWakeups, EnterBringsItsRowIntoView) {
  open("/v7-zstd-gcc/trace.dat");
  window_->show(ui::Tab::Scheduling);
  draw();
  const auto far = std::find_if(worst().begin() + 40, worst().end(), [&](const WakeupLatency& one) {
    const std::string text = durationText(one.latency(), c().clock());
    return std::count_if(worst().begin(), worst().end(), [&](const WakeupLatency& other) {
             return durationText(other.latency(), c().clock()) == text;
           }) == 1;
  });
  ASSERT_NE(far, worst().end());
  const std::string text = durationText(far->latency(), c().clock());
  EXPECT_FALSE(shows(text));
  const std::vector<std::string> number{std::to_string(far - worst().begin() + 1)};
  ASSERT_TRUE(ui::latencyCommand(c(), number));
  draw();
  ASSERT_TRUE(c().schedulingView.latency);
  EXPECT_EQ(c().schedulingView.latency->woken, far->woken);
  EXPECT_TRUE(shows(text));
}

// A low window shows one list at a time: the one that has the row.
TEST_F(WorstWakeups, EnterOpensTheListInALowWindow) {
  open("/v7-zstd-gcc/trace.dat");
  window_->resize(700, 480);
  window_->show(ui::Tab::Scheduling);
  draw();
  ASSERT_TRUE(offers("Worst"));
  EXPECT_EQ(c().schedulingView.section, ui::SchedulingView::kThreads);
  const std::string first = durationText(worst().front().latency(), c().clock());
  window_->type("\n");
  draw();
  EXPECT_EQ(c().schedulingView.section, ui::SchedulingView::kWorst);
  EXPECT_TRUE(shows(first));
}

// Nothing moves where the track is in view already, so that is said.
TEST_F(WorstWakeups, AThreadThatIsInViewIsSaidToBe) {
  open("/v7-zstd-gcc/trace.dat");
  window_->show(ui::Tab::Scheduling);
  draw();
  const TrackId thread = c().scheduling.last()->threads.front().thread;
  c().reveal = thread;
  draw();
  c().notice.clear();
  c().reveal = thread;
  draw();
  EXPECT_TRUE(std::string(c().noticeNow()).starts_with("In view: the track of "));
}

// After U, the axis names the thread that waited: its track may be out of view.
TEST_F(WorstWakeups, TheRangeOfWhoUsedTheCpuNamesTheThread) {
  open("/v7-zstd-gcc/trace.dat");
  window_->show(ui::Tab::Scheduling);
  draw();
  window_->type("\n");
  draw();
  window_->type("u");
  draw();
  ASSERT_TRUE(c().range);
  const TrackTable& tracks = c().index().tracks();
  const WakeupLatency& one = *c().schedulingView.latency;
  EXPECT_TRUE(shows(durationText(one.latency(), c().clock()) + ", " + threadAndId(tracks, one.thread) + " waited"));
}

// What was lost during a wait is said once: by the sentence itself, if that is about nothing else.
TEST_F(WorstWakeups, LostRecordsAreSaidOnce) {
  open("/v7-stacktrace/trace.dat");
  auto graph = std::make_shared<WaitsQuestion>(false);
  c().session.ask(graph);
  window_->settle(0.1f);
  const TrackTable& tracks = c().index().tracks();
  size_t found = 0;
  for (TrackId state = 0; state < tracks.size() && found == 0; ++state) {
    if (tracks[state].key.kind != TrackKind::ThreadState) continue;
    const TrackId thread = ui::waitingThread(tracks, state);
    for (const PathSegment& one : criticalPath(*graph->graph(), thread, c().index().begin(), c().index().end())) {
      if (!saysLost(one) || one.thread != thread) continue;
      if (lostText(c().index(), thread, one.begin, one.end).empty()) continue;
      ++found;
      c().range = ui::MarkedRange(one.begin, one.end, {state});
      window_->show(ui::Tab::Why);
      draw();
      const std::string words = c().memory.of<ui::WhyAnswer>().words().text();
      const size_t first = words.find("lost");
      EXPECT_NE(first, std::string::npos) << words;
      EXPECT_EQ(words.find("lost", first + 1), std::string::npos) << words;
      break;
    }
  }
  EXPECT_EQ(found, 1u);
}

}  // namespace
}  // namespace tp
