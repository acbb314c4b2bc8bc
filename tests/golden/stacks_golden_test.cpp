// Folded stacks against `uftrace dump --flame-graph` and `llvm-xray stack`, percentiles against `llvm-xray account`.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>

#include "core/analysis/function_stats.h"
#include "core/io/cursor.h"
#include "core/io/local_files.h"
#include "tests/support/calls.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  LineCursor cursor(text);
  for (std::string_view line; cursor.next(line);)
    if (!line.empty()) lines.emplace_back(line);
  return lines;
}

// With --sample-time 1us. Left out: what is scheduled out (that is no call here), C++ names that are shortened
// otherwise, calls that never end (the reference counts them up to the task's last event of any kind, or not at all,
// see jmp), and calls deeper than 1024, which the reference hides.
TEST(StacksGolden, UftraceFlameGraph) {
  std::string root = test::samplesPath("uftrace");
  for (const char* name : {"args-auto-013", "args-spec",    "big-endian",  "deep1500-default", "deep600",
                           "extern-data",   "fib-args",     "fib-argspec", "fib-cyg",          "fib-estimate",
                           "fib-filter",    "fib-maxstack", "fib-noevent", "fib-nopie",        "fib-timefilter",
                           "garbage-tail",  "libcall-nest", "no-syms",     "patch-full",       "sdt",
                           "sig",           "tail",         "v3-synth"}) {
    auto files = openLocalFiles({root + "/" + name + "/uftrace.data"});
    ASSERT_TRUE(files) << name;
    CallScope scope;
    scope.sampleTime = 1000;
    test::TraceCalls calls = test::callsOf(*files, scope);
    ASSERT_TRUE(calls.reader) << name;
    EXPECT_EQ(test::folded(calls.profile.tree, scope, StackValue::Self, calls.reader->names(), calls.reader->tracks()),
              linesOf(test::readFile(root + "/" + name + "/ref/dump-flame-1us.txt")))
        << name;
  }
}

// Of pselect6, two calls were open when the records ended, and of write, one: so long before, their entries are the
// last records of their threads in the text of trace-cmd. Of the others that did not end, such as two of futex, records
// were lost.
TEST(StacksGolden, SystemCallsThatDidNotEnd) {
  auto files = openLocalFiles({test::samplesPath("tracecmd") + "/v7-zlib-syscalls/trace.dat"});
  ASSERT_TRUE(files);
  CallScope scope;
  test::TraceCalls calls = test::callsOf(*files, scope);
  ASSERT_TRUE(calls.reader);
  std::map<std::string, Time> ended;
  for (const FunctionStats& row : makeFunctionTable(calls.profile, calls.reader->names()).rows)
    ended[std::string(calls.reader->names().view(row.name))] = row.total;
  ended["pselect6"] += 109886 + 63136;
  ended["write"] += 7993;
  Time unknown = 0;
  for (const std::string& line :
       test::folded(calls.profile.tree, scope, StackValue::Total, calls.reader->names(), calls.reader->tracks())) {
    const size_t at = line.rfind(' ');
    if (line.starts_with(kNotKnown))
      unknown = std::stoll(line.substr(at));
    else
      EXPECT_EQ(ended[line.substr(0, at)], std::stoll(line.substr(at))) << line;
  }
  EXPECT_GT(unknown, 0);
}

// What these tests leave out of the XRay samples: fdr-bufferfull, whose stacks begin in their middle.
constexpr const char* kXray[] = {"basic-recurse", "basic-single",  "basic-single-emutsc", "basic-tail", "basic-threads",
                                 "fdr-custom",    "fdr-fork",      "fdr-recurse",         "fdr-single", "fdr-tail",
                                 "fdr-threads",   "fdr-threshold", "fdr-tscwrap"};

// The reference lists threads, and callees with them, in no order to speak of, and ends stacks with a semicolon.
std::vector<std::string> sortedStacks(std::vector<std::string> lines) {
  for (std::string& line : lines)
    if (size_t at = line.rfind("; "); at != std::string::npos) line.erase(at, 1);
  std::sort(lines.begin(), lines.end());
  return lines;
}

// The reference gives a call that an exception left the time until its caller ended. Here that is not known.
void leftByException(const std::string& function, std::vector<std::string>& lines) {
  for (const std::string& unknown : std::vector<std::string>(lines)) {
    const size_t at = unknown.rfind(";" + std::string(kNotKnown) + " ");
    if (at == std::string::npos) continue;
    std::erase(lines, unknown);
    const std::string stack = unknown.substr(0, at + 1) + function + " ";
    for (std::string& line : lines)
      if (line.starts_with(stack))
        line = stack +
               std::to_string(std::stoll(line.substr(stack.size())) + std::stoll(unknown.substr(unknown.rfind(' '))));
  }
}

TEST(StacksGolden, XrayStack) {
  std::string root = test::samplesPath("xray");
  std::vector<std::string> samples(std::begin(kXray), std::end(kXray));
  samples.insert(samples.end(), {"basic-cpp-args", "fdr-cpp"});
  for (const std::string& name : samples) {
    std::string folder = root + "/" + name;
    auto files = openLocalFiles({folder + "/log.xray", folder + "/binary"});
    ASSERT_TRUE(files) << name;
    CallScope scope;
    scope.byThread = true;
    test::TraceCalls calls = test::callsOf(*files, scope);
    ASSERT_TRUE(calls.reader) << name;
    std::vector<std::string> ours =
        test::folded(calls.profile.tree, scope, StackValue::Total, calls.reader->names(), calls.reader->tracks());
    leftByException("shop::risky(int)", ours);
    EXPECT_EQ(sortedStacks(ours), sortedStacks(linesOf(test::readFile(folder + "/ref/stack-sorted-all-flame.txt"))))
        << name;
  }
}

// Of functions left by exceptions the reference counts only the calls that came back, so that the samples with some are
// left out.
TEST(StacksGolden, XrayAccount) {
  std::string root = test::samplesPath("xray");
  for (const char* name : kXray) {
    std::string folder = root + "/" + name;
    auto files = openLocalFiles({folder + "/log.xray", folder + "/binary"});
    ASSERT_TRUE(files) << name;
    test::TraceCalls calls = test::callsOf(*files, {});
    ASSERT_TRUE(calls.reader) << name;
    const ClockInfo& clock = calls.reader->info().clock;
    std::map<std::string, std::string> ours;
    for (const FunctionStats& row : makeFunctionTable(calls.profile, calls.reader->names()).rows) {
      std::string line = std::to_string(row.calls);
      for (int64_t value : {row.min, row.median, row.p90, row.p99, row.max}) {
        char text[32];
        std::snprintf(text, sizeof text, ",%.6e", static_cast<double>(value) / static_cast<double>(clock.nsDen));
        line += text;
      }
      ours[std::string(calls.reader->names().view(row.name))] = line;
    }
    // "funcid,count,min,median,90%ile,99%ile,max,sum,debug,function", the last two in quotes.
    std::vector<std::string> lines = linesOf(test::readFile(folder + "/ref/account-sorted.csv"));
    ASSERT_GT(lines.size(), 1u) << name;
    for (size_t i = 1; i < lines.size(); ++i) {
      const std::string& line = lines[i];
      size_t begin = line.find(',') + 1, end = begin;
      for (int field = 0; field < 6; ++field) end = line.find(',', end) + 1;
      size_t function = line.find("\",\"") + 3;
      ASSERT_NE(function, std::string::npos + 3) << line;
      std::string named = line.substr(function, line.size() - 1 - function);
      EXPECT_EQ(ours[named], line.substr(begin, end - 1 - begin)) << name << " " << named;
    }
  }
}

}  // namespace
}  // namespace tp
