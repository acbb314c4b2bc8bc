// Calls of a marked range: what is not known of the whole trace is not known of a part of it either.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <tuple>

#include "core/analysis/function_stats.h"
#include "core/io/local_files.h"
#include "tests/support/calls.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

CallScope rangeOf(Time begin, Time end) {
  CallScope scope;
  scope.begin = begin;
  scope.end = end;
  return scope;
}

std::vector<std::string> stacksOf(const FileSet& files, const CallScope& scope) {
  test::TraceCalls calls = test::callsOf(files, scope);
  return test::folded(calls.profile.tree, scope, StackValue::Self, calls.reader->names(), calls.reader->tracks());
}

// Nine records are missing from 1796706975625 to 1796706976306, five from 1796706977017 to 1796706977247.
TEST(RangeCalls, NothingIsKnownWithinAGap) {
  auto files = openLocalFiles({test::samplesPath("uftrace") + "/lost-synth/uftrace.data"});
  ASSERT_TRUE(files);
  using Lines = std::vector<std::string>;
  EXPECT_EQ(stacksOf(*files, rangeOf(1796706975630, 1796706976200)), Lines{"main;fib;fib;fib;[not known] 570"});
  EXPECT_EQ(stacksOf(*files, rangeOf(1796706977020, 1796706977200)), Lines{"main;fib;fib;[not known] 180"});
}

// Returns the figures of `read` of a thread.
FunctionStats readOf(const FileSet& files, int64_t tid, Time begin, Time end) {
  CallScope scope = rangeOf(begin, end);
  scope.tids = {tid};
  const test::TraceCalls calls = test::callsOf(files, scope);
  for (const FunctionStats& row : makeFunctionTable(calls.profile, calls.reader->names()).rows)
    if (calls.reader->names().view(row.name) == "read") return row;
  return {};
}

TEST(RangeCalls, AreBoundsAcrossLostRecordsIfTheyEnd) {
  auto files = openLocalFiles({test::samplesPath("tracecmd") + "/lost-overwrite/trace.dat"});
  ASSERT_TRUE(files);
  // CPU 0 loses records while the first `read` is open. No record of the second one's thread follows.
  for (const auto& [tid, begin, end] : {std::tuple<int64_t, Time, Time>{15622, 2149688000000, 2149690000000},
                                        {15622, 2149686000000, 2149688500000},
                                        {15597, 2149687000000, 2149690000000}}) {
    const FunctionStats read = readOf(*files, tid, begin, end);
    const uint64_t ends = tid == 15622 ? 1 : 0;
    EXPECT_EQ(read.calls, ends) << tid;
    EXPECT_EQ(read.atMost, ends) << tid;
    EXPECT_EQ(read.open, 1 - ends) << tid;
    EXPECT_EQ(ends > 0 ? read.total : read.openTotal, end - begin) << tid;
  }
  // Its beginning was not recorded, and its end is after the range.
  const FunctionStats read = readOf(*files, 15594, 2149670000000, 2149680000000);
  EXPECT_EQ(read.unbegun, 1u);
  EXPECT_EQ(read.openTotal, 10000000);
}

// Thread 15629 is made after these ranges, and so are its first calls, which begin and end there.
TEST(RangeCalls, AreNoneOfThreadsThatBeginLater) {
  auto files = openLocalFiles({test::samplesPath("tracecmd") + "/lost-overwrite/trace.dat"});
  ASSERT_TRUE(files);
  for (const auto& [begin, end] :
       {std::pair<Time, Time>{2149690000000, 2149691000000}, {2149677627259, 2149687444371}}) {
    CallScope scope = rangeOf(begin, end);
    scope.tids = {15629};
    const test::TraceCalls calls = test::callsOf(*files, scope);
    EXPECT_TRUE(makeFunctionTable(calls.profile, calls.reader->names()).rows.empty());
  }
}

std::map<std::string, std::string> figures(const FunctionTable& table, const NameTable& names) {
  std::map<std::string, std::string> out;
  for (const FunctionStats& row : table.rows) {
    std::ostringstream told;
    told << row.calls << ' ' << row.total << ' ' << row.self << ' ' << row.open << ' ' << row.unbegun << ' '
         << row.openTotal << ' ' << row.openSelf << ' ' << row.min << ' ' << row.max;
    out[std::string(names.view(row.name))] = told.str();
  }
  return out;
}

// The session decodes only the chunks that it needs.
TEST(RangeCalls, TheSessionSaysWhatOnePassSays) {
  std::mt19937 random(1);
  for (const char* path :
       {"uftrace/killed/uftrace.data", "uftrace/lost-synth/uftrace.data", "uftrace/threads12/uftrace.data",
        "tracecmd/lost-overwrite/trace.dat", "tracecmd/v7-stacktrace/trace.dat", "xray/fdr-recurse/log.xray",
        "xray/fdr-bufferfull/log.xray"}) {
    std::string full = test::samplesPath(path);
    auto files = openLocalFiles({full});
    ASSERT_TRUE(files) << path;
    test::LocalSession local(2);
    local.open(*files);
    ASSERT_EQ(local.session.phase(), Phase::Ready) << path;
    const TraceIndex& index = local.session.index();
    const auto whole = static_cast<uint64_t>(index.end() - index.begin());
    for (int round = 0; round < 6; ++round) {
      const Time begin = index.begin() + static_cast<Time>(whole / 1000 * (random() % 900));
      const CallScope scope = rangeOf(begin, begin + static_cast<Time>(whole / 1000 * (1 + random() % 100)));
      local.session.requestCalls(scope);
      local.finish();
      ASSERT_NE(local.session.calls(), nullptr) << path;
      test::TraceCalls calls = test::callsOf(*files, scope, false, FunctionIdentity::Apart);
      EXPECT_EQ(figures(local.session.calls()->functions, index.names()),
                figures(makeFunctionTable(calls.profile, calls.reader->names()), calls.reader->names()))
          << path << " " << scope.begin << " " << scope.end;
    }
  }
}

}  // namespace
}  // namespace tp
