// Which threads are idle, against the figures of scheduling; and the row into which they are folded.
#include "ui/view/idle_threads.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/io/local_files.h"
#include "core/session/scheduling/scheduling_question.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/timeline/track_commands.h"

namespace tp {
namespace {

const char* const kKernels[] = {"tracecmd/v6-sched-syscalls/trace.dat", "tracecmd/v7-none-sched/trace.dat",
                                "tracecmd/v7-zstd-gcc/trace.dat", "lttng/busy/data"};

std::string pathOf(const std::string& name) {
  return name.substr(0, 5) == "lttng" ? test::dataPath(name)
                                      : test::samplesPath("tracecmd") + name.substr(std::string("tracecmd").size());
}

// How long each thread ran, as the panel of scheduling and `tracepane sched` have it.
std::map<TrackId, Time> runningTimes(test::LocalSession& local) {
  auto question = std::make_shared<SchedulingQuestion>(SchedulingScope{});
  local.session.ask(question);
  local.finish();
  EXPECT_TRUE(question->done());
  std::map<TrackId, Time> times;
  for (const ThreadScheduling& one : question->scheduling().threads) times[one.thread] = one.in(ThreadState::Running);
  return times;
}

TEST(IdleThreads, HardlyRanByTheFiguresOfScheduling) {
  for (const char* name : kKernels) {
    auto files = openLocalFiles({pathOf(name)});
    if (!files) continue;
    SCOPED_TRACE(name);
    test::LocalSession local;
    local.open(*files);
    const TraceIndex& index = local.session.index();
    const std::vector<bool> idle = ui::idleThreads(index);
    const std::map<TrackId, Time> times = runningTimes(local);
    ASSERT_FALSE(times.empty());
    Time busiest = 0;
    for (const auto& [thread, time] : times) busiest = std::max(busiest, time);
    size_t folded = 0, missed = 0;
    for (TrackId id = 0; id < index.tracks().size(); ++id) {
      const auto time = times.find(id);
      const Time ran = time == times.end() ? 0 : time->second;
      EXPECT_TRUE(!idle[id] || ran * 1000 < busiest) << index.tracks()[id].name << " " << index.tracks()[id].key.tid;
      folded += idle[id] ? 1 : 0;
      missed += !idle[id] && time != times.end() && ran * 1000 < busiest ? 1 : 0;
    }
    EXPECT_GT(folded + missed, 0u);
    // Those whose states are too short to be told apart may be missed.
    EXPECT_LE(missed, folded / 4 + 1);
  }
}

TEST(IdleThreads, ThreadsWithoutStatesAreNot) {
  auto files = openLocalFiles({test::sourcePath("assets/samples/family/data")});
  ASSERT_TRUE(files);
  test::LocalSession local;
  local.open(*files);
  const std::vector<bool> idle = ui::idleThreads(local.session.index());
  EXPECT_EQ(std::count(idle.begin(), idle.end(), true), 0);
}

// A trace that is joined is still that of a whole machine: its idle threads are folded, and the busiest come first.
TEST(IdleThreads, AreFoldedBesideAProgram) {
  FileSet files = *openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
  {
    test::HeadlessWindow alone(files);
    EXPECT_FALSE(alone.app().context().index().info().traits.kernel);
    EXPECT_EQ(alone.app().context().choice.sort, ui::TrackSort::Recorded);
  }
  files.addDrop(*openLocalFiles({pathOf("lttng/busy/data")}));
  test::HeadlessWindow window(files);
  const ui::Context& c = window.app().context();
  ASSERT_EQ(c.index().info().parts.size(), 2u);
  EXPECT_TRUE(c.index().info().traits.kernel);
  EXPECT_EQ(c.choice.sort, ui::TrackSort::Activity);
  const auto& rows = c.layout.rows;
  EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [](const ui::Row& row) { return row.idle > 12 && row.collapsed; }));
}

class IdleRow : public testing::Test {
 protected:
  void SetUp() override {
    auto files = openLocalFiles({pathOf("lttng/busy/data")});
    ASSERT_TRUE(files);
    files_ = std::move(*files);
    window_ = std::make_unique<test::HeadlessWindow>(files_);
  }
  ui::Context& c() { return window_->app().context(); }
  const ui::Row* row() {
    for (const ui::Row& one : c().layout.rows)
      if (one.idle > 0) return &one;
    return nullptr;
  }
  // A thread that is folded.
  TrackId folded() {
    for (TrackId id = 0; id < c().layout.folded.size(); ++id)
      if (c().layout.folded[id] && c().index().tracks()[id].key.kind == TrackKind::Thread) return id;
    return kNoTrack;
  }
  bool run(std::string_view id, const std::vector<std::string>& args = {}) {
    const bool done = window_->app().command(id, args);
    window_->settle(0.1f);
    return done;
  }

  FileSet files_;
  std::unique_ptr<test::HeadlessWindow> window_;
};

TEST_F(IdleRow, IsTheLastAndOpens) {
  const ui::Row* idle = row();
  ASSERT_NE(idle, nullptr);
  EXPECT_TRUE(idle->collapsed);
  EXPECT_GT(idle->idle, 12u);
  EXPECT_EQ(idle, &c().layout.rows.back());
  const size_t rows = c().layout.rows.size();
  ASSERT_TRUE(run("idle-threads"));
  EXPECT_GE(c().layout.rows.size(), rows + 13);
  ASSERT_NE(row(), nullptr);
  EXPECT_FALSE(row()->collapsed);
  ASSERT_TRUE(run("idle-threads"));
  EXPECT_EQ(c().layout.rows.size(), rows);
}

TEST_F(IdleRow, ASelectionAFilterAndAnotherOrderShowThem) {
  const TrackId thread = folded();
  ASSERT_NE(thread, kNoTrack);
  window_->app().reveal(thread);
  window_->settle(0.1f);
  EXPECT_TRUE(c().choice.idleShown);
  EXPECT_FALSE(row()->collapsed);
  ASSERT_TRUE(run("idle-threads"));
  const size_t rows = c().layout.rows.size();
  ASSERT_TRUE(run("track-filter", {c().index().tracks()[thread].name}));
  EXPECT_EQ(row(), nullptr);
  EXPECT_TRUE(c().layout.shown[thread]);
  run("track-filter", {""});
  ASSERT_TRUE(run("sort", {"name"}));
  EXPECT_EQ(row(), nullptr);
  EXPECT_GT(c().layout.rows.size(), rows);
}

TEST_F(IdleRow, IsInLinks) {
  EXPECT_EQ(writeViewLink(window_->app().link()).find("idle="), std::string::npos);
  ASSERT_TRUE(run("idle-threads"));
  const std::string link = writeViewLink(window_->app().link());
  EXPECT_NE(link.find("idle=shown"), std::string::npos);
  ASSERT_TRUE(run("idle-threads"));
  window_->app().openLink(link);
  window_->settle(0.1f);
  EXPECT_TRUE(c().choice.idleShown);
}

}  // namespace
}  // namespace tp
