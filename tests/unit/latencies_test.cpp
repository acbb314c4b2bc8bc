// Latencies that are asked for by length and by thread: as many as are counted, and those that are.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "core/session/scheduling/scheduling_question.h"
#include "tests/support/each_trace.h"
#include "tests/support/opened_by.h"

namespace tp {
namespace {

class Latencies : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Each, Latencies, testing::ValuesIn(test::eachTrace(2)), test::traceTestName);

std::shared_ptr<SchedulingQuestion> ask(test::LocalSession& local, const LatencyFilter& filter = {}) {
  auto question = std::make_shared<SchedulingQuestion>(SchedulingScope{}, filter);
  local.session.ask(question);
  local.finish();
  return question;
}

void expectListed(const Scheduling& found, uint64_t count) {
  EXPECT_EQ(found.filteredCount, count);
  EXPECT_EQ(found.filtered.size(), std::min<uint64_t>(count, Scheduling::kWorst));
  for (const WakeupLatency& one : found.filtered) EXPECT_TRUE(found.filter.passes(one));
  for (size_t i = 1; i < found.filtered.size(); ++i)
    EXPECT_GE(found.filtered[i - 1].latency(), found.filtered[i].latency());
}

TEST_P(Latencies, OfALengthAreThoseOfTheBars) {
  test::openedBy1And3(GetParam(), [&](test::LocalSession& local) {
    const auto whole = ask(local);
    EXPECT_EQ(whole->scheduling().filteredCount, 0u);
    const auto durations = whole->scheduling().latencies.sorted();
    constexpr size_t kParts = 4;
    for (size_t part = 0; part < kParts; ++part) {
      const size_t first = part * durations.size() / kParts, end = (part + 1) * durations.size() / kParts;
      if (first == end) continue;
      uint64_t count = 0;
      for (size_t i = first; i < end; ++i) count += durations[i].count;
      const auto chosen =
          ask(local, {.shortest = whole->scheduling().latencies.alike(durations[first].duration).first,
                      .longest = whole->scheduling().latencies.alike(durations[end - 1].duration).second});
      expectListed(chosen->scheduling(), count);
      EXPECT_EQ(chosen->scheduling().latencyCount, whole->scheduling().latencyCount) << "all others are counted, too";
    }
  });
}

TEST_P(Latencies, OfAThreadAreThoseOfItsRow) {
  test::openedBy1And3(GetParam(), [&](test::LocalSession& local) {
    const auto whole = ask(local);
    size_t asked = 0;
    for (const ThreadScheduling& thread : whole->scheduling().threads) {
      if (thread.latencies == 0 || ++asked > 8) continue;
      const auto one = ask(local, {.thread = thread.thread});
      expectListed(one->scheduling(), thread.latencies);
      ASSERT_FALSE(one->scheduling().filtered.empty());
      EXPECT_EQ(one->scheduling().filtered.front().latency(), thread.latencyMax);
    }
  });
}

}  // namespace
}  // namespace tp
