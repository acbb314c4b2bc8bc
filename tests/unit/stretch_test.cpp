// Where the times of a stretched trace are drawn, and what of that a link keeps.
#include "core/joint/stretch.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "core/link/link_side.h"
#include "core/link/moved_link.h"

namespace tp {
namespace {

constexpr Time kLeast = -(Time{1} << 62), kMost = (Time{1} << 62) - 1;

TEST(Stretch, BeginsAndEndsLieOnEachOther) {
  const Stretch stretch{2, {1000, 3000}, {-500, 3500}};
  EXPECT_EQ(factorOf(stretch), 2);
  EXPECT_EQ(toAxis(stretch, 1000), -500);
  EXPECT_EQ(toAxis(stretch, 3000), 3500);
  EXPECT_EQ(toAxis(stretch, 2000), 1500);
  EXPECT_EQ(toAxis(stretch, 0), -2500) << "what lies before goes on in proportion";
  EXPECT_EQ(fromAxis(stretch, -500), 1000);
  EXPECT_EQ(fromAxis(stretch, 5500), 4000);
}

TEST(Stretch, RoundsToTheNearestUnitAndHalvesUpwards) {
  const Stretch stretch{2, {0, 4}, {0, 2}};
  const Time expected[] = {-1, -1, 0, 0, 1, 1, 2, 2};  // of -3 to 4
  for (Time own = -3; own <= 4; ++own) EXPECT_EQ(toAxis(stretch, own), expected[own + 3]) << own;
}

TEST(Stretch, WhatIsDrawnWiderIsFoundAgain) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    const auto length = static_cast<Time>(1 + random() % 1'000'000'000);
    const auto begin = static_cast<Time>(random() % 1'000'000'000'000) - 500'000'000'000;
    const auto over = static_cast<Time>(random() % 1'000'000'000'000) - 500'000'000'000;
    const Stretch stretch{1, {begin, begin + length}, {over, over + length + static_cast<Time>(random() % 1'000'000)}};
    const Time time = begin + static_cast<Time>(random() % 2'000'000'000) - 1'000'000'000;
    ASSERT_EQ(fromAxis(stretch, toAxis(stretch, time)), time);
    const Stretch narrow{1, stretch.over, stretch.own};
    ASSERT_EQ(toAxis(narrow, fromAxis(narrow, time)), time);
  }
}

TEST(Stretch, ThatOfEqualRangesChangesNothing) {
  const Stretch same{1, {5, 9}, {5, 9}};
  EXPECT_TRUE(changesNothing(same));
  for (const Time time : {kLeast, Time{-1}, Time{0}, Time{123456789}, kMost}) {
    EXPECT_EQ(toAxis(same, time), time);
    EXPECT_EQ(fromAxis(same, time), time);
  }
  EXPECT_FALSE(changesNothing({1, {5, 9}, {6, 10}}));
}

TEST(Stretch, ExtremesAreLimited) {
  const Stretch widest{1, {0, 1}, {kLeast, kMost}};
  EXPECT_EQ(toAxis(widest, 0), kLeast);
  EXPECT_EQ(toAxis(widest, 1), kMost);
  EXPECT_EQ(toAxis(widest, kMost), kMost);
  EXPECT_EQ(toAxis(widest, kLeast), kLeast);
  EXPECT_EQ(toAxis(widest, std::numeric_limits<Time>::max()), kMost);
  EXPECT_EQ(toAxis(widest, std::numeric_limits<Time>::min()), kLeast);
  EXPECT_EQ(fromAxis(widest, kLeast), 0);
  EXPECT_EQ(fromAxis(widest, kMost), 1);
  const Stretch all{1, {kLeast, kMost}, {kLeast, kMost - 1}};
  EXPECT_EQ(toAxis(all, kMost), kMost - 1);
  EXPECT_EQ(toAxis(all, kLeast), kLeast);
}

TEST(Stretch, ARangeWithoutLengthIsNone) {
  EXPECT_TRUE(isStretch({1, {0, 1}, {0, 1}}));
  EXPECT_FALSE(isStretch({1, {0, 0}, {0, 1}}));
  EXPECT_FALSE(isStretch({1, {0, 1}, {2, 1}}));
  EXPECT_FALSE(isStretch({1, {0, std::numeric_limits<Time>::max()}, {0, 1}}));
}

TEST(Stretch, GoesAlongWhenItsTraceIsShifted) {
  const Stretch stretch{2, {1000, 3000}, {-500, 3500}};
  const Stretch later = moved(stretch, 70);
  for (const Time time : {-100, 0, 1234, 99999}) EXPECT_EQ(toAxis(later, time + 70), toAxis(stretch, time) + 70);
  EXPECT_EQ(moved(later, -70), stretch);
}

TEST(Stretch, IsReadFromALinkAsItWasWritten) {
  ViewLink link;
  link.stretches = {0x1f, {{2, {0, 10}, {-5, 25}}, {3, {1, 2}, {3, 4}}}};
  EXPECT_EQ(stretchesText(link.stretches), "1f;2,0,10,-5,25;3,1,2,3,4");
  EXPECT_EQ(readViewLink(writeViewLink(link)).stretches, link.stretches);
  EXPECT_EQ(stretchesText({}), "");
  moveTimes(link, 100);
  EXPECT_EQ(stretchesText(link.stretches), "1f;2,100,110,95,125;3,101,102,103,104");
  forgetNames(link);
  EXPECT_EQ(link.stretches.traces.size(), 2u);
}

TEST(Stretch, WhatIsMalformedInALinkIsLeftOut) {
  const LinkStretches read = readStretches(
      "1f;2,0,10,0,20;3;4,0,0,1,2;5,0,1,2,1;6,a,1,2,3;7,0,1,2;8,0,1,2,3,4;9,0,9223372036854775807,0,1;10,1,2,3,4");
  EXPECT_EQ(read.of, 0x1fu);
  ASSERT_EQ(read.traces.size(), 2u);
  EXPECT_EQ(read.traces[1].trace, 10u);
  EXPECT_TRUE(readStretches("").traces.empty());
  EXPECT_TRUE(readStretches(";2,0,10,0,20").traces.empty());
  std::string many = "1";
  for (int i = 1; i < 100; ++i) many += ";" + std::to_string(i) + ",0,1,0,2";
  EXPECT_EQ(readStretches(many).traces.size(), 32u);
}

}  // namespace
}  // namespace tp
