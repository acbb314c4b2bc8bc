// The event table and searches through the whole trace, against the records read one after another.
#include "core/session/rows/row_table.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/analysis/event_fields.h"
#include "core/analysis/event_merge.h"
#include "core/analysis/row_durations.h"
#include "core/export/event_text.h"
#include "core/formats/registry.h"
#include "core/io/local_files.h"
#include "tests/support/decode_all.h"
#include "tests/support/each_trace.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"
#include "tests/support/slow_build.h"

namespace tp {
namespace {

FileSet files(const std::string& path) {
  auto opened = openLocalFiles({path});
  return opened ? std::move(*opened) : FileSet();
}

using Fields = std::vector<std::pair<std::string, std::string>>;

Fields fieldsOf(const EventRow& row) {
  Fields out;
  eachGiven(row, [&](std::string_view name, const RowValue& value, bool) {
    appendNamed(out.emplace_back(name, std::string()).second, value);
    return false;
  });
  return out;
}

// What people read of it, and its fields. What the record's own format has is among these only.
std::string words(EventRow row, const Fields& fields) {
  if (row.schema != nullptr)
    std::erase_if(row.values, [&](const ShownValue& one) { return row.schema->find(one.name) != RowSchema::kNone; });
  row.schema = nullptr;
  std::string text;
  appendEventJson(text, row);
  for (const auto& [name, value] : fields) text.append(name).append(" is ").append(value).append("\n");
  return text;
}

// A trace larger than what a worker tells of at once. Its times go back again and again.
FileSet repeated(int times) {
  FileSet once = files(test::sourcePath("assets/samples/kitchen/data"));
  FileSet out;
  for (const auto& file : once.files()) {
    std::vector<std::byte> bytes = readAll(*file.source);
    if (file.path.find("4415.dat") == std::string::npos) {
      out.add(file.path, file.source);
      continue;
    }
    std::vector<std::byte> longer;
    for (int i = 0; i < times; ++i) longer.insert(longer.end(), bytes.begin(), bytes.end());
    out.add(file.path, std::make_shared<MemorySource>(std::move(longer)));
  }
  return out;
}

// As the command line prints them.
std::vector<std::string> rowsOf(const FileSet& trace, size_t most, const RowQuery* query = nullptr) {
  std::vector<std::string> rows;
  auto reader = openTrace(trace);
  if (!reader) return rows;
  // As workers keep them: a text is looked for in declarations, too.
  (*reader)->names().keepFunctions(FunctionIdentity::Apart);
  FilterError error;
  std::optional<RowTest> test;
  if (query != nullptr) test = RowTest::compile(*query, (*reader)->info().clock, error);
  EventMerge merge(**reader, trace);
  RowDurations durations;
  EventRow row;
  while (rows.size() < most && merge.next()) {
    Filter::Lasted lasted;
    if (test) lasted = durations.add(merge);
    merge.describe(row);
    if (!test || test->matches(row, lasted)) rows.push_back(words(row, fieldsOf(row)));
  }
  return rows;
}

// Until nothing more comes.
void settle(test::LocalSession& local, RowTable& table, uint64_t first, uint64_t count) {
  for (int i = 0; i < 100; ++i) {
    table.update(first, count, i);
    if (!local.session.waiting()) break;
    local.finish();
  }
}

std::string rowAt(test::LocalSession& local, RowTable& table, uint64_t number) {
  if (table.row(number) == nullptr) settle(local, table, number, 30);
  const TableRow* row = table.row(number);
  return row != nullptr ? words(row->row, row->fields) : "not there";
}

TEST(RowTable, PagesAreTheRowsOfTheCommandLine) {
  constexpr size_t kMax = test::kSlowBuild ? 6000 : 60000;
  size_t seen = 0;
  for (const std::string& path : test::eachTrace(1)) {
    FileSet trace = files(path);
    std::vector<std::string> rows = rowsOf(trace, kMax);
    if (rows.empty()) continue;
    ++seen;
    test::LocalSession local(seen % 2 == 0 ? 3 : 1);
    local.open(trace);
    RowTable table(local.session);
    settle(local, table, 0, 40);
    if (rows.size() < kMax) {
      ASSERT_EQ(table.size(), rows.size()) << path;
    }
    // Forwards, then a jump and backwards.
    size_t to = std::min<size_t>(rows.size(), 3000);
    for (size_t i = 0; i < to; ++i) ASSERT_EQ(rowAt(local, table, i), rows[i]) << path << " row " << i;
    for (size_t i = rows.size(); i-- > rows.size() - std::min<size_t>(rows.size(), 1000);)
      ASSERT_EQ(rowAt(local, table, i), rows[i]) << path << " row " << i;
    for (size_t i = 0; i < rows.size(); i += 1 + rows.size() / 7)
      ASSERT_EQ(rowAt(local, table, i), rows[i]) << path << " row " << i;
  }
  EXPECT_GE(seen, 5u);
}

class RowTableOfTrace : public testing::TestWithParam<std::string> {};

TEST_P(RowTableOfTrace, SearchesFindWhatTheCommandLineFinds) {
  const RowQuery queries[] = {{RowQuery::Kind::Filter, "dur > 20us"},
                              {RowQuery::Kind::Filter, "name == s*"},
                              {RowQuery::Kind::Filter, "!(name == *e* || tid > 3000)"},
                              {RowQuery::Kind::Filter, "sched_switch: next_pid == 0"},
                              {RowQuery::Kind::Filter, "kind == lost || cpu == 1 && name =~ \"[qx]\""},
                              {RowQuery::Kind::Text, "SIM"},
                              {RowQuery::Kind::Text, "1"}};
  // Of the traces that are not packed, each takes part of the queries.
  size_t number = GetParam().size();
  const std::string& path = GetParam();
  FileSet trace = files(path);
  if (rowsOf(trace, 1).empty() || rowsOf(trace, 50000).size() == 50000) return;
  test::LocalSession local(2);
  local.open(trace);
  for (const RowQuery& query : queries) {
    if (++number % 3 != 0 && path.find("/samples/") == std::string::npos) continue;
    // On a clock of unknown length there are no microseconds.
    FilterError error;
    if (!RowTest::compile(query, local.session.index().info().clock, error)) continue;
    std::vector<std::string> rows = rowsOf(trace, ~size_t{0}, &query);
    auto question = std::make_shared<SearchQuestion>(JobKind::Filter, query);
    local.session.ask(question);
    local.finish();
    ASSERT_TRUE(question->done()) << path << " " << query.text << " " << local.session.error();
    ASSERT_EQ(question->count(), rows.size()) << path << " " << query.text;
    RowTable table(local.session);
    table.update(0, 0, 0);
    table.show(question);
    settle(local, table, 0, 40);
    ASSERT_EQ(table.size(), rows.size());
    for (size_t i = 0; i < rows.size(); i += 1 + rows.size() / 300)
      ASSERT_EQ(rowAt(local, table, i), rows[i]) << path << " " << query.text << " hit " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Recorded, RowTableOfTrace, testing::ValuesIn(test::eachTrace(2)), test::traceTestName);

TEST(RowTable, FieldsOfRowsThatNoRecordHasAreNamed) {
  for (uint32_t workers : {1u, 3u}) {
    test::LocalSession local(workers);
    local.open(files(test::samplesPath("lttng") + "/gen-2x/le-26-packed"));
    auto question = std::make_shared<SearchQuestion>(JobKind::Filter, RowQuery{RowQuery::Kind::Filter, "tid == 13581"});
    local.session.ask(question);
    local.finish();
    ASSERT_TRUE(question->done());
    EXPECT_EQ(question->unknownFields(), std::vector<std::string>{"tid"}) << workers;
  }
}

TEST(RowTable, RowsThatAFilterFindsByDurationHaveTheDurationsOfTheCommandLine) {
  FileSet trace = files(test::samplesPath("tracecmd") + "/v6-sched-syscalls/trace.dat");
  RowQuery query{RowQuery::Kind::Filter, "sys_exit && dur > 1ms"};
  auto reader = openTrace(trace);
  ASSERT_TRUE(reader);
  FilterError error;
  std::optional<RowTest> test = RowTest::compile(query, (*reader)->info().clock, error);
  ASSERT_TRUE(test);
  std::vector<Time> expected;
  EventMerge merge(**reader, trace);
  RowDurations durations;
  EventRow row;
  while (merge.next()) {
    const Filter::Lasted lasted = durations.add(merge);
    merge.describe(row);
    if (test->matches(row, lasted)) expected.push_back(lasted.duration);
  }
  ASSERT_EQ(expected.size(), 12u);
  test::LocalSession local(2);
  local.open(trace);
  auto question = std::make_shared<SearchQuestion>(JobKind::Filter, query);
  local.session.ask(question);
  local.finish();
  RowTable table(local.session);
  table.update(0, 0, 0);
  table.show(question);
  settle(local, table, 0, 40);
  ASSERT_EQ(table.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    ASSERT_NE(table.row(i), nullptr);
    EXPECT_EQ(table.row(i)->lasted, std::optional<Time>(expected[i])) << i;
  }
}

TEST(RowTable, LimitsAndFindsRowsByTime) {
  FileSet trace = files(test::sourcePath("assets/samples/kitchen/data"));
  test::LocalSession local(2);
  local.open(trace);
  RowTable table(local.session);
  settle(local, table, 0, 40);
  uint64_t all = table.size();
  ASSERT_GT(all, 1500u);
  std::string first = rowAt(local, table, 1000);
  Time begin = table.row(1000)->key.time;
  rowAt(local, table, 1499);
  RowKey sought = table.row(1499)->key;
  Time end = sought.time;
  table.limit(std::pair{begin, end});
  settle(local, table, 0, 40);
  EXPECT_LE(table.offset(), 1000u);
  EXPECT_GE(table.offset() + table.size(), 1500u);
  EXPECT_LT(table.size(), all);
  EXPECT_EQ(rowAt(local, table, 1000 - table.offset()), first);
  table.find(sought);
  settle(local, table, 0, 40);
  EXPECT_EQ(table.takeFound(), std::optional<uint64_t>(1499 - table.offset()));
  EXPECT_FALSE(table.takeFound());
  table.limit({});
  settle(local, table, 0, 40);
  EXPECT_EQ(table.size(), all);
}

TEST(RowTable, RowsAreThereWhileTheTraceIsIndexed) {
  constexpr int kTimes = 300;
  FileSet trace = repeated(kTimes);
  std::vector<std::string> rows = rowsOf(trace, ~size_t{0});
  ASSERT_GT(rows.size(), kTimes * 666u);
  for (uint32_t workers : {1u, 2u}) {
    test::LocalSession local(workers);
    RowTable table(local.session);
    size_t early = 0;
    double seconds = 0;
    local.open(trace, 100000, [&] {
      table.update(5, 40, seconds += 0.3);
      Time before = std::numeric_limits<Time>::min();
      for (uint64_t i = 5; i < 45; ++i) {
        const TableRow* row = table.row(i);
        if (row == nullptr) continue;
        early += local.session.phase() == Phase::Indexing;
        EXPECT_GE(row->key.time, before);
        before = row->key.time;
      }
    });
    EXPECT_GT(early, 40u);
    for (size_t i = 0; i < rows.size(); i += 997) ASSERT_EQ(rowAt(local, table, i), rows[i]) << i;
  }
}

TEST(RowTable, DamagedTracesHaveTheRowsThatCanBeRead) {
  std::string whole = test::readFile(test::dataPath("tracecmd/v7-none.dat"));
  ASSERT_FALSE(whole.empty());
  uint32_t seed = 7;
  auto random = [&seed](size_t below) { return (seed = seed * 1664525 + 1013904223) % below; };
  for (int round = 0; round < (test::kSlowBuild ? 15 : 60); ++round) {
    std::string bytes = whole;
    for (int i = 0; i < 12; ++i)
      bytes[whole.size() / 3 + random(whole.size() * 2 / 3)] ^= static_cast<char>(1 << random(8));
    if (round % 3 == 0) bytes.resize(bytes.size() - random(bytes.size() / 2));
    FileSet trace = test::fileInMemory("trace.dat", bytes);
    test::LocalSession local(2);
    local.open(trace);
    if (local.session.phase() != Phase::Ready) continue;
    std::vector<std::string> rows = rowsOf(trace, 100000);
    RowTable table(local.session);
    settle(local, table, 0, 40);
    ASSERT_EQ(table.size(), rows.size()) << round;
    for (size_t i = 0; i < rows.size(); i += 1 + rows.size() / 60) ASSERT_EQ(rowAt(local, table, i), rows[i]) << i;
    RowQuery query{RowQuery::Kind::Text, "e"};
    auto question = std::make_shared<SearchQuestion>(JobKind::Search, query);
    local.session.ask(question);
    local.finish();
    ASSERT_TRUE(question->done());
    ASSERT_EQ(question->count(), rowsOf(trace, 100000, &query).size()) << round;
  }
}

TEST(RowTable, NamesAloneDecideWhereTheyCan) {
  FilterError error;
  auto verdict = [&](const char* text, const char* name, std::optional<std::string_view> system = "") {
    return Filter::compile(text, {}, error)->byName({name, system, {}});
  };
  EXPECT_EQ(verdict("name == a*", "abc"), std::optional<bool>(true));
  EXPECT_EQ(verdict("sched_switch: next_pid == 1", "sched_waking"), std::optional<bool>(false));
  EXPECT_EQ(verdict("sched_switch: next_pid == 1", "sched_switch"), std::nullopt);
  EXPECT_EQ(verdict("name == a || tid == 1", "a"), std::optional<bool>(true));
  EXPECT_EQ(verdict("name == a || tid == 1", "b"), std::nullopt);
  EXPECT_EQ(verdict("!(name == a) && tid == 1", "a"), std::optional<bool>(false));
  EXPECT_EQ(verdict("sched: tid == 1", "sched_waking", "sched"), std::nullopt);
  EXPECT_EQ(verdict("sched: tid == 1", "irq_entry", "irq"), std::optional<bool>(false));
  EXPECT_EQ(verdict("sched: tid == 1", "irq_entry", std::nullopt), std::nullopt);
  EXPECT_EQ(verdict("irq/.*_exit: tid == 1", "irq_entry", "irq"), std::optional<bool>(false));
}

TEST(RowTable, WhatIsLookedForIsAnExpressionOnlyWithAnOperator) {
  EXPECT_EQ(queryFor("malloc", {}).kind, RowQuery::Kind::Text);
  EXPECT_EQ(queryFor("std::string", {}).kind, RowQuery::Kind::Text);
  EXPECT_EQ(queryFor("dur > 1ms", {}).kind, RowQuery::Kind::Filter);
  EXPECT_EQ(queryFor("dur > 1m(", {}).kind, RowQuery::Kind::Text);
  EXPECT_EQ(queryFor("sched_switch: next_pid == 1", {}).kind, RowQuery::Kind::Filter);
  EXPECT_EQ(queryFor("/a|b: c/", {}).kind, RowQuery::Kind::Text);
}

TEST(RowTable, BetweenSlashesARegularExpressionIsLookedFor) {
  auto finds = [](std::string_view text, std::string_view name) {
    FilterError error;
    std::optional<RowTest> test = RowTest::compile({RowQuery::Kind::Text, std::string(text)}, {}, error);
    if (!test) return error.message;
    EventRow row;
    row.name = name;
    return std::string(test->matches(row) ? "found" : "not found");
  };
  EXPECT_EQ(finds("/^fry|bake$/", "fry_eggs"), "found");
  EXPECT_EQ(finds("/^fry|bake$/", "stir_fry"), "not found");
  EXPECT_EQ(finds("/^fry|bake$/", "prebake"), "found");
  EXPECT_EQ(finds("/usr", "a/usr/b"), "found") << "a text until the second slash is there";
  EXPECT_NE(finds("/a(/", "a(").find("("), std::string::npos) << finds("/a(/", "a(");
  FilterError error;
  const auto test = RowTest::compile({RowQuery::Kind::Text, "/a.c/"}, {}, error);
  ASSERT_TRUE(test);
  EXPECT_EQ(test->text(), nullptr) << "no record can be left out by its letters";
  Filter::Known known;
  known.name = "abc";
  EXPECT_EQ(test->byName(known), std::optional<bool>(true));
  known.name = "ab";
  EXPECT_EQ(test->byName(known), std::nullopt) << "its arguments may have it";
  FoldedText text("AbC");
  EXPECT_TRUE(text.foundIn("xxaBc"));
  EXPECT_FALSE(text.foundIn("xxaB"));
  EXPECT_FALSE(text.foundIn(""));
}

TEST(RowTable, ATraceOpenedAmidASearchIsAnotherTrace) {
  FileSet trace = files(test::sourcePath("assets/samples/kitchen/data"));
  test::LocalSession local;
  local.open(trace);
  RowTable table(local.session);
  table.update(0, 40, 0);
  auto question = std::make_shared<SearchQuestion>(JobKind::Search, RowQuery{RowQuery::Kind::Text, "a"});
  local.session.ask(question);
  table.show(question);
  table.update(0, 40, 1);
  local.open(files(test::sourcePath("assets/samples/family/data")));
  settle(local, table, 0, 40);
  EXPECT_EQ(table.found(), nullptr);
  EXPECT_EQ(table.size(), local.session.index().rows());
  EXPECT_NE(table.row(0), nullptr);
  EXPECT_FALSE(question->done());
}

}  // namespace
}  // namespace tp
