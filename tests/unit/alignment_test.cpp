// Clocks of several traces on one axis.
#include "core/trace/alignment.h"

#include <gtest/gtest.h>

#include <limits>

namespace tp {
namespace {

constexpr Time kSecond = 1000000000;

TraceInfo traceOf(const char* clock, ClockKind kind, Time begin, Time end) {
  TraceInfo out;
  out.clock.name = clock;
  out.clock.kind = kind;
  out.begin = begin;
  out.end = end;
  return out;
}

TraceInfo tscOf(uint64_t hz, Time begin) {
  TraceInfo out = traceOf("TSC", ClockKind::Tsc, begin, begin + 1000);
  out.clock.isNs = false;
  out.clock.nsNum = hz > 0 ? kSecond : 0;
  out.clock.nsDen = hz > 0 ? hz : 1;
  return out;
}

TEST(Alignment, SameClockIsTheSameTime) {
  TraceInfo a = traceOf("mono", ClockKind::Monotonic, 100 * kSecond, 110 * kSecond);
  TraceInfo b = traceOf("mono", ClockKind::Monotonic, 105 * kSecond, 106 * kSecond);
  AxisAlignment axis = alignClocks({a, b});
  EXPECT_EQ(axis.clock.name, "mono");
  EXPECT_EQ(axis.traces[1].at(b.begin), b.begin);
  EXPECT_EQ(axis.traces[1].reason, "same clock: mono");
  EXPECT_EQ(axis.traces[1].sameClockAs, 0u);
}

TEST(Alignment, OnlyEqualClocksAgreeExactly) {
  const TraceInfo near = traceOf("local", ClockKind::Machine, 100 * kSecond, 110 * kSecond);
  const TraceInfo mono = traceOf("mono", ClockKind::Monotonic, 104 * kSecond, 106 * kSecond);
  const TraceInfo unknown = traceOf("", ClockKind::Unknown, 0, kSecond);
  const AxisAlignment axis = alignClocks({near, mono, unknown, mono, tscOf(2 * kSecond, 0), tscOf(0, 0)});
  std::vector<size_t> same;
  for (const Alignment& one : axis.traces) same.push_back(one.sameClockAs);
  EXPECT_EQ(same, (std::vector<size_t>{0, 1, 2, 1, 4, 4}));
}

TEST(Alignment, SameClockOfAnotherDayIsNot) {
  TraceInfo a = traceOf("mono", ClockKind::Monotonic, 100 * kSecond, 110 * kSecond);
  TraceInfo b = traceOf("mono", ClockKind::Monotonic, 90000 * kSecond, 90001 * kSecond);
  AxisAlignment axis = alignClocks({a, b});
  EXPECT_EQ(axis.traces[1].at(b.begin), a.begin);
  EXPECT_NE(axis.traces[1].reason.find("begins where the first does"), std::string::npos);
}

TEST(Alignment, DatesTellMachinesApart) {
  TraceInfo a = traceOf("mono", ClockKind::Monotonic, 100 * kSecond, 110 * kSecond);
  TraceInfo b = traceOf("mono", ClockKind::Monotonic, 105 * kSecond, 106 * kSecond);
  a.clock.hasWallOffset = b.clock.hasWallOffset = true;
  a.clock.wallOffsetNs = 1700000000 * kSecond;
  b.clock.wallOffsetNs = 1700000001 * kSecond;
  EXPECT_EQ(alignClocks({a, b}).traces[1].at(b.begin), b.begin) << "whole seconds";
  b.clock.wallOffsetNs = 1700000300 * kSecond;
  AxisAlignment axis = alignClocks({a, b});
  EXPECT_EQ(axis.traces[1].at(b.begin), b.begin + 300 * kSecond);
  EXPECT_EQ(axis.traces[1].reason, "by the time of day at which each began");
  EXPECT_TRUE(axis.clock.hasWallOffset);
  EXPECT_EQ(axis.clock.wallOffsetNs, a.clock.wallOffsetNs);
  b.clock.wallPrecisionNs = kSecond;
  EXPECT_EQ(alignClocks({a, b}).traces[1].reason, "by the time of day at which each began, to the second");
}

TEST(Alignment, DaysApartAreLaidTogether) {
  TraceInfo a = traceOf("TSC", ClockKind::Unknown, 100 * kSecond, 110 * kSecond);
  TraceInfo b = a;
  a.clock.hasWallOffset = b.clock.hasWallOffset = true;
  a.clock.wallOffsetNs = 1230000000 * kSecond;
  b.clock.wallOffsetNs = 1260000000 * kSecond;
  AxisAlignment axis = alignClocks({a, b});
  EXPECT_EQ(axis.traces[1].at(b.begin), a.begin);
  EXPECT_NE(axis.traces[1].reason.find("far apart"), std::string::npos);
}

TEST(Alignment, DateThatWasAddedIsTakenOff) {
  TraceInfo a = traceOf("mono", ClockKind::Monotonic, 100 * kSecond, 110 * kSecond);
  TraceInfo b = traceOf("mono", ClockKind::Monotonic, 1700000105 * kSecond, 1700000106 * kSecond);
  b.clock.kindOffset = 1700000000 * kSecond;
  b.clock.hasWallOffset = true;
  AxisAlignment axis = alignClocks({a, b});
  EXPECT_EQ(axis.traces[1].at(b.begin), 105 * kSecond);
  EXPECT_EQ(axis.traces[1].reason, "same clock: mono");
}

TEST(Alignment, ClocksOfTheMachineAreNear) {
  TraceInfo a = traceOf("mono", ClockKind::Monotonic, 100 * kSecond, 110 * kSecond);
  TraceInfo b = traceOf("local", ClockKind::Machine, 104 * kSecond, 106 * kSecond);
  AxisAlignment axis = alignClocks({a, b});
  EXPECT_EQ(axis.traces[1].at(b.begin), b.begin);
  EXPECT_NE(axis.traces[1].reason.find("local beside mono"), std::string::npos);
}

TEST(Alignment, CountsOfOneProcessor) {
  TraceInfo a = tscOf(2'900'000'000, 29'000'000'000);
  TraceInfo b = tscOf(0, 31'900'000'000);
  b.clock.name = "x86-tsc";
  AxisAlignment axis = alignClocks({a, b});
  EXPECT_TRUE(axis.clock.isNs);
  EXPECT_EQ(axis.traces[0].at(a.begin), 10 * kSecond);
  EXPECT_EQ(axis.traces[1].at(b.begin), 11 * kSecond);
  EXPECT_EQ(axis.traces[1].reason, "same counts of the processor, at 2.9 GHz");
}

TEST(Alignment, CountsOfOneClockStayCounts) {
  TraceInfo a = tscOf(2'900'000'000, 29'000'000'000);
  AxisAlignment axis = alignClocks({a, a});
  EXPECT_FALSE(axis.clock.isNs);
  EXPECT_EQ(axis.clock.nsDen, 2'900'000'000u);
  EXPECT_EQ(axis.traces[1].at(a.begin), a.begin);
}

// ns that the kernel made of the counts, and the counts of a program on the same machine.
TEST(Alignment, CountsBesideNsThatWereMadeOfThem) {
  TraceInfo kernel = traceOf("x86-tsc", ClockKind::Tsc, 10 * kSecond, 12 * kSecond);
  kernel.clock.tscNum = 1445000;  // of 2^22: 2.9026 GHz
  kernel.clock.tscDen = 1u << 22;
  TraceInfo log = tscOf(2'902'600'000, 0);
  log.begin = static_cast<Time>(11 * kSecond / 1445000.0 * (1u << 22));
  log.end = log.begin + 1000;
  for (bool first : {true, false}) {
    AxisAlignment axis = first ? alignClocks({kernel, log}) : alignClocks({log, kernel});
    EXPECT_NEAR(static_cast<double>(axis.traces[first ? 1 : 0].at(log.begin)), 11e9, 10);
    EXPECT_EQ(axis.traces[first ? 0 : 1].at(kernel.begin), kernel.begin);
  }
}

TEST(Alignment, AnotherProcessorIsNotTheSame) {
  TraceInfo a = tscOf(2'900'000'000, 29'000'000'000);
  TraceInfo b = tscOf(2'000'000'000, 4'000'000'000);
  AxisAlignment axis = alignClocks({a, b});
  EXPECT_EQ(axis.traces[1].at(b.begin), 10 * kSecond);
  EXPECT_EQ(axis.traces[1].at(b.begin + 2000), 10 * kSecond + 1000);
  EXPECT_NE(axis.traces[1].reason.find("begins where"), std::string::npos);
}

TEST(Alignment, ThirdByTheSecond) {
  TraceInfo a = traceOf("counter", ClockKind::Unknown, 5, 50);
  TraceInfo b = traceOf("mono", ClockKind::Monotonic, 100 * kSecond, 110 * kSecond);
  TraceInfo c = traceOf("mono", ClockKind::Monotonic, 103 * kSecond, 106 * kSecond);
  AxisAlignment axis = alignClocks({a, b, c});
  EXPECT_EQ(axis.traces[1].at(b.begin), 5);
  EXPECT_EQ(axis.traces[2].at(c.begin), 5 + 3 * kSecond);
}

TEST(Alignment, NothingOverflows) {
  constexpr Time kMax = std::numeric_limits<Time>::max(), kLeast = std::numeric_limits<Time>::min();
  for (Time time : {kLeast, Time{-1}, Time{0}, Time{1}, kMax}) {
    for (uint64_t num : {uint64_t{0}, uint64_t{1}, uint64_t{1000000000}, ~uint64_t{0}}) {
      for (uint64_t den : {uint64_t{0}, uint64_t{1}, uint64_t{3000000001}, ~uint64_t{0}}) {
        for (Time offset : {kLeast, Time{0}, kMax}) {
          Time at = Alignment{num, den, offset, {}}.at(time);
          EXPECT_EQ(at, clampTime(at));
        }
      }
    }
  }
  for (Time begin : {kLeast, kMax}) {
    TraceInfo a = traceOf("mono", ClockKind::Monotonic, begin, begin);
    TraceInfo b = tscOf(1, kMax - 2000);
    b.clock.hasWallOffset = a.clock.hasWallOffset = true;
    a.clock.wallOffsetNs = kLeast;
    b.clock.wallOffsetNs = kMax;
    a.clock.kindOffset = kMax;
    EXPECT_EQ(alignClocks({a, b, a}).traces.size(), 3u);
  }
  EXPECT_TRUE(alignClocks({}).traces.empty());
}

TEST(Alignment, KeepsTheOrder) {
  Alignment alignment{1000000000, 2899999997, 0, {}};
  Time before = std::numeric_limits<Time>::min();
  for (Time time = -1000; time < 1000; ++time) {
    EXPECT_GE(alignment.at(time), before);
    before = alignment.at(time);
  }
}

}  // namespace
}  // namespace tp
