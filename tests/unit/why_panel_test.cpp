// The Why panel: what it says of a wait, and that its figures add up to the range.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "core/analysis/known_states.h"
#include "core/io/local_files.h"
#include "core/session/scheduling/scheduling_question.h"
#include "core/trace/track_number.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/panels/thread_menu.h"
#include "ui/panels/why_panel.h"
#include "ui/view/context.h"
#include "ui/view/drawn_times.h"
#include "ui/view/waits_answer.h"
#include "ui/view/why_answer.h"

namespace tp {
namespace {

class WhyPanel : public testing::Test {
 protected:
  void SetUp() override {
    auto files = openLocalFiles({test::samplesPath("tracecmd") + "/v7-zstd-gcc/trace.dat"});
    ASSERT_TRUE(files);
    window_ = std::make_unique<test::HeadlessWindow>(*files);
    auto question = std::make_shared<SchedulingQuestion>(SchedulingScope{});
    c().session.ask(question);
    window_->settle(0.1f);
    worst_ = question->scheduling().worst;
    ASSERT_FALSE(worst_.empty());
  }
  ui::Context& c() { return window_->app().context(); }
  void select(TrackId track, Time time) {
    c().view.show(time - 20000, time + 20000);
    window_->settle(0.1f);
    ASSERT_TRUE(window_->app().goTo(track, time));
    draw();
  }
  void draw() {
    for (int i = 0; i < 8; ++i) window_->frame(0.016f);
    window_->settle(0.1f);
  }
  ui::WhyAnswer& answer() { return c().memory.of<ui::WhyAnswer>(); }

  std::unique_ptr<test::HeadlessWindow> window_;
  std::vector<WakeupLatency> worst_;
};

TEST_F(WhyPanel, SaysWhoUsedTheCpuThatAThreadWaitedFor) {
  const WakeupLatency& one = worst_.front();
  select(one.state, one.ran - 1);
  window_->type("y");
  draw();
  EXPECT_EQ(c().tab, ui::Tab::Why);
  const std::string words = answer().words().text();
  EXPECT_NE(words.find("waited "), std::string::npos) << words;
  EXPECT_NE(words.find("CPU "), std::string::npos) << words;
  const auto tables = ui::whyTables(c());
  ASSERT_EQ(tables.size(), 5u);
  EXPECT_EQ(tables[0].rows[1][1], words);
}

// The sentence, the list of the panel and the row among the worst wakeups have the same figures.
TEST_F(WhyPanel, SaysTheSameOfACpuInEachPlace) {
  const WakeupLatency& one = worst_.front();
  window_->show(ui::Tab::Scheduling);
  draw();
  const std::string row = c().memory.of<ui::WaitsAnswer>().usersOf(c().session, one, true).full;
  select(one.state, one.ran - 1);
  window_->show(ui::Tab::Why);
  draw();
  const std::string words = answer().words().text();
  EXPECT_NE(words.find(row), std::string::npos) << row << "\n" << words;
  EXPECT_NE(row.find("softirq RCU"), std::string::npos) << row;
  const auto tables = ui::whyTables(c());
  const auto list = std::find_if(tables.begin(), tables.end(),
                                 [](const ui::PanelTable& each) { return each.title.starts_with("Who had the CPU"); });
  ASSERT_NE(list, tables.end());
  ASSERT_FALSE(list->rows.empty());
  EXPECT_NE(words.find(" ran " + list->rows[0][0]), std::string::npos) << list->rows[0][0] << "\n" << words;
}

TEST_F(WhyPanel, WhatTheTimeWasAddsUpToTheRange) {
  const WakeupLatency& one = worst_.front();
  select(one.state, one.ran - 1);
  const Time from = c().index().begin(), to = c().index().end();
  c().range = ui::MarkedRange(from, to, {});
  window_->show(ui::Tab::Why);
  draw();
  Time sum = 0, end = from;
  for (const PathShare& share : answer().shares()) sum += share.time;
  EXPECT_EQ(sum, to - from);
  for (const PathSegment& segment : answer().path()) {
    EXPECT_EQ(segment.begin, end);
    end = segment.end;
  }
  EXPECT_EQ(end, to);
}

TEST_F(WhyPanel, ARangeThatIsMarkedOnAThreadIsAboutThatThread) {
  const TrackTable& tracks = c().index().tracks();
  const TrackId state = worst_.front().state, other = worst_.back().state;
  ASSERT_NE(tracks[state].parent, tracks[other].parent);
  c().range = ui::MarkedRange(worst_.front().woken, worst_.front().ran, {state});
  const auto subject = answer().subject(c(), c().index());
  ASSERT_TRUE(subject);
  EXPECT_EQ(subject->thread, tracks[state].parent);
  EXPECT_EQ(subject->to - subject->from, worst_.front().latency());
  c().range->tracks = {state, other};
  EXPECT_FALSE(answer().subject(c(), c().index()));
}

// What a row leads to is another state; the panel goes on about the first one.
TEST_F(WhyPanel, StaysWhileItsRowsAreFollowed) {
  const WakeupLatency& one = worst_.front();
  select(one.state, one.ran - 1);
  window_->show(ui::Tab::Why);
  draw();
  const auto before = answer().subject(c(), c().index());
  ASSERT_TRUE(before);
  c().goTo = answer().placeOf(c(), c().index(), worst_.back().state, worst_.back().ran);
  draw();
  EXPECT_EQ(c().selection->track, worst_.back().state);
  EXPECT_EQ(answer().subject(c(), c().index()), before);
  const auto other = std::find_if(worst_.begin(), worst_.end(), [&](const WakeupLatency& wait) {
    return wait.state != one.state && wait.state != worst_.back().state;
  });
  ASSERT_NE(other, worst_.end());
  select(other->state, other->ran - 1);
  EXPECT_NE(answer().subject(c(), c().index()), before);
}

// By keys, from the first part of the path to the next, back, and from the longest on.
TEST_F(WhyPanel, ThePathIsWalkedByKeys) {
  const WakeupLatency& one = worst_.front();
  select(one.state, one.ran - 1);
  c().range = ui::MarkedRange(c().index().begin(), c().index().end(), {});
  window_->show(ui::Tab::Why);
  draw();
  const auto whole = [&] { return std::vector<PathSegment>(answer().path().begin(), answer().path().end()); };
  const std::vector<PathSegment> path = whole();
  ASSERT_GT(path.size(), 3u);
  const auto expectAt = [&](uint32_t number) {
    draw();
    ASSERT_EQ(answer().chosen(), number);
    ASSERT_TRUE(c().selection);
    EXPECT_EQ(c().index().tracks()[c().selection->track].parent, path[number].thread);
    EXPECT_LE(c().selection->mark.begin, path[number].begin);
    EXPECT_GE(c().selection->mark.end, path[number].begin);
    EXPECT_EQ(whole(), path) << "the panel stays about its thread";
    const ui::VisibleTime view = ui::drawnTimes(c(), c().index(), path[number].thread);
    EXPECT_GE(view.toShare(path[number].begin), 0) << number;
    EXPECT_LE(view.toShare(path[number].end), 1) << number;
    EXPECT_GT(view.toShare(path[number].end) - view.toShare(path[number].begin), 0.009) << number;
  };
  ASSERT_TRUE(ui::whyCommand(c(), "path-next"));
  expectAt(0);
  ASSERT_TRUE(ui::whyCommand(c(), "path-next"));
  expectAt(1);
  ASSERT_TRUE(ui::whyCommand(c(), "path-previous"));
  expectAt(0);
  ASSERT_TRUE(ui::whyCommand(c(), "path-previous"));
  expectAt(0);
  answer().choose(answer().longest().front());
  ASSERT_TRUE(ui::whyCommand(c(), "path-longest"));
  expectAt(answer().longest()[1]);
}

// The wakeup chains are drawn in place of the causes, and are told to screen readers in any case.
TEST_F(WhyPanel, HasTheWakeupChains) {
  // A thread that others hold up: make waits for gcc.
  const auto one = std::find_if(worst_.begin(), worst_.end(), [&](const WakeupLatency& each) {
    return c().index().tracks()[each.thread].name == "gcc";
  });
  ASSERT_NE(one, worst_.end());
  select(one->state, one->ran - 1);
  c().range = ui::MarkedRange(c().index().begin(), c().index().end(), {});
  window_->show(ui::Tab::Why);
  ASSERT_TRUE(ui::whyCommand(c(), "why-chains"));
  draw();
  const WakeChains& chains = answer().chains();
  ASSERT_GT(chains.chains.size(), 1u);
  EXPECT_EQ(chains.chains.front().time, c().index().end() - c().index().begin());
  const auto tables = ui::whyTables(c());
  const auto table = std::find_if(tables.begin(), tables.end(),
                                  [](const ui::PanelTable& each) { return each.title == "Wakeup chains"; });
  ASSERT_NE(table, tables.end());
  EXPECT_EQ(table->rows.size(), std::min<size_t>(chains.chains.size(), ui::kMaxPanelRows));
  const std::string first = table->rows[0][2];
  const auto texts = window_->texts(0.1f);
  EXPECT_GE(std::count_if(texts.begin(), texts.end(), [&](const ui::DrawnText& each) { return each.text == first; }),
            1);
}

// The menu of a row among the worst wakeups leads to who used the CPU, and to the panel Why.
TEST_F(WhyPanel, IsInTheMenuOfALatency) {
  window_->show(ui::Tab::Scheduling);
  draw();
  const WakeupLatency& one = worst_[1];
  const auto choose = [&](const char* item) {
    ui::askLatencyMenu(c(), one);
    draw();
    EXPECT_TRUE(window_->press(item));
    draw();
    ASSERT_TRUE(c().selection);
    EXPECT_EQ(c().selection->track, one.state);
    EXPECT_EQ(c().selection->mark.end, one.ran);
  };
  choose("Why: what held the thread up");
  EXPECT_EQ(c().tab, ui::Tab::Why);
  const auto subject = answer().subject(c(), c().index());
  ASSERT_TRUE(subject);
  EXPECT_EQ(subject->thread, one.thread);
  EXPECT_EQ(subject->to, one.ran);
  // As the key U does.
  select(worst_.front().state, worst_.front().ran - 1);
  window_->show(ui::Tab::Scheduling);
  choose("Who used the CPU meanwhile");
  ASSERT_TRUE(c().range);
  EXPECT_EQ(c().range->second, one.ran);
  EXPECT_TRUE(c().range->covers(one.state));
  EXPECT_EQ(c().tab, ui::Tab::Scheduling);
}

// A low panel has some of the rows in view, and the rest by scrolling.
TEST_F(WhyPanel, HasRowsInALowWindow) {
  window_->resize(700, 480);
  const WakeupLatency& one = worst_.front();
  select(one.state, one.ran - 1);
  window_->show(ui::Tab::Why);
  draw();
  ASSERT_TRUE(window_->press("Who had the CPU"));
  draw();
  const CpuUse& cpus = answer().cpus(c().index());
  ASSERT_FALSE(cpus.users.empty());
  const std::string first = threadAndId(c().index().tracks(), cpus.users.front().thread);
  const auto texts = window_->texts(0.1f);
  const auto title = std::find_if(texts.begin(), texts.end(), [](const auto& each) { return each.text == "Causes"; });
  ASSERT_NE(title, texts.end());
  const auto row = std::find_if(texts.begin(), texts.end(), [&](const ui::DrawnText& each) {
    return each.at.y > title->at.y && each.text.find(first) == 0;
  });
  ASSERT_NE(row, texts.end());
  EXPECT_FALSE(row->clipped);
}

// A program's own thread has no track of states: its calls tell when it had no CPU.
TEST(WhyPanelOfOtherTraces, TellsOfAProgramsOwnThreads) {
  auto files = openLocalFiles({test::samplesPath("uftrace") + "/sched"});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  ui::Context& c = window.app().context();
  TrackId thread = kNoTrack;
  for (TrackId id = 0; id < c.index().tracks().size() && thread == kNoTrack; ++id)
    if (c.index().tracks()[id].key.kind == TrackKind::Thread) thread = id;
  ASSERT_NE(thread, kNoTrack);
  c.range = ui::MarkedRange(c.index().begin(), c.index().end(), {thread});
  window.show(ui::Tab::Why);
  window.settle(0.1f);
  for (int i = 0; i < 8; ++i) window.frame(0.016f);
  window.settle(0.1f);
  const auto tables = ui::whyTables(c);
  ASSERT_FALSE(tables.empty());
  EXPECT_NE(tables[0].rows[1][1].find("sleeping"), std::string::npos) << tables[0].rows[1][1];
}

TEST(WhyPanelOfOtherTraces, SaysWhichOfSeveralTracesHasNoStates) {
  auto files = openLocalFiles({test::dataPath("tracecmd/threads.dat"), test::dataPath("xray/fdr-v5.xray")});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  ui::Context& c = window.app().context();
  TrackId states = kNoTrack;
  for (TrackId id = 0; id < c.index().tracks().size(); ++id)
    if (c.index().tracks()[id].key.kind == TrackKind::ThreadState && c.index().tracks()[id].key.tid == 20) states = id;
  ASSERT_NE(states, kNoTrack);
  c.range = ui::MarkedRange(c.index().begin(), c.index().end(), {states});
  for (const ui::Tab tab : {ui::Tab::Why, ui::Tab::Scheduling}) {
    window.show(tab);
    window.settle(0.1f);
    const auto texts = window.texts(0.1f);
    EXPECT_TRUE(std::any_of(texts.begin(), texts.end(), [](const ui::DrawnText& one) {
      return one.text.find("fdr-v5.xray records no states") != std::string::npos;
    }));
  }
  const auto tables = ui::whyTables(c);
  ASSERT_FALSE(tables.empty());
  EXPECT_EQ(tables[0].rows.back()[0], "Notes");
}

// A thread that is chosen in the palette has what it did then selected, so that this is explained.
TEST_F(WhyPanel, IsAboutAThreadOfThePalette) {
  const TrackTable& tracks = c().index().tracks();
  const TrackId thread = tracks[worst_.front().state].parent;
  const Time time = worst_.front().ran - 1;
  c().view.show(time - 20000, time + 20000);
  window_->settle(0.1f);
  const std::vector<std::string> number{std::to_string(trackNumber(tracks[thread].key))};
  EXPECT_TRUE(window_->app().command("thread", number));
  draw();
  ASSERT_TRUE(c().selection);
  EXPECT_EQ(tracks[c().selection->track].parent, thread);
  window_->show(ui::Tab::Why);
  draw();
  const auto subject = answer().subject(c(), c().index());
  ASSERT_TRUE(subject);
  EXPECT_EQ(subject->thread, thread);
}

// One of the traces tells it by slices, another one not at all.
TEST(WhyPanelOfOtherTraces, NamesTheTraceWithoutStatesBesideOneWithSlicesForThem) {
  auto files = openLocalFiles({test::sourcePath("assets/samples/kitchen/data"), test::dataPath("tracecmd/calls.dat")});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  const TraceIndex& index = window.app().context().index();
  ASSERT_EQ(index.info().parts.size(), 2u);
  bool states = false;
  for (TrackId id = 0; id < index.tracks().size(); ++id)
    states = states || (index.tracks()[id].key.kind == TrackKind::ThreadState && index.tracks()[id].key.trace == 2);
  EXPECT_EQ(tracesWithoutStates(index).size(), states ? 0u : 1u);
}

TEST(WhyPanelOfOtherTraces, SaysWhyThereIsNothing) {
  auto files = openLocalFiles({test::samplesPath("uftrace") + "/fib-noevent"});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  window.show(ui::Tab::Why);
  const auto texts = window.texts(0.1f);
  EXPECT_TRUE(std::any_of(texts.begin(), texts.end(), [](const ui::DrawnText& one) {
    return one.text.find("does not tell when threads ran") != std::string::npos;
  }));
}

TEST_F(WhyPanel, APlaceThatTheFilterHidesLiftsTheFilter) {
  const WakeupLatency& one = worst_.front();
  c().view.show(one.woken, one.ran);
  ASSERT_TRUE(window_->app().command("track-filter", std::vector<std::string>{"zzz"}));
  draw();
  ASSERT_FALSE(c().layout.shown[one.state]);
  c().goTo = ui::Requests::Place{one.state, one.ran - 1, 0};
  draw();
  EXPECT_EQ(c().choice.filter, "");
  EXPECT_TRUE(c().layout.shown[one.state]);
  EXPECT_EQ(c().selection->track, one.state);
  // A filter that shows the place stays.
  const std::string filter = c().index().tracks()[c().index().tracks()[one.state].parent].name;
  ASSERT_TRUE(window_->app().command("track-filter", std::vector<std::string>{filter}));
  draw();
  c().goTo = ui::Requests::Place{one.state, one.ran - 1, 0};
  draw();
  EXPECT_EQ(c().choice.filter, filter);
}

TEST(WhyPanelJoined, AWaitIsToldByTheCallOfItsProgram) {
  auto files = openLocalFiles({test::dataPath("joint/kitchen.dat"), test::sourcePath("assets/samples/kitchen/data")});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  ui::Context& c = window.app().context();
  const TrackTable& tracks = c.index().tracks();
  TrackId state = kNoTrack;
  for (TrackId id = 0; id < tracks.size(); ++id)
    if (tracks[id].key.kind == TrackKind::ThreadState && tracks[id].key.tid == 4413 && tracks[id].key.trace == 1)
      state = id;
  ASSERT_NE(state, kNoTrack);
  const Time at = 16732777004463;
  c.view.show(at - 20000, at + 20000);
  window.settle(0.1f);
  ASSERT_TRUE(window.app().goTo(state, at + 1));
  window.show(ui::Tab::Why);
  const std::string words = c.memory.of<ui::WhyAnswer>().words().text();
  EXPECT_NE(words.find("in futex (in std::condition_variable::wait)"), std::string::npos) << words;
}

}  // namespace
}  // namespace tp
