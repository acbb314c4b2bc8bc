#include "core/trace/wall_text.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/io/local_files.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

std::string textOf(int64_t ns, int64_t offset = 0) {
  ClockInfo clock;
  clock.wallOffsetNs = offset;
  return wallText(ns, clock);
}

TEST(WallText, SaysTheTimeOfTheCalendar) {
  EXPECT_EQ(textOf(0), "1970-01-01 00:00:00.000000000 UTC");
  EXPECT_EQ(textOf(5, 1265823185123456784), "2010-02-10 17:33:05.123456789 UTC");
  EXPECT_EQ(textOf(951782400000000000), "2000-02-29 00:00:00.000000000 UTC");
}

TEST(WallText, ReachesBehindTheBeginningOfTheCount) {
  EXPECT_EQ(textOf(-1), "1969-12-31 23:59:59.999999999 UTC");
  EXPECT_EQ(textOf(-86400000000000), "1969-12-31 00:00:00.000000000 UTC");
}

TEST(WallText, ClaimsNoMoreThanIsKnown) {
  ClockInfo clock;
  clock.wallOffsetNs = 1265823185000000000;
  clock.wallPrecisionNs = 1000;
  EXPECT_EQ(wallText(123456789, clock), "2010-02-10 17:33:05.123456 UTC");
  EXPECT_EQ(wallNote(clock), ", to the microsecond");
  clock.wallPrecisionNs = 1000000000;
  EXPECT_EQ(wallText(123456789, clock), "2010-02-10 17:33:05 UTC");
  EXPECT_EQ(wallNote(clock), ", to the second");
  EXPECT_EQ(wallNote(ClockInfo()), "");
}

// As well as the formats keep when a recording began.
TEST(WallText, EachFormatSaysHowExactItIs) {
  for (const auto& [path, precision] : std::vector<std::pair<std::string, int64_t>>{
           {test::samplesPath("uftrace") + "/fib-plain/uftrace.data", 1000000000},
           {test::samplesPath("tracecmd") + "/date-v7/trace.dat", 1000},
           {test::dataPath("lttng/2.6-le/data"), 1000}}) {
    auto files = openLocalFiles({path});
    ASSERT_TRUE(files) << path;
    test::LocalSession local;
    local.open(*files);
    const ClockInfo& clock = local.session.index().info().clock;
    EXPECT_TRUE(clock.hasWallOffset) << path;
    EXPECT_EQ(clock.wallPrecisionNs, precision) << path;
  }
}

TEST(WallText, SaysWhereItEnds) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(textOf(kMax), "2262-04-11 23:47:16.854775807 UTC");
  EXPECT_EQ(textOf(kMax, 1), "unknown");
  EXPECT_EQ(textOf(-kMax - 1), "unknown");
}

}  // namespace
}  // namespace tp
