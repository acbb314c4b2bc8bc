// Comparing functions: which are the same, and where a difference comes from.
#include <gtest/gtest.h>

#include <iterator>

#include "core/analysis/compare/compared_class.h"
#include "core/analysis/compare/function_changes.h"
#include "core/analysis/compare/function_match.h"
#include "core/analysis/compare/function_rates.h"
#include "core/analysis/compare/slowest_calls.h"
#include "core/export/compare_limit.h"
#include "core/export/compare_text.h"

namespace tp {
namespace {

// "a=b", and "a~b" where it is a guess.
std::vector<std::string> matched(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::string> out;
  for (const MatchedNames& one : matchNames(a, b)) out.push_back(a[one.a] + (isGuess(one.by) ? "~" : "=") + b[one.b]);
  return out;
}
using Pairs = std::vector<std::string>;

TEST(CompareFunctions, NamesWithoutSuffixes) {
  EXPECT_EQ(withoutSuffixes("f.constprop.0"), "f");
  EXPECT_EQ(withoutSuffixes("f.isra.12.part.3.cold"), "f");
  EXPECT_EQ(withoutSuffixes("f.cold.5"), "f");
  EXPECT_EQ(withoutSuffixes("f.lto_priv.0"), "f");
  EXPECT_EQ(withoutSuffixes("f.llvm.1234567890123"), "f");
  EXPECT_EQ(withoutSuffixes("f(int) [clone .constprop.0]"), "f(int)");
  EXPECT_EQ(withoutSuffixes("f(int) [clone .isra.0.cold] [clone .part.1]"), "f(int)");
  EXPECT_EQ(withoutSuffixes("core::fmt::write::h0123456789abcdef"), "core::fmt::write");
  EXPECT_EQ(withoutSuffixes("a::f::h0123456789abcdef.llvm.77"), "a::f");
}

TEST(CompareFunctions, OtherEndsAreNoSuffixes) {
  for (const char* name :
       {"", ".", ".cold", "cold", "f.", "f.0", "f.coldest", "f.cold.x", "f::h0123456789abcde", "::h0123456789abcdef",
        "f::h0123456789abcdeg", "f [clone", "f [clone .x]", " [clone .cold]", "]", "f [clone ]"})
    EXPECT_EQ(withoutSuffixes(name), name);
}

TEST(CompareFunctions, NamesWithoutArguments) {
  EXPECT_EQ(withoutArguments("std::vector<int, std::allocator<int> >::push(std::set<long> const&)"),
            "std::vector::push(std::set const&)");
  EXPECT_EQ(withoutArguments("f<&A::operator->, (3)>(int)"), "f(int)");
  EXPECT_EQ(withoutArguments("operator< <int>(A<int>)"), "operator< (A)");
  EXPECT_EQ(withoutArguments("A<int>::operator<<(B)"), "A::operator<<(B)");
  EXPECT_EQ(withoutArguments("A<int>::operator()<long>(B)"), "A::operator()(B)");
  EXPECT_EQ(withoutArguments("A<int>::operator->()"), "A::operator->()");
  EXPECT_EQ(withoutArguments("my_operator<int>"), "my_operator");
  EXPECT_EQ(withoutArguments("alloc::vec::Vec::<u8>::push"), "alloc::vec::Vec::push");
}

TEST(CompareFunctions, WhatIsNoArgumentStays) {
  for (const char* name : {"", "<4005d0>", "<A as Clone>::clone", "f<int", "f>", "f<(1>2)>", "main::<lambda(int)>",
                           "a::<impl B for C>::f", "<", ">", "operator", "operator<", "operator<=>"})
    EXPECT_EQ(withoutArguments(name), name);
}

TEST(CompareFunctions, NamesOfAnyKindAreSafe) {
  const std::string_view parts[] = {"<", ">",  "operator", "-", ".cold", ".0", " [clone ", "]", "::h0123456789abcdef",
                                    "f", "::", "("};
  uint32_t state = 1;
  for (int round = 0; round < 20000; ++round) {
    std::string name;
    for (int i = round % 9; i > 0; --i) {
      state = state * 1664525u + 1013904223u;
      name += parts[(state >> 16) % std::size(parts)];
    }
    const std::string plain = withoutSuffixes(name);
    EXPECT_EQ(withoutSuffixes(plain), plain);
    EXPECT_LE(withoutArguments(plain).size(), plain.size());
    EXPECT_EQ(withoutArguments(plain).empty(), plain.empty());
  }
  // What is long takes no more than its length.
  for (const char* part : {".cold", " [clone .cold]", "<", "operator<", "::h0123456789abcdef"}) {
    std::string name = "f";
    while (name.size() < 1'000'000) name += part;
    EXPECT_LE(withoutArguments(withoutSuffixes(name)).size(), name.size());
  }
}

TEST(CompareFunctions, EqualNamesComeFirst) {
  EXPECT_EQ(matched({"f", "g"}, {"g", "f"}), (Pairs{"f=f", "g=g"}));
  EXPECT_EQ(matched({"f", "f.cold"}, {"f", "f.part.0"}), (Pairs{"f=f", "f.cold~f.part.0"}));
  EXPECT_EQ(matched({"f"}, {"f", "f.cold"}), (Pairs{"f=f"}));
}

TEST(CompareFunctions, GuessesAreOfOnePairOnly) {
  EXPECT_EQ(matched({"f"}, {"f.constprop.0"}), (Pairs{"f~f.constprop.0"}));
  EXPECT_EQ(matched({"f"}, {"f.constprop.0", "f.constprop.1"}), Pairs{});
  EXPECT_EQ(matched({"f.isra.0", "f.isra.1"}, {"f"}), Pairs{});
  EXPECT_EQ(matched({"f<int>"}, {"f<long>"}), (Pairs{"f<int>~f<long>"}));
  EXPECT_EQ(matched({"f<int>", "f<char>"}, {"f<long>"}), Pairs{});
  // The suffix alone tells more than the name without arguments.
  EXPECT_EQ(matched({"f<int>", "f<char>"}, {"f<int>.cold", "f<char>.cold"}),
            (Pairs{"f<int>~f<int>.cold", "f<char>~f<char>.cold"}));
  EXPECT_EQ(matched({"a::f::h0123456789abcdef"}, {"a::f::h1111111111111111"}),
            (Pairs{"a::f::h0123456789abcdef~a::f::h1111111111111111"}));
}

SideFunction function(const char* name, uint64_t calls, int64_t self, std::optional<int64_t> halves = std::nullopt) {
  SideFunction out;
  out.name = name;
  out.figures.calls = calls;
  out.figures.total = self;
  out.figures.self = self;
  out.figures.halves = halves;
  return out;
}

FunctionComparison compared(std::vector<SideFunction> a, std::vector<SideFunction> b) {
  return compareFunctions({{}, std::move(a)}, {{}, std::move(b)});
}

TEST(CompareFunctions, ChangesAddUp) {
  const FunctionComparison found =
      compared({function("same", 1, 10), function("slow", 3, 10), function("gone", 7, 50)},
               {function("same", 1, 10), function("slow", 5, 100), function("new", 9, 31)});
  ASSERT_EQ(found.changes.size(), 3u);
  EXPECT_EQ(found.changes[0].name, "slow");
  EXPECT_EQ(found.same, 1u);
  int64_t sum = 0;
  for (const FunctionChange& one : found.changes) {
    EXPECT_EQ(one.byCalls + one.byEach, one.change);
    sum += one.change;
  }
  EXPECT_EQ(sum, found.change());
  EXPECT_EQ(found.change(), 71);
  // Two calls more at 10 / 3 are 6, rounded to zero.
  EXPECT_EQ(found.changes[0].byCalls, 6);
  EXPECT_EQ(found.changes[0].byEach, 84);
  EXPECT_TRUE(found.changes[1].vanished());
  EXPECT_EQ(found.changes[1].byCalls, -50);
  EXPECT_TRUE(found.changes[2].added());
  EXPECT_EQ(found.changes[2].byCalls, 31);
}

TEST(CompareFunctions, CallsAloneAreAChange) {
  const FunctionComparison found = compared({function("f", 2, 10)}, {function("f", 3, 10)});
  ASSERT_EQ(found.changes.size(), 1u);
  EXPECT_EQ(found.changes[0].change, 0);
  EXPECT_EQ(found.changes[0].byCalls, 5);
  EXPECT_EQ(found.changes[0].byEach, -5);
}

TEST(CompareFunctions, LessThanFiveTimesWhatTheHalvesDifferByIsNoise) {
  const FunctionComparison found = compared({function("f", 2, 10, 4), function("g", 2, 10, 2), function("h", 2, 10)},
                                            {function("f", 2, 29), function("g", 2, 20, 1), function("h", 2, 11)});
  ASSERT_EQ(found.changes.size(), 3u);
  EXPECT_TRUE(found.changes[0].noise());
  EXPECT_FALSE(found.changes[1].noise());
  EXPECT_FALSE(found.changes[2].noise());
  EXPECT_EQ(found.changes[1].noiseBelow, 10);
}

TEST(CompareFunctions, TimeOffTheCpuIsInNoSum) {
  SideFunction off = function("linux:schedule", 1, 1000);
  off.offCpu = true;
  const FunctionComparison found = compared({function("f", 1, 10)}, {function("f", 1, 12), off});
  EXPECT_EQ(found.change(), 2);
  EXPECT_EQ(found.b.offCpu, 1000);
  ASSERT_EQ(found.changes.size(), 2u);
  EXPECT_TRUE(found.changes[0].offCpu);
}

TEST(CompareFunctions, SumsOfAnySizeAreSafe) {
  const FunctionComparison found =
      compared({function("f", 1, INT64_MAX), function("g", UINT64_MAX, INT64_MAX, INT64_MAX)},
               {function("f", UINT64_MAX, INT64_MAX), function("h", 1, INT64_MAX)});
  EXPECT_FALSE(comparisonReport(found, 10).empty());
  EXPECT_FALSE(comparisonJson(found).empty());
}

TEST(CompareFunctions, GrowthIsOfA) {
  const FunctionComparison found = compared({function("f", 1, 100)}, {function("f", 1, 110)});
  EXPECT_TRUE(growsAbove(found, 9.9));
  EXPECT_FALSE(growsAbove(found, 10));
  EXPECT_TRUE(growsAbove(compared({}, {function("f", 1, 1)}), 1e9));
  EXPECT_FALSE(growsAbove(compared({}, {}), 0));
  EXPECT_EQ(comparisonReport(compared({function("f", 1, 0)}, {function("f", 1, 1)}), 10).find("by from"),
            std::string::npos);
  EXPECT_NE(comparisonReport(compared({function("f", 1, 0)}, {function("f", 1, 1)}), 10)
                .find("self time grew from 0, which is more than any percentage\n"),
            std::string::npos);
}

TEST(CompareFunctions, OfASideWithoutCallsGrowthIsNotKnown) {
  const std::vector<SideFunction> calls = {function("f", 1, 100)};
  EXPECT_EQ(lackText(compared(calls, calls)), "");
  EXPECT_EQ(lackText(compared(calls, {})).find("B has no calls of known duration"), 0u);
  EXPECT_EQ(lackText(compared({}, calls)).find("A has no calls of known duration"), 0u);
  EXPECT_EQ(lackText(compared({}, {})).find("neither A nor B has calls"), 0u);
  const std::string text = comparisonReport(compared(calls, {}), 10), json = comparisonJson(compared(calls, {}), 10);
  EXPECT_NE(text.find("whether self time grew by more than 10 % is not known\n"), std::string::npos) << text;
  EXPECT_NE(json.find("\"failed\": null"), std::string::npos) << json;
}

TEST(CompareFunctions, NothingDiffers) {
  EXPECT_NE(comparisonReport(compared({function("f", 1, 1)}, {function("f", 1, 1)})).find("nothing differs"),
            std::string::npos);
  EXPECT_EQ(comparisonReport(compared({}, {})).find("nothing differs"), std::string::npos);
}

TEST(CompareFunctions, DividedFiguresAddUp) {
  std::vector<SideFunction> a = {function("f", 3, 10, 5), function("g", 7, 50)};
  std::vector<SideFunction> b = {function("f", 5, 100), function("h", 1, 1)};
  divideFigures(a, {3, 1});
  divideFigures(b, {2000, 1});
  EXPECT_EQ(a[0].figures.self, 3333);  // 10 / 3
  EXPECT_EQ(a[0].figures.rate, 1000);
  EXPECT_EQ(a[0].figures.halves, 1667);
  EXPECT_EQ(a[1].figures.self, 16667);
  EXPECT_EQ(b[0].figures.self, 50);
  EXPECT_EQ(b[1].figures.self, 1);  // 0.0005, rounded away from zero
  const FunctionComparison found = compareFunctions({{}, a}, {{}, b}, "call of f");
  int64_t sum = 0;
  for (const FunctionChange& one : found.changes) {
    EXPECT_EQ(one.byCalls + one.byEach, one.change);
    sum += one.change;
  }
  EXPECT_EQ(sum, found.change());
  EXPECT_EQ(found.change(), 51 - 20000);
  EXPECT_NE(comparisonReport(found).find(" -16.667 "), std::string::npos) << comparisonReport(found);
  EXPECT_NE(comparisonJson(found).find("\"change\": -19.949"), std::string::npos) << comparisonJson(found);
}

TEST(CompareFunctions, WhatRoundsToNothingIsThere) {
  std::vector<SideFunction> a = {function("f", 1, 1)}, b = {function("f", 2, 1)};
  divideFigures(a, {1'000'000, 1});
  divideFigures(b, {1, 1});
  const FunctionComparison found = compareFunctions({{}, a}, {{}, b}, "second");
  ASSERT_EQ(found.changes.size(), 1u);
  EXPECT_FALSE(found.changes[0].added());
  EXPECT_EQ(found.changes[0].change, 1000);
}

TEST(CompareFunctions, DividedFiguresStayWithinBounds) {
  std::vector<SideFunction> one = {function("f", UINT64_MAX, INT64_MAX, INT64_MAX), function("g", 1, INT64_MIN)};
  divideFigures(one, {1, 1'000'000'000});
  EXPECT_GT(one[0].figures.self, INT64_MAX / 1001);
  EXPECT_LT(one[1].figures.self, -(INT64_MAX / 1001));
}

TEST(CompareFunctions, SharesOfTheSlowest) {
  const auto share = [](std::string_view text) {
    const auto of = parseSlowest(text);
    return of ? of->function + " " + std::to_string(of->share) : "";
  };
  EXPECT_EQ(share("compile:1%"), "compile 10000");
  EXPECT_EQ(share("a::b:0.5%"), "a::b 5000");
  EXPECT_EQ(share("f:99.9999%"), "f 999999");
  for (const char* text : {"", "f", ":1%", "f:", "f:%", "f:1", "f:0%", "f:100%", "f:1.00001%", "f:1e3%", "f:-1%",
                           "f:1.2.3%", "f:99999999999999999999999%"})
    EXPECT_EQ(share(text), "") << text;
}

TEST(CompareFunctions, TheSlowestAreExact) {
  const auto found = slowestCalls({5, 1, 4, 2, 3, 9, 7, 8, 6, 10}, 200'000);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->least, 9);
  EXPECT_EQ(found->usual, 8u);
  EXPECT_EQ(found->slowest, 2u);
  // Rounded up, and what lasts as long as one of them is one.
  EXPECT_EQ(slowestCalls({1, 7, 7, 7}, 10'000)->slowest, 3u);
  EXPECT_EQ(slowestCalls({1, 7, 7, 7, 8}, 400'000)->wanted, 2u);
  EXPECT_EQ(slowestCalls({1, 7, 7, 7, 8}, 400'000)->tied, 3u);
  EXPECT_FALSE(slowestCalls({7, 7}, 500'000));
  EXPECT_FALSE(slowestCalls({7}, 10'000));
  EXPECT_FALSE(slowestCalls({}, 10'000));
}

TEST(CompareFunctions, CallsOfOneClassAreCompared) {
  const auto of = [](std::vector<size_t> classes, bool oneTrace) { return comparedClass(classes, oneTrace); };
  EXPECT_EQ(of({0, 0}, false), std::nullopt);
  EXPECT_EQ(of({3, 1}, false), std::nullopt);
  EXPECT_EQ(of({}, false), std::nullopt);
  // Two traces: what both have. Parts of one: what the trace records.
  EXPECT_EQ(of({0, 1}, false), 1u);
  EXPECT_EQ(of({1, 0, 0}, true), 0u);
  EXPECT_EQ(leftOfClass(1, 1), "");
  EXPECT_EQ(leftOfClass(0, std::nullopt), "");
  EXPECT_NE(leftOfClass(0, 1), "");
}

}  // namespace
}  // namespace tp
