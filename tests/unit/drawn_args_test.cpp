// The arguments of what is drawn are the same however much of them is kept.
#include "core/tables/drawn_args.h"

#include <gtest/gtest.h>

#include "core/tables/arg_sets.h"
#include "tests/support/open_tables.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

std::string textOf(std::span<const DrawnArg> args) {
  std::string out;
  for (const DrawnArg& one : args) out.append(one.key).append("=").append(one.shown).append(" ");
  return out;
}

class DrawnArguments : public testing::Test {
 protected:
  void SetUp() override { trace.trace->notePointsEvery(50); }

  test::OpenTables trace{test::sourcePath("assets/samples/kitchen/data")};
};

TEST_F(DrawnArguments, AreTheSameHoweverMuchIsKept) {
  // All in one scan, of no set more than once.
  std::map<int64_t, std::string> expected;
  DrawnArgScan scan(*trace.trace, kDrawnArgSets, INT64_MAX, std::nullopt);
  std::vector<DrawnArg> all;
  while (scan.fill(all)) {
  }
  for (const DrawnArg& one : all) expected[one.set].append(one.key).append("=").append(one.shown).append(" ");
  ASSERT_GT(expected.size(), 300u);
  for (size_t most : {size_t{0}, size_t{4000}, size_t{40000}, DrawnArgs::kMaxBytes}) {
    DrawnArgs kept(*trace.trace, most);
    for (const auto& [set, text] : expected) ASSERT_EQ(textOf(kept.of(set)), text) << most;
    ASSERT_EQ(textOf(kept.of(expected.begin()->first)), expected.begin()->second);
    // From the last to the first, and to and fro: parts that were cut before are met from behind.
    DrawnArgs back(*trace.trace, most);
    for (auto one = expected.rbegin(); one != expected.rend(); ++one)
      ASSERT_EQ(textOf(back.of(one->first)), one->second) << most;
    auto first = expected.begin();
    for (auto last = expected.rbegin(); last != expected.rend(); ++last, ++first)
      for (const auto& [set, text] : {*first, *last}) ASSERT_EQ(textOf(back.of(set)), text) << most;
  }
}

TEST_F(DrawnArguments, AreNoneOfWhatIsNotThere) {
  DrawnArgs kept(*trace.trace);
  for (int64_t set : {INT64_MIN, int64_t{-1}, int64_t{0}, kDrawnArgSets - 1, 2 * kDrawnArgSets - 1, INT64_MAX})
    EXPECT_TRUE(kept.of(set).empty()) << set;
}

TEST_F(DrawnArguments, OfAQueryThatIsCancelledAreNotKept) {
  DrawnArgScan scan(*trace.trace, kDrawnArgSets, INT64_MAX, std::nullopt);
  std::vector<DrawnArg> some;
  ASSERT_TRUE(scan.fill(some) || !some.empty());
  ASSERT_FALSE(some.empty());
  DrawnArgs kept(*trace.trace);
  const std::string expected = textOf(kept.of(some.front().set));
  trace.cancelled = true;
  EXPECT_TRUE(kept.of(some.back().set).empty());
  trace.cancelled = false;
  EXPECT_EQ(textOf(kept.of(some.front().set)), expected);
  EXPECT_FALSE(expected.empty());
}

}  // namespace
}  // namespace tp
