// Wakings out of interrupts whose own events were not recorded, and that of what they called were.
#include <gtest/gtest.h>

#include "core/trace/tracks.h"
#include "tests/support/samples.h"
#include "tests/support/scheduled_trace.h"

namespace tp {
namespace {

// trace-cmd report has 14 sched_waking in hardirq context between hrtimer_expire_entry of hrtimer_wakeup and its
// hrtimer_expire_exit, on the same CPU.
TEST(Scheduling, TheFunctionOfATimerIsWhoWokeAThread) {
  test::ScheduledTrace sample(test::samplesPath("tracecmd") + "/v7-zstd-gcc/trace.dat");
  ASSERT_TRUE(sample.found);
  const Scheduling found = sample.ask()->scheduling();
  const NameTable& names = sample.local.session.index().names();
  uint64_t timers = 0, handlers = 0;
  for (const Waking& one : found.wakings) {
    if (one.context != WakeContext::Irq) continue;
    timers += names.view(one.handler) == "hrtimer_wakeup" ? one.count : 0;
    handlers += one.handler != kNoName && names.view(one.handler) != "hrtimer_wakeup" ? one.count : 0;
  }
  EXPECT_EQ(timers, 14u);
  EXPECT_EQ(handlers, 13u) << "those within irq_handler_entry";
}

}  // namespace
}  // namespace tp
