// States of a kernel's threads, from single events.
#include "core/kernel/thread_model.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/kernel/thread_tracks.h"

namespace tp::kernel {
namespace {

class ThreadModelTest : public testing::Test {
 protected:
  ThreadModelTest() { model_.expectWakings(); }

  void switchTo(int64_t from, ThreadState left, int64_t to, Time time) {
    model_.begins(kCpu, time);
    model_.switchTo(kCpu, from, left, to, time, out_);
  }
  void lose(Time last) {
    model_.lost(kCpu, last, out_);
    while (model_.hasUnsettled()) model_.settleSome(out_);
  }
  void wake(int64_t tid, Time time) {
    model_.wake(model_.thread(tid), {}, time, out_, kCpu, ThreadModel::Waking::Begun);
  }
  ptrdiff_t uncertain() const {
    return std::count_if(out_.records.begin(), out_.records.begin() + out_.count,
                         [](const Record& record) { return record.beforeUnknown(); });
  }

  static constexpr uint32_t kCpu = 0;
  TrackTable tracks_;
  NameTable names_;
  ThreadTracks threads_{tracks_, "", [](int64_t) { return std::string_view(); }};
  ThreadModel model_{threads_, names_};
  RecordBatch out_;
};

TEST_F(ThreadModelTest, AWakingMakesTheOneBeforeUncertain) {
  switchTo(-1, ThreadState::Idle, 1, 100);
  wake(2, 200);
  lose(300);
  wake(2, 400);
  EXPECT_EQ(uncertain(), 1);
}

TEST_F(ThreadModelTest, APreemptionIsNoWakingBefore) {
  switchTo(-1, ThreadState::Idle, 2, 100);
  switchTo(2, ThreadState::Runnable, 1, 200);
  lose(300);
  wake(2, 400);
  EXPECT_EQ(uncertain(), 0);
}

// Whether the records of a thread that got a CPU say that it waited so long at most.
TEST_F(ThreadModelTest, WhoWaitedWhileAnotherCpuWasNotRecordedMayHaveRunThere) {
  constexpr uint32_t kOther = 1;
  const auto atMost = [this] {
    const bool told = StateRecord(out_.last()).waitIsAtMost();
    out_.clear();
    return told;
  };
  model_.expectCpu(kCpu);
  model_.expectCpu(kOther);
  switchTo(-1, ThreadState::Idle, 1, 100);
  wake(2, 200);
  switchTo(1, ThreadState::Sleeping, 2, 250);
  EXPECT_TRUE(atMost());  // the other CPU has not begun
  wake(1, 260);
  model_.begins(kOther, 270);
  switchTo(2, ThreadState::Sleeping, 1, 280);
  EXPECT_TRUE(atMost());  // it began in between
  wake(2, 290);
  switchTo(1, ThreadState::Sleeping, 2, 300);
  EXPECT_FALSE(atMost());
  wake(1, 310);
  model_.lost(kOther, 320, out_);
  model_.begins(kOther, 330);
  switchTo(2, ThreadState::Sleeping, 1, 340);
  EXPECT_TRUE(atMost());  // it lost records in between
  wake(2, 350);
  // What a checkpoint keeps goes on.
  WireWriter saved;
  saved(model_);
  model_.lost(kOther, 360, out_);
  switchTo(1, ThreadState::Sleeping, 2, 370);
  EXPECT_TRUE(atMost());  // it has ended
  const std::vector<std::byte> message = saved.take();
  WireReader reader(message);
  reader(model_);
  EXPECT_FALSE(reader.failed());
  switchTo(1, ThreadState::Sleeping, 2, 370);
  EXPECT_FALSE(atMost());
}

// For how long another CPU was not recorded during states without a CPU.
TEST_F(ThreadModelTest, AStateSaysForHowLongAnotherCpuWasNotRecorded) {
  constexpr uint32_t kOther = 1;
  const auto silent = [this] {
    Time sum = 0;
    for (const Record& record : Records(out_)) sum += StateRecord(record).silent();
    out_.clear();
    return sum;
  };
  model_.expectCpu(kCpu);
  model_.expectCpu(kOther);
  switchTo(-1, ThreadState::Idle, 1, 100);
  model_.starts(100);
  switchTo(1, ThreadState::Sleeping, 2, 200);
  model_.begins(kOther, 230);
  model_.lost(kOther, 250, out_);
  model_.begins(kOther, 290);
  wake(1, 300);
  EXPECT_EQ(silent(), 30 + 40);
  switchTo(2, ThreadState::Sleeping, 1, 310);
  EXPECT_EQ(silent(), 0);
  model_.lost(kOther, 320, out_);
  // Where thread 2 ran last is recorded all the while, so it has slept.
  model_.ranOn(model_.thread(2), kCpu, 350, out_);
  wake(2, 350);
  EXPECT_EQ(silent(), 0);
  switchTo(1, ThreadState::Sleeping, 2, 360);
  EXPECT_EQ(silent(), 10);
  model_.ends(400);
  EXPECT_TRUE(model_.tellSilent(400, out_));
  EXPECT_EQ(silent(), 40);  // thread 1
  EXPECT_TRUE(model_.tellSilent(400, out_));
  EXPECT_EQ(silent(), 0);
}

}  // namespace
}  // namespace tp::kernel
