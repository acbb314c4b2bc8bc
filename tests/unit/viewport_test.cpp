#include "ui/view/viewport.h"

#include <gtest/gtest.h>

#include "ui/base/time_text.h"
#include "ui/timeline/axis.h"
#include "ui/view/slice_label.h"

namespace tp::ui {
namespace {

constexpr Time kLate = Time{1} << 60;  // times since 1970 are about this large

TEST(Viewport, ShowsEverythingUntilItIsMoved) {
  Viewport view;
  view.setWhole(kLate, kLate + 1000000);
  EXPECT_EQ(view.beginTime(), kLate);
  EXPECT_EQ(view.endTime(), kLate + 1000001);
  view.setWhole(kLate, kLate + 2000000);
  EXPECT_EQ(view.endTime(), kLate + 2000001);
}

TEST(Viewport, ReachesBeyondTheTraceWhereItIsToldTo) {
  Viewport view;
  view.setWhole(kLate, kLate + 1000);
  view.show(kLate - 3000, kLate + 1000);
  view.jump();
  EXPECT_GT(view.beginTime(), kLate - 1000) << "it keeps a part of the trace in view";
  view.reach(kLate - 3000, kLate + 500);
  view.show(kLate - 3000, kLate + 1000);
  view.jump();
  EXPECT_EQ(view.beginTime(), kLate - 3000);
  EXPECT_EQ(view.endTime(), kLate + 1001);
  view.showAll();
  view.jump();
  EXPECT_EQ(view.beginTime(), kLate) << "the trace is still all";
}

TEST(Viewport, ZoomKeepsTheTimeUnderThePointer) {
  Viewport view;
  view.setWhole(kLate, kLate + 1000000);
  for (int i = 0; i < 10; ++i) {
    Time before = view.toTime(0.25);
    view.zoom(0.5, 0.25);
    view.animate(i);
    view.animate(i + 0.9);
    EXPECT_NEAR(static_cast<double>(view.toTime(0.25) - before), 0, 1.5);
  }
  EXPECT_LT(view.now().length(), 1000);
}

TEST(Viewport, CentredPlacesNearTheEndsShowLittleBesideThem) {
  Viewport view;
  view.setEased(false);
  view.setWhole(kLate, kLate + 1000000);
  view.centre(kLate + 10);
  view.jump();
  EXPECT_GE(view.beginTime(), kLate - 30000);
  view.show(kLate + 400000, kLate + 500000);
  view.centre(kLate + 999000);
  view.jump();
  EXPECT_LE(view.endTime(), kLate + 1003000);
  view.centre(kLate + 300000);
  view.jump();
  EXPECT_NEAR(static_cast<double>(view.toTime(0.5) - kLate), 300000, 2);
}

// A held key asks for more at every frame; the picture must move meanwhile.
TEST(Viewport, HeldKeysMoveThePicture) {
  Viewport view;
  view.setWhole(0, 1000000);
  double before = view.now().length();
  for (int frame = 0; frame < 30; ++frame) {
    view.zoom(0.95, 0.5);
    view.animate(frame * 0.016);
  }
  EXPECT_LT(view.now().length(), before / 2);
}

TEST(Viewport, NeverLosesTheTrace) {
  Viewport view;
  view.setWhole(0, 1000);
  for (int i = 0; i < 50; ++i) view.drag(0.5);
  EXPECT_LT(view.now().begin, 1000);
  for (int i = 0; i < 50; ++i) view.zoom(2, 0.5);
  view.animate(0);
  view.animate(1);
  EXPECT_LE(view.now().length(), 1051);
}

TEST(Viewport, EarlierDataDoNotMoveThePicture) {
  Viewport view;
  view.setWhole(1000, 2000);
  view.show(1200, 1300);
  view.animate(0);
  view.animate(1);
  Time at = view.beginTime();
  view.setWhole(500, 2000);
  EXPECT_EQ(view.beginTime(), at);
}

TEST(Axis, StepsAreOneTwoOrFive) {
  Viewport view;
  view.setWhole(0, 1000000);
  ClockInfo ns;
  std::vector<Tick> ticks = makeTicks(view, ns, view.base(), 0.1);
  ASSERT_GE(ticks.size(), 5u);
  EXPECT_EQ(ticks[1].label, "0.1 ms");
  EXPECT_NEAR(ticks[1].share, 0.1, 1e-6);
}

TEST(Axis, LabelsCountFromWhereTheWholeBegins) {
  Viewport view;
  view.setWhole(5000000000, 6000000000);
  ClockInfo ns;
  std::vector<Tick> ticks = makeTicks(view, ns, 2900000000, 0.1);
  ASSERT_GE(ticks.size(), 5u);
  EXPECT_EQ(ticks[0].label, "2.1 s");
  EXPECT_NEAR(ticks[0].share, 0, 1e-6);
  EXPECT_EQ(ticks[4].label, "2.5 s");
  EXPECT_NEAR(ticks[4].share, 0.4, 1e-6);
}

TEST(Axis, TimesOnTheClockAreExact) {
  Viewport view;
  view.setWhole(16732760174391, 16732760174491);
  ClockInfo ns;
  std::vector<Tick> ticks = axisTicks(view, ns, view.base(), AxisTimes::Clock, 1000);
  ASSERT_GE(ticks.size(), 3u);
  EXPECT_EQ(ticks[0].label, "16732.76017440");
  EXPECT_NEAR(ticks[0].share, 0.09, 1e-6);
  EXPECT_EQ(ticks[1].label, "16732.76017442");
}

TEST(Axis, TimesBeforeTheClocksZeroAreNegative) {
  Viewport view;
  view.setWhole(-3000000000, 3000000000);
  ClockInfo ns;
  std::vector<Tick> ticks = axisTicks(view, ns, view.base(), AxisTimes::Clock, 700);
  ASSERT_GE(ticks.size(), 3u);
  EXPECT_EQ(ticks[0].label, "-2");
  EXPECT_EQ(ticks[1].label, "0");
}

TEST(Axis, TimesOfTheDayWhereTheTraceKnowsThem) {
  Viewport view;
  view.setWhole(5000000000, 6000000000);
  ClockInfo clock;
  EXPECT_FALSE(knowsTimes(clock, AxisTimes::Wall));
  EXPECT_EQ(axisTicks(view, clock, view.base(), AxisTimes::Wall, 800)[0].label, "0.0 s") << "then from the beginning";
  clock.hasWallOffset = true;
  clock.wallOffsetNs = 1265823180000000000;  // 2010-02-10 17:33 UTC
  EXPECT_EQ(axisTicks(view, clock, view.base(), AxisTimes::Wall, 800)[1].label, "17:33:05.2");
  clock.wallPrecisionNs = 1000000000;
  EXPECT_EQ(axisTicks(view, clock, view.base(), AxisTimes::Wall, 800)[1].label, "~17:33:05.2");
}

TEST(TimeText, UnitsAndDigits) {
  ClockInfo ns;
  EXPECT_EQ(durationText(870, ns), "870 ns");
  EXPECT_EQ(durationText(1234567, ns), "1.23 ms");
  EXPECT_EQ(durationText(12345678901, ns), "12.3 s");
  EXPECT_EQ(exactText(1234567, ns), "1 234 567 ns");
  EXPECT_EQ(exactText(-1234, ns), "-1 234 ns");
  ClockInfo counts;
  counts.name = "x86-tsc";
  counts.isNs = false;
  counts.nsNum = 0;
  EXPECT_EQ(durationText(1234567, counts), "1 234 567");
  EXPECT_EQ(bytesText(1600000000), "1.60 GB");
}

TEST(TimeText, BoundsStayBounds) {
  ClockInfo ns;
  EXPECT_EQ(durationText(110700000, ns, Bound::AtLeast), "\u2265110 ms");
  EXPECT_EQ(durationText(15643, ns, Bound::AtMost), "\u226415.7 \u00b5s");
  EXPECT_EQ(durationText(1240000, ns, Bound::AtMost), "\u22641.24 ms") << "exact";
  EXPECT_EQ(durationText(870, ns, Bound::AtMost), "\u2264870 ns");
  EXPECT_EQ(percentText(1, 3), "33.3 %");
  EXPECT_EQ(percentText(1, 3, Bound::AtMost), "\u226433.4 %");
  EXPECT_EQ(percentText(2, 3, Bound::AtLeast), "\u226566.6 %");
  EXPECT_EQ(percentText(1, 2, Bound::AtMost), "\u226450.0 %") << "exact";
  EXPECT_EQ(percentText(1, 0), "0.0 %");
}

TEST(SliceLabel, FitsOrIsLeftOut) {
  EXPECT_EQ(fitName("main", 2), "");
  EXPECT_EQ(fitName("main", 4), "main");
  EXPECT_EQ(fitName("parse_expression", 5), "pars\u2026");
  EXPECT_EQ(fitName("kitchen::oven::known", 12), "\u2026::known");
  EXPECT_EQ(fitName("kitchen::oven::known", 6), "known");
  EXPECT_EQ(fitName("kitchen::oven::known", 4), "kno\u2026");
  EXPECT_EQ(fitName("kitchen::oven::known", 14), "\u2026::oven::known");
  EXPECT_EQ(fitName("int kitchen::logged(long)", 16), "kitchen::logged");
  EXPECT_EQ(fitName("std::vector<int, std::allocator<int>>::push_back", 13), "\u2026::push_back");
  // What is in brackets before its parameters is of its arguments.
  EXPECT_EQ(fitName("void std::vector<int>::grow<void (&)()>(a::iterator<int*>, void (&)())", 20), "std::vector::grow");
  EXPECT_EQ(fitName("waits (for disk)", 8), "waits (\u2026");
  EXPECT_EQ(fitName("std::vector<int, std::allocator<int>>::push_back", 26), "std::vector<\u2026>::push_back");
  EXPECT_EQ(fitName("h\u00e9llo w\u00f6rld", 5), "h\u00e9ll\u2026");
}

}  // namespace
}  // namespace tp::ui
