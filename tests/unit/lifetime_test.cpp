// When threads were made and when they ended, and who made them: what records say, and of no other thread.
#include "core/trace/lifetime.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/io/local_files.h"
#include "core/kernel/thread_model.h"
#include "tests/support/opened_by.h"
#include "tests/support/samples.h"
#include "tests/support/sql_answers.h"

namespace tp {
namespace {

using Source = Lifetime::Source;

const std::string kKitchen = test::sourcePath("assets/samples/kitchen/data");

// Adds all in each order, some of them twice: what comes of it must not depend on that.
Lifetime sumOf(const std::vector<Lifetime>& told) {
  std::vector<size_t> order;
  for (size_t i = 0; i < told.size(); ++i) order.push_back(i);
  Lifetime first;
  for (const Lifetime& one : told) first.add(one);
  do {
    Lifetime sum;
    for (size_t i : order) sum.add(told[i]);
    EXPECT_FALSE(sum.add(told[order[0]]));
    EXPECT_EQ(sum, first);
  } while (std::next_permutation(order.begin(), order.end()));
  return first;
}

TEST(Lifetime, TheForkCountsMoreThanOtherRecords) {
  const Lifetime life =
      sumOf({Lifetime::madeAt(120, Source::Other, 7), Lifetime::madeAt(100, Source::Fork, 7), Lifetime::endedAt(900)});
  EXPECT_EQ(life.made(), 100);
  EXPECT_EQ(life.ended(), 900);
  EXPECT_EQ(life.maker(), 7);
  EXPECT_EQ(sumOf({Lifetime::madeAt(120, Source::Other)}).made(), 120);
  const Lifetime later = life.translated([](Time time) { return 2 * time + 1; });
  EXPECT_EQ(later.made(), 201);
  EXPECT_EQ(later.ended(), 1801);
  EXPECT_EQ(Lifetime().translated([](Time time) { return time + 1; }), Lifetime());
}

TEST(Lifetime, OfSeveralThreadsNothingIsTold) {
  for (const std::vector<Lifetime>& told :
       {std::vector{Lifetime::madeAt(100, Source::Fork), Lifetime::madeAt(200, Source::Fork)},
        std::vector{Lifetime::endedAt(100), Lifetime::endedAt(200), Lifetime::madeAt(50, Source::Fork)},
        std::vector{Lifetime::endedAt(100), Lifetime::madeAt(200, Source::Fork)},
        std::vector{Lifetime::endedAt(100), Lifetime::madeAt(50, Source::Fork), Lifetime::madeAt(200, Source::Other)},
        std::vector{Lifetime::madeAt(50, Source::Fork, 7), Lifetime::madeBy(8)},
        std::vector{Lifetime::madeAt(50, Source::Fork, 7), Lifetime::endedAt(100), Lifetime::another()}}) {
    const Lifetime life = sumOf(told);
    EXPECT_TRUE(life.several());
    EXPECT_FALSE(life.made() || life.ended() || life.maker());
  }
}

class ThreadLifetime : public testing::Test {
 protected:
  const Lifetime& lifeOf(int64_t tid) { return tracks_[threads_.of(tid).slices].life; }
  void switchTo(int64_t from, kernel::ThreadState left, int64_t to, Time time) {
    out_.clear();
    model_.begins(0, time);
    model_.switchTo(0, from, left, to, time, out_);
  }

  TrackTable tracks_;
  NameTable names_;
  kernel::ThreadTracks threads_{tracks_, "", [](int64_t) { return std::string_view(); }};
  kernel::ThreadModel model_{threads_, names_};
  RecordBatch out_;
};

// Its last switch says that a thread has ended: what runs later is another one with its id.
TEST_F(ThreadLifetime, WhatRunsAfterTheEndIsAnotherThread) {
  switchTo(-1, ThreadState::Idle, 5, 100);
  threads_.addLife(5, Lifetime::endedAt(150));
  switchTo(5, ThreadState::Dead, 6, 200);
  EXPECT_EQ(lifeOf(5).ended(), 150);
  switchTo(6, ThreadState::Sleeping, 5, 300);
  EXPECT_TRUE(lifeOf(5).several());
  EXPECT_FALSE(lifeOf(6).several());
}

TEST_F(ThreadLifetime, WhatRanBeforeTheForkIsAnotherThread) {
  switchTo(-1, ThreadState::Idle, 5, 100);
  switchTo(5, ThreadState::Sleeping, 6, 200);
  model_.born(model_.thread(5), 300, out_);
  EXPECT_TRUE(lifeOf(5).several());
  // A second buffer may tell of the same fork.
  model_.born(model_.thread(7), 400, out_);
  model_.born(model_.thread(7), 401, out_);
  EXPECT_FALSE(lifeOf(7).several());
}

// The rows of a query, a line each, without the titles.
std::string rowsOf(const std::vector<std::string>& traces, const std::string& sql, const JoinOptions& options = {}) {
  auto files = openLocalFiles(traces);
  EXPECT_TRUE(files);
  if (!files) return {};
  test::SqlAnswers answers(*files, options);
  const SqlResult result = answers.answer({1, sql, 0});
  EXPECT_EQ(result.stage(), SqlStage::Done) << result.error();
  std::string out;
  for (size_t row = 0; row < result.rows(); ++row) {
    for (size_t column = 0; column < result.columns().size(); ++column) {
      const Cell cell = result.cell(row, column);
      out += column > 0 ? " " : "";
      out += cell.kind == Cell::Kind::Null   ? "-"
             : cell.kind == Cell::Kind::Text ? std::string(cell.text)
                                             : std::to_string(cell.integer);
    }
    out += '\n';
  }
  return out;
}

constexpr const char* kTimes =
    "SELECT tid, start_ts, end_ts FROM thread WHERE start_ts IS NOT NULL OR end_ts IS NOT NULL ORDER BY tid";

// The numbers are those of the reference texts beside the traces.
TEST(ThreadTable, HasTheTimesOfForksAndExits) {
  EXPECT_EQ(rowsOf({test::samplesPath("tracecmd") + "/v7-zlib-syscalls/trace.dat"}, kTimes),
            "13691 - 2061398303769\n13692 - 2061397312711\n13693 2061311351317 2061355510012\n"
            "13694 2061358818891 2061364269285\n13695 2061366314135 2061396829415\n13696 - 2061396163535\n");
  EXPECT_EQ(rowsOf({kKitchen}, kTimes),
            "4411 - 16732777536333\n4413 16732776644573 16732777211623\n4414 16732776663883 16732777243443\n"
            "4415 16732776690903 16732777240113\n4416 16732776748353 16732777176533\n"
            "4417 16732776758313 16732776965053\n");
  // Its perf files are not there: the first calls of threads, which task.txt tells, are not when these were made.
  EXPECT_EQ(rowsOf({test::samplesPath("uftrace") + "/sched-kernel-event/uftrace.data"},
                   "SELECT count(*), count(start_ts), count(end_ts) FROM thread"),
            "5 1 0\n");
  EXPECT_EQ(rowsOf({test::dataPath("xray/fdr-v5.xray")}, kTimes), "");
}

TEST(ThreadTable, TimesLieOnTheAxisOfSeveralTraces) {
  const std::string other = test::samplesPath("tracecmd") + "/v7-zlib-syscalls/trace.dat";
  const std::string sinceDrawn =
      "SELECT tid, start_ts - first_ts, end_ts - last_ts FROM thread "
      "WHERE start_ts IS NOT NULL OR end_ts IS NOT NULL ORDER BY tid";
  JoinOptions shifted;
  shifted.setShift(2, 12345);
  for (const JoinOptions& options : {JoinOptions(), shifted})
    EXPECT_EQ(rowsOf({kKitchen, other}, sinceDrawn, options),
              rowsOf({kKitchen}, sinceDrawn) + rowsOf({other}, sinceDrawn));
}

TEST(ProcessTable, HasWhoForkedIt) {
  const std::string parents =
      "SELECT p.pid, q.pid FROM process AS p LEFT JOIN process AS q ON q.upid = p.parent_upid ORDER BY p.pid";
  EXPECT_EQ(rowsOf({test::samplesPath("uftrace") + "/forkexec/uftrace.data"}, parents),
            "2367 -\n2369 2367\n2370 2369\n2371 2367\n2391 2367\n2408 2367\n");
}

TEST(SchedTable, HasThePriorityOfEachSwitch) {
  EXPECT_EQ(rowsOf({test::dataPath("tracecmd/threads.dat")},
                   "SELECT count(*) > 0, count(priority) > 0, min(priority) >= -1, max(priority) <= 139 FROM sched"),
            "1 1 1 1\n");
  EXPECT_EQ(rowsOf({kKitchen}, "SELECT count(*) > 0, count(priority) FROM sched"), "1 0\n");
}

// Each worker tells what it has found, in whatever order it comes.
TEST(TrackTable, HasTheSameLifetimesOfAnyNumberOfWorkers) {
  for (const std::string& trace : {test::samplesPath("uftrace") + "/threads12/uftrace.data",
                                   test::samplesPath("tracecmd") + "/v7-zstd-gcc/trace.dat"}) {
    std::vector<std::vector<std::pair<TrackKey, Lifetime>>> found;
    test::openedBy1And3(trace, [&](test::LocalSession& local) {
      const TrackTable& tracks = local.session.index().tracks();
      auto& lives = found.emplace_back();
      for (TrackId id : tracks.byKey())
        if (tracks[id].life.made()) lives.emplace_back(tracks[id].key, tracks[id].life);
    });
    ASSERT_EQ(found.size(), 2u);
    EXPECT_GE(found[0].size(), 12u);
    EXPECT_EQ(found[0], found[1]);
  }
}

}  // namespace
}  // namespace tp
