// The keys that lead from a thread to what woke it, and from there on.
#include <gtest/gtest.h>

#include "core/io/local_files.h"
#include "core/session/scheduling/scheduling_question.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/view/context.h"

namespace tp {
namespace {

// What the scheduler did in all of the window's trace.
std::shared_ptr<SchedulingQuestion> asked(test::HeadlessWindow& window) {
  auto question = std::make_shared<SchedulingQuestion>(SchedulingScope{});
  window.app().context().session.ask(question);
  window.settle(0.1f);
  return question;
}

TEST(Follow, GoesThroughTheInterruptThatWoke) {
  auto files = openLocalFiles({test::samplesPath("tracecmd") + "/v7-zstd-gcc/trace.dat"});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  ui::Context& c = window.app().context();
  const auto question = asked(window);
  const auto& worst = question->scheduling().worst;
  auto kindOf = [&] { return c.index().tracks()[c.selection->track].key.kind; };
  auto press = [&](const char* id) {
    window.app().command(id, {});
    for (int i = 0; i < 8; ++i) window.frame(0.016f);
    window.settle(0.1f);
  };
  auto named = std::find_if(worst.begin(), worst.end(), [](const WakeupLatency& one) {
    return one.context != WakeContext::Thread && one.handler != kNoName;
  });
  ASSERT_NE(named, worst.end());
  c.view.show(named->woken - 20000, named->ran + 20000);
  window.settle(0.1f);
  ASSERT_TRUE(window.app().goTo(named->state, named->ran));
  for (int i = 0; i < 8; ++i) window.frame(0.016f);
  press("follow-in");
  ASSERT_TRUE(c.selection.has_value());
  EXPECT_EQ(kindOf(), TrackKind::Cpu);
  EXPECT_EQ(c.selection->mark.name, named->handler);
  EXPECT_EQ(c.noticeNow(), "");
  press("follow-out");
  EXPECT_EQ(kindOf(), TrackKind::ThreadState);
  EXPECT_EQ(c.noticeNow(), "");
  // One whose beginning is not in the trace is no place.
  auto nameless = std::find_if(worst.begin(), worst.end(), [](const WakeupLatency& one) {
    return one.context == WakeContext::Irq && one.handler == kNoName;
  });
  ASSERT_NE(nameless, worst.end());
  c.view.show(nameless->woken - 20000, nameless->ran + 20000);
  window.settle(0.1f);
  ASSERT_TRUE(window.app().goTo(nameless->state, nameless->ran));
  for (int i = 0; i < 8; ++i) window.frame(0.016f);
  press("follow-in");
  EXPECT_EQ(kindOf(), TrackKind::ThreadState);
  EXPECT_NE(std::string(c.noticeNow()).find("hardirq"), std::string::npos) << c.noticeNow();
  press("follow-out");
  EXPECT_NE(std::string(c.noticeNow()).find("Its record woke nobody"), std::string::npos) << c.noticeNow();
}

// The waking ends a sleep, and begins the wait for a CPU: both lead to who woke.
TEST(Follow, GoesFromAStateAsleepOrBlockedToTheWaker) {
  auto files = openLocalFiles({test::samplesPath("tracecmd") + "/v7-zstd-gcc/trace.dat"});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  ui::Context& c = window.app().context();
  const auto question = asked(window);
  size_t byThread = 0, byInterrupt = 0;
  for (const WakeupLatency& one : question->scheduling().worst) {
    const bool thread = one.context == WakeContext::Thread && one.waker != kNoTrack;
    if (!thread && (one.context == WakeContext::Thread || one.handler == kNoName)) continue;
    size_t& tried = thread ? byThread : byInterrupt;
    if (tried == 3) continue;
    c.view.show(one.woken - 20000, one.ran + 20000);
    window.settle(0.1f);
    // What the thread did before its first record is not known.
    if (!window.app().goTo(one.state, one.woken - 1)) continue;
    for (int i = 0; i < 8; ++i) window.frame(0.016f);
    ASSERT_TRUE(c.selection.has_value());
    const std::string name(c.names.text(c.selection->mark.name));
    // It may have run until it was woken, or its sleep may have begun without a record.
    if (c.selection->mark.end != one.woken || (name != "sleeping" && name != "uninterruptible")) continue;
    ++tried;
    window.app().command("follow-in", {});
    for (int i = 0; i < 8; ++i) window.frame(0.016f);
    window.settle(0.1f);
    EXPECT_EQ(c.noticeNow(), "");
    const Track& track = c.index().tracks()[c.selection->track];
    EXPECT_EQ(track.key.kind, thread ? TrackKind::ThreadState : TrackKind::Cpu) << one.woken;
    if (thread) {
      EXPECT_EQ(track.key.tid, c.index().tracks()[one.waker].key.tid) << one.woken;
    } else {
      EXPECT_EQ(c.selection->mark.name, one.handler) << one.woken;
    }
    EXPECT_LE(c.selection->mark.begin, one.woken);
    EXPECT_GE(c.selection->mark.end, one.woken);
  }
  EXPECT_EQ(byThread, 3u);
  EXPECT_EQ(byInterrupt, 3u);
}

}  // namespace
}  // namespace tp
