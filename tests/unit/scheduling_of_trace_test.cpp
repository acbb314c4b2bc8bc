// Of traces that lie on one axis, one can be counted by itself: its figures are those of the trace without the others.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/export/scheduling_text.h"
#include "tests/support/samples.h"
#include "tests/support/scheduled_trace.h"

namespace tp {
namespace {

std::vector<std::string> figuresOf(const Scheduling& scheduling) {
  std::vector<std::string> out{std::to_string(scheduling.latencyCount), std::to_string(scheduling.latencySum),
                               std::to_string(scheduling.atMost), std::to_string(scheduling.uncertain)};
  for (const ThreadScheduling& one : scheduling.threads)
    out.push_back(std::to_string(one.in(ThreadState::Running)) + " " + std::to_string(one.switches));
  for (const DurationCount& one : scheduling.latencies.sorted())
    out.push_back(std::to_string(one.duration) + " x" + std::to_string(one.count));
  for (const CpuScheduling& one : scheduling.cpus) out.push_back(one.name() + " " + std::to_string(one.busy));
  return out;
}

TEST(SchedulingOfATrace, IsThatOfTheTraceByItself) {
  const std::vector<std::string> paths = {test::dataPath("tracecmd/v7-none.dat"),
                                          test::dataPath("tracecmd/threads.dat")};
  auto files = openLocalFiles(paths);
  ASSERT_TRUE(files);
  test::ScheduledTrace both(std::move(*files));
  const auto& parts = both.local.session.index().info().parts;
  ASSERT_EQ(parts.size(), paths.size());
  uint64_t sum = 0;
  for (size_t i = 0; i < paths.size(); ++i) {
    test::ScheduledTrace alone(paths[i]);
    SchedulingScope scope;
    scope.trace = parts[i].number;
    const auto expected = alone.ask(), found = both.ask(scope);
    EXPECT_EQ(figuresOf(found->scheduling()), figuresOf(expected->scheduling())) << paths[i];
    sum += found->scheduling().latencyCount;
    const TraceIndex& index = both.local.session.index();
    // Of a part of the time, too, nothing of the other trace is there.
    scope.begin = index.begin();
    scope.end = index.begin() + (index.end() - index.begin()) / 2;
    const auto part = both.ask(scope);
    for (const ThreadScheduling& one : part->scheduling().threads)
      EXPECT_EQ(index.tracks()[one.thread].key.trace, parts[i].number);
  }
  EXPECT_GT(sum, 0u);
  EXPECT_EQ(both.ask()->scheduling().latencyCount, sum);
}

// Counted in threads.txt beside the trace: each of its two threads wakes the other one once.
TEST(SchedulingReport, TellsThreadsByTheirIdsAndTraces) {
  test::ScheduledTrace alone(test::dataPath("tracecmd/threads.dat"));
  const std::string own = schedulingReport(alone.ask()->scheduling(), alone.local.session.index());
  for (const char* line : {" 1  app 20 -> helper 21\n", " 1  helper 21 -> app 20\n"})
    EXPECT_NE(own.find(line), std::string::npos) << line << own;
  EXPECT_NE(own.find("app 20, woken by helper 21\n"), std::string::npos) << own;

  auto files = openLocalFiles({test::dataPath("tracecmd/v7-none.dat"), test::dataPath("tracecmd/threads.dat")});
  ASSERT_TRUE(files);
  test::ScheduledTrace both(std::move(*files));
  const std::string report = schedulingReport(both.ask()->scheduling(), both.local.session.index());
  for (const char* line : {" 1  app 20 (threads.dat) -> helper 21 (threads.dat)\n", "  21  helper (threads.dat)\n",
                           "app 20 (threads.dat), woken by helper 21 (threads.dat)\n"})
    EXPECT_NE(report.find(line), std::string::npos) << line << report;
  EXPECT_EQ(report.find(",\n"), std::string::npos) << report;
}

}  // namespace
}  // namespace tp
