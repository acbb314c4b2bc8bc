// The fields that a trace describes, against the words that the reference tools print of the same records (the golden
// tests compare those words with theirs), and what follows from both.
#include <gtest/gtest.h>

#include <map>
#include <optional>

#include "core/analysis/event_fields.h"
#include "core/analysis/filter.h"
#include "core/analysis/filter_example.h"
#include "tests/support/each_row.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

TEST(RowFields, OfLttngAreWhatItsTextSays) {
  for (const char* trace : {"0.3", "0.7-be", "0.8", "1.0", "2.6-be", "2.6-le"}) {
    uint64_t numbers = 0, texts = 0;
    const std::string path = test::dataPath("lttng/" + std::string(trace) + "/data");
    test::eachRow(path, [&](EventMerge&, const EventRow& row) {
      eachOwn(row, [&](std::string_view name, const RowValue& value, bool) {
        std::string_view said;
        if (value.kind == RowValue::Kind::Words || !findArg(row.words(), name, said)) return false;
        Number number;
        size_t length = 0;
        if (value.kind == RowValue::Kind::Text) {
          texts += value.text == said;
          EXPECT_EQ(value.text, said) << row.name << " " << name;
        } else if (value.isWhole() && parseNumber(said, number, length) && length == said.size()) {
          ++numbers;
          EXPECT_EQ(compare(numberOf(value), number), 0) << row.name << " " << name << " " << said;
        }
        return false;
      });
    });
    EXPECT_GT(numbers, 50u) << trace;
    EXPECT_GT(texts, 0u) << trace;
  }
}

// An interrupt, a system call on another CPU than where it began, a call of a function: from the records themselves.
TEST(RowFields, WhatEndsSaysHowLongItLasted) {
  std::map<std::string, int> ended;
  struct Begun {
    Time time = 0;
    int32_t cpu = 0;
  };
  std::map<std::pair<std::string, int64_t>, Begun> begun;
  std::map<int32_t, Time> lost;   // by CPU, up to when
  std::map<int32_t, Time> first;  // by CPU, its first record
  auto id = [](const EventRow& row, const char* field) {
    std::string room;
    RowValue value;
    return readOwn(row, field, false, room, value) ? static_cast<int64_t>(value.number) : -1;
  };
  auto look = [&](const EventRow& row, const RowLasted& lasted) {
    const Time duration = lasted.duration;
    first.try_emplace(row.cpu, row.time);
    if (row.kind == "lost") lost[row.cpu] = row.time;
    if (row.name == "softirq_entry") begun[{"softirq", row.cpu * 100 + id(row, "vec")}] = {row.time, row.cpu};
    if (row.name == "sys_enter") begun[{"call", row.tid}] = {row.time, row.cpu};
    const bool softirq = row.name == "softirq_exit", call = row.name == "sys_exit";
    if (!softirq && !call) return;
    auto at = begun.find(softirq ? std::pair{std::string("softirq"), row.cpu * 100 + id(row, "vec")}
                                 : std::pair{std::string("call"), row.tid});
    if (at == begun.end()) {
      EXPECT_EQ(duration, Filter::kNoDuration);
      return;
    }
    const Begun from = at->second;
    begun.erase(at);
    // Whether it has ended while records of one of its CPUs were lost, or one was not recorded yet, nobody knows: of a
    // call, that is an upper bound.
    auto broken = [&](int32_t cpu) { return first[cpu] > from.time || (lost.contains(cpu) && lost[cpu] > from.time); };
    if (softirq && (broken(from.cpu) || broken(row.cpu))) {
      EXPECT_EQ(duration, Filter::kNoDuration);
    } else {
      EXPECT_EQ(duration, row.time - from.time) << row.name << " at " << row.time;
      ++ended[std::string(row.name)];
    }
  };
  test::eachTimedRow(test::samplesPath("tracecmd") + "/v6-sched-syscalls/trace.dat", look);
  EXPECT_GT(ended["sys_exit"], 4000);
  begun.clear();
  first.clear();
  lost.clear();
  lost.clear();
  test::eachTimedRow(test::samplesPath("tracecmd") + "/v7-zstd-gcc/trace.dat", look);
  EXPECT_GT(ended["softirq_exit"], 500);
}

TEST(RowFields, CallsOfFunctionsTellTheirOwnDuration) {
  int calls = 0;
  const std::string graph = test::samplesPath("tracecmd") + "/synth-fgraph/trace.dat";
  test::eachTimedRow(graph, [&](const EventRow& row, const RowLasted& lasted) {
    if (row.name != "funcgraph_exit") return;
    std::string room;
    RowValue begin, end;
    ASSERT_TRUE(readOwn(row, "calltime", false, room, begin) && readOwn(row, "rettime", false, room, end));
    EXPECT_EQ(lasted.duration, static_cast<Time>(end.number - begin.number));
    ++calls;
  });
  EXPECT_GT(calls, 3000);
}

// Of the 329 wakings, as the reference's flags say: 52 `h`, 20 `H`, 160 `s`.
TEST(RowFields, FlagsOfTheContext) {
  std::map<std::string, int> found;
  const char* kFilters[] = {"sched_waking && hardirq",
                            "sched_waking && softirq && !hardirq",
                            "sched_waking && flags == ??H*",
                            "sched_waking && !(hardirq || softirq)",
                            "sched_waking: common_flags & 0x18",
                            "sched_waking && need_resched == 1",
                            "flags == d.h1."};
  std::vector<std::optional<Filter>> filters;
  for (const char* text : kFilters) {
    FilterError error;
    filters.push_back(Filter::compile(text, ClockInfo{}, error));
    ASSERT_TRUE(filters.back()) << text << ": " << error.text();
  }
  test::eachRow(test::samplesPath("tracecmd") + "/v7-zstd-gcc/trace.dat", [&](EventMerge&, const EventRow& row) {
    for (size_t i = 0; i < filters.size(); ++i) found[kFilters[i]] += filters[i]->matches(row);
  });
  EXPECT_EQ(found[kFilters[0]], 72);
  EXPECT_EQ(found[kFilters[1]], 160);
  EXPECT_EQ(found[kFilters[2]], 20);
  EXPECT_EQ(found[kFilters[3]], 97);
  EXPECT_EQ(found[kFilters[4]], 232);
  EXPECT_EQ(found[kFilters[6]], 237);
}

// A stack of which no symbol is known shows addresses, which are no names of fields.
TEST(RowFields, AnArrowIsNoSeparator) {
  std::string_view value;
  EXPECT_FALSE(findArg("<stack trace >\n=> ffffffff81000010\n=> ffffffff81000020", "ffffffff81000010", value));
  EXPECT_TRUE(findArg("ret => 3 code=4", "code", value));
  EXPECT_EQ(value, "4");
}

TEST(RowFields, TheExampleOfAFilterHoldsForItsRow) {
  for (const std::string& trace :
       {test::samplesPath("tracecmd") + "/v7-zstd-gcc/trace.dat", test::sourcePath("tests/data/lttng/2.6-le/data"),
        test::sourcePath("assets/samples/family/data"), test::dataPath("xray/fdr-v5.xray")}) {
    int examples = 0;
    test::eachRow(trace, [&](EventMerge&, const EventRow& row) {
      const std::string text = filterExample(row);
      if (text.empty() || ++examples > 100) return;
      FilterError error;
      auto filter = Filter::compile(text, ClockInfo{}, error);
      ASSERT_TRUE(filter) << text << ": " << error.text();
      EXPECT_TRUE(filter->matches(row)) << text;
    });
    EXPECT_GT(examples, 10) << trace;
  }
}

}  // namespace
}  // namespace tp
