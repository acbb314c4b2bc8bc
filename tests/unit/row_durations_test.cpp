// How long what a record ends has lasted: states of threads, what LTTng's traces tell, and what a loss makes unknown.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "core/analysis/event_fields.h"
#include "core/session/search/search_question.h"
#include "tests/support/each_row.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

struct Sum {
  int count = 0, over60 = 0;  // us
  Time sum = 0, most = 0;

  void add(Time duration) {
    if (duration == Filter::kNoDuration) return;
    ++count;
    over60 += duration > 60'000;
    sum += duration;
    most = std::max(most, duration);
  }
};

// The figures are those of the text of `trace-cmd report -N -t`: from each switch to a thread to the next one away from
// it on the same CPU; from there, where it was left ready to run, or from its waking, to the next switch to it; and in
// between.
TEST(RowDurations, ThreadsRanWaitedAndSlept) {
  Sum ran, waited, slept;
  int ofOne = 0;
  test::eachTimedRow(test::samplesPath("tracecmd") + "/v7-zstd-gcc/trace.dat",
                     [&](const EventRow& row, const RowLasted& lasted) {
                       if (row.name == "sched_switch") {
                         ran.add(lasted.duration);
                         waited.add(lasted.waited);
                         ofOne += row.tid == 12668 && lasted.duration > 60'000;
                       } else {
                         EXPECT_EQ(lasted.waited, Filter::kNoDuration) << row.name;
                       }
                       if (row.name == "sched_waking") slept.add(lasted.duration);
                     });
  EXPECT_EQ(ran.count, 620);
  EXPECT_EQ(ran.over60, 355);
  EXPECT_EQ(ran.sum, 483'311'710);
  EXPECT_EQ(ran.most, 7'992'651);
  EXPECT_EQ(ofOne, 60);
  EXPECT_EQ(waited.count, 620);
  EXPECT_EQ(waited.over60, 295);
  EXPECT_EQ(waited.sum, 746'257'395);
  EXPECT_EQ(slept.count, 306);
  EXPECT_EQ(slept.over60, 234);
  EXPECT_EQ(slept.sum, 3'138'248'905);
}

// Of these, CPU 1 had not begun to record: the text of `trace-cmd report -N -t` has 92 of 765 sched_wakeup without the
// sched_waking before them, thread 15624 at 2149.669391386 among them. They began earlier.
TEST(RowDurations, AWakingOfWhichOnlyTheEndWasRecordedHasNone) {
  std::map<int64_t, bool> waking;  // by thread: sched_waking was recorded, and not sched_wakeup since
  int late = 0;
  bool seen = false;
  test::eachTimedRow(test::samplesPath("tracecmd") + "/lost-overwrite/trace.dat",
                     [&](const EventRow& row, const RowLasted& lasted) {
                       std::string_view pid;
                       if (row.name.starts_with("sched_wak") && findArg(row.args, "pid", pid)) {
                         bool& begun = waking[std::atoll(std::string(pid).c_str())];
                         if (row.name == "sched_wakeup" && !begun) {
                           ++late;
                           EXPECT_EQ(lasted.duration, Filter::kNoDuration) << row.time;
                         }
                         begun = row.name == "sched_waking";
                       }
                       if (row.name != "sched_switch" || row.time != 2149669392979) return;
                       EXPECT_EQ(lasted.waited, Filter::kNoDuration);
                       seen = true;
                     });
  EXPECT_EQ(late, 92);
  EXPECT_TRUE(seen);
}

// As its text says (tests/data/lttng/states/expected.txt): two calls of functions, of which the third's entry is not in
// the trace, two requests of blocks, of which the first was told twice, and three threads that ran. The thread that the
// dump found asleep did so since nobody knows when.
TEST(RowDurations, OfLttng) {
  std::multimap<std::string, Time> found;
  test::eachTimedRow(test::dataPath("lttng/states/data"), [&](const EventRow& row, const RowLasted& lasted) {
    if (lasted.duration != Filter::kNoDuration) found.emplace(row.name, lasted.duration);
    EXPECT_EQ(lasted.waited, Filter::kNoDuration) << row.name;
  });
  const std::multimap<std::string, Time> expected{{"userspace.function_exit", 2000}, {"userspace.function_exit", 9000},
                                                  {"block.rq_complete_fs", 3000},    {"block.rq_complete_fs", 6000},
                                                  {"kernel.sched_schedule", 14000},  {"kernel.sched_schedule", 3000},
                                                  {"kernel.sched_schedule", 1000}};
  EXPECT_EQ(found, expected);
}

// As many as the oracle pairs in the reference's text. Of those across a loss, or whose thread may have run where
// nothing is recorded, that is an upper bound.
TEST(RowDurations, OfSystemCallsThatHaveAnEnd) {
  for (auto [trace, calls] :
       {std::pair{"v7-zlib-syscalls", 19054}, {"lost-overwrite", 10635}, {"v6-sched-syscalls", 4244}}) {
    int known = 0;
    test::eachTimedRow(test::samplesPath("tracecmd") + "/" + trace + "/trace.dat",
                       [&](const EventRow& row, const RowLasted& lasted) {
                         known += row.name.starts_with("sys_exit") && lasted.duration != Filter::kNoDuration;
                       });
    EXPECT_EQ(known, calls) << trace;
  }
}

TEST(RowDurations, AFilterOfTheTableFindsThem) {
  auto files = openLocalFiles({test::samplesPath("tracecmd") + "/v7-zstd-gcc/trace.dat"});
  ASSERT_TRUE(files);
  for (uint32_t workers : {1u, 3u}) {
    test::LocalSession local(workers);
    local.open(*files);
    auto count = [&](const char* text) {
      auto question = std::make_shared<SearchQuestion>(JobKind::Filter, RowQuery{RowQuery::Kind::Filter, text});
      local.session.ask(question);
      local.finish();
      EXPECT_TRUE(question->unknownFields().empty()) << text;
      return question->count();
    };
    EXPECT_EQ(count("sched_switch && dur > 60us"), 355u);
    EXPECT_EQ(count("sched_switch && tid == 12668 && dur > 60us"), 60u);
    EXPECT_EQ(count("waited > 60us"), 295u);
    EXPECT_EQ(count("sched_waking: dur > 60us"), 234u);
    EXPECT_EQ(count("tid == 12668 && dur > 10min"), 0u);
    // What is asked for alone is what hits have.
    auto waited = std::make_shared<SearchQuestion>(JobKind::Filter,
                                                   RowQuery{RowQuery::Kind::Filter, "sched_switch && waited > 60us"});
    EXPECT_TRUE(waited->asksWaited());
    local.session.ask(waited);
    local.finish();
    EXPECT_EQ(waited->count(), 295u);
    for (const RowKey& key : waited->hits().slice(0, waited->hits().size()))
      EXPECT_GT(waited->hits().durationOf(key).value_or(0), 60'000);
    EXPECT_FALSE(
        SearchQuestion(JobKind::Filter, RowQuery{RowQuery::Kind::Filter, "waited > 1 && dur > 1"}).asksWaited());
  }
}

}  // namespace
}  // namespace tp
