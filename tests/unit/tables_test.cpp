// The tables of every recorded trace have what views and exports have: the same slices, instants, samples, losses,
// records, and times of states.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "core/analysis/event_merge.h"
#include "core/decode/row_fields.h"
#include "core/export/trace_export.h"
#include "core/trace/not_recorded.h"
#include "tests/support/each_trace.h"
#include "tests/support/open_tables.h"

namespace tp {
namespace {

using Thing = std::tuple<int64_t, Time, Time, int64_t, std::string>;  // track, begin, end, depth or value, name
using Things = std::multiset<Thing>;

// Collects what an export writes. A duration that is not known is an end of -1.
class Collector final : public ExportWriter {
 public:
  explicit Collector(const TrackTable& tracks) : tracks_(tracks) {}

  void begin(const TraceInfo&, const ExportTracks&, std::string&) override {}
  void sliceBegin(const ExportItem& item, Time time, std::string&) override {
    open_[item.track].push_back({time, item.depth, std::string(item.text)});
  }
  void sliceEnd(const ExportItem& item, Time time, std::string&) override {
    ASSERT_FALSE(open_[item.track].empty());
    const Open open = open_[item.track].back();
    open_[item.track].pop_back();
    add(item.track, open.begin, item.duration == ExportItem::kNotKnown ? -1 : time, open.depth, open.name);
  }
  void slice(const ExportItem& item, Time begin, Time end, std::string&) override {
    add(item.track, begin, item.duration == ExportItem::kNotKnown ? -1 : end, item.depth, std::string(item.text));
  }
  void instant(const ExportItem& item, Time time, std::string&) override {
    if (tracks_[item.track].key.kind != TrackKind::ThreadState)
      instants.insert({item.track, time, time, 0, std::string(item.text)});
  }
  void counter(const ExportItem& item, Time time, int64_t value, std::string&) override {
    samples.insert({item.track, time, time, value, ""});
  }
  void end(std::string&) override {}

  Things slices, instants, samples;

 private:
  struct Open {
    Time begin = 0;
    uint16_t depth = 0;
    std::string name;
  };
  void add(TrackId track, Time begin, Time end, uint16_t depth, const std::string& name) {
    const TrackKind kind = tracks_[track].key.kind;
    const bool runs = kind == TrackKind::Cpu && depth == 0;
    if (kind != TrackKind::ThreadState && !runs && name != kNotRecordedSlice)
      slices.insert({track, begin, end, depth, name});
  }

  const TrackTable& tracks_;
  std::map<TrackId, std::vector<Open>> open_;
};

// Of LTTng, an interrupt is drawn on its CPU and on the thread that it interrupts. The table has it once.
void expectAllButCopies(const Things& table, const Things& drawn, const TrackTable& tracks) {
  std::vector<Thing> copies;
  std::set_difference(drawn.begin(), drawn.end(), table.begin(), table.end(), std::back_inserter(copies));
  EXPECT_EQ(table.size() + copies.size(), drawn.size());
  std::set<std::pair<Time, std::string>> onCpus;
  for (const auto& [track, begin, end, depth, name] : table)
    if (tracks[static_cast<TrackId>(track)].key.kind == TrackKind::Cpu) onCpus.insert({begin, name});
  for (const auto& [track, begin, end, depth, name] : copies) {
    EXPECT_EQ(tracks[static_cast<TrackId>(track)].key.kind, TrackKind::Thread) << name;
    EXPECT_EQ(onCpus.count({begin, name}), 1u) << name << " at " << begin;
  }
}

class Tables : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    trace = std::make_unique<test::OpenTables>(GetParam());
    if (!trace->reader) GTEST_SKIP();
  }
  // The rows of a table, with the columns of these names.
  std::vector<std::vector<Cell>> rows(std::string_view table, const std::vector<std::string_view>& names) {
    std::vector<size_t> columns;
    columns.reserve(names.size());
    for (std::string_view name : names) columns.push_back(trace->column(table, name));
    std::vector<std::vector<Cell>> out;
    const auto cursor = trace->table(table).open({});
    while (cursor->next()) {
      std::vector<Cell>& row = out.emplace_back();
      for (size_t column : columns) row.push_back(cursor->cell(column));
    }
    return out;
  }
  Time ns(int64_t time) const { return exportNs(time, trace->reader->info().clock); }

  std::unique_ptr<test::OpenTables> trace;
};

TEST_P(Tables, SlicesInstantsAndSamplesAreThoseOfAnExport) {
  const TrackNumbers& numbers = trace->trace->numbers();
  Collector exported(numbers.tracks());
  ExportTracks tracks(numbers.tracks());
  for (const Lane& lane : trace->facts.index().lanes()) tracks.use(static_cast<TrackId>(numbers.of(lane.track)->track));
  const ExportScope scope;
  const auto reader = std::move(*openTraces(trace->files, {}));
  TraceExport whole(*reader, trace->files, tracks, scope, exported);
  std::string out;
  while (whole.step(out)) {
  }

  Things slices, instants, samples;
  for (const std::vector<Cell>& row : rows("slice", {"track_id", "ts", "dur", "depth", "name", "end_ts"})) {
    const bool known = row[2].integer >= 0;
    EXPECT_TRUE(!known || row[1].integer + row[2].integer == row[5].integer);
    slices.insert({row[0].integer, ns(row[1].integer), known ? ns(row[5].integer) : -1, row[3].integer,
                   std::string(row[4].text)});
  }
  for (const std::vector<Cell>& row : rows("instant", {"track_id", "ts", "name"}))
    instants.insert({row[0].integer, ns(row[1].integer), ns(row[1].integer), 0, std::string(row[2].text)});
  for (const std::vector<Cell>& row : rows("counter", {"track_id", "ts", "value"})) {
    if (row[2].kind == Cell::Kind::Integer)
      samples.insert({row[0].integer, ns(row[1].integer), ns(row[1].integer), row[2].integer, ""});
  }
  expectAllButCopies(slices, exported.slices, numbers.tracks());
  // An export has losses among the instants.
  std::multiset<std::pair<int64_t, Time>> losses, others;
  for (const std::vector<Cell>& row : rows("loss", {"track_id", "ts"}))
    losses.insert({row[0].integer, ns(row[1].integer)});
  std::vector<Thing> rest;
  std::set_difference(exported.instants.begin(), exported.instants.end(), instants.begin(), instants.end(),
                      std::back_inserter(rest));
  for (const Thing& one : rest) others.insert({std::get<0>(one), std::get<1>(one)});
  EXPECT_EQ(instants.size() + rest.size(), exported.instants.size());
  EXPECT_EQ(others, losses);
  EXPECT_TRUE(samples == exported.samples) << samples.size() << " samples, exported " << exported.samples.size();
}

TEST_P(Tables, SlicesHaveIdsOfTheirOwnAndParentsAroundThem) {
  struct Known {
    Time begin = 0, end = 0;
    int64_t track = 0, depth = 0;
  };
  std::map<int64_t, Known> byId;
  const auto all = rows("slice", {"id", "ts", "end_ts", "track_id", "depth", "parent_id"});
  for (const std::vector<Cell>& row : all)
    byId[row[0].integer] = {row[1].integer, row[2].integer, row[3].integer, row[4].integer};
  EXPECT_EQ(byId.size(), all.size());
  for (const std::vector<Cell>& row : all) {
    if (row[5].kind == Cell::Kind::Null) continue;
    const auto parent = byId.find(row[5].integer);
    ASSERT_NE(parent, byId.end());
    EXPECT_EQ(parent->second.track, row[3].integer);
    EXPECT_EQ(parent->second.depth + 1, row[4].integer);
    EXPECT_LE(parent->second.begin, row[1].integer);
    EXPECT_GE(parent->second.end, row[2].integer);
  }
}

TEST_P(Tables, StatesSumUpToTheSchedulingOfEachThread) {
  std::map<std::pair<int64_t, std::string>, Time> told, expected;
  for (const std::vector<Cell>& row : rows("thread_state", {"utid", "state", "ts", "end_ts", "dur"})) {
    const std::string state = row[1].text == "R+" ? "R" : std::string(row[1].text);
    EXPECT_TRUE(row[4].integer == -1 || row[4].integer == row[3].integer - row[2].integer);
    if (state != "X") told[{row[0].integer, state}] += row[3].integer - row[2].integer;
  }
  constexpr std::pair<ThreadState, const char*> kStates[] = {
      {ThreadState::Unknown, "Unknown"}, {ThreadState::Running, "Running"},   {ThreadState::Runnable, "R"},
      {ThreadState::Sleeping, "S"},      {ThreadState::Uninterruptible, "D"}, {ThreadState::Stopped, "T"},
      {ThreadState::Traced, "t"},        {ThreadState::Parked, "P"},          {ThreadState::Idle, "I"}};
  for (const ThreadScheduling& thread : trace->facts.scheduling().threads)
    for (const auto& [state, name] : kStates)
      expected[{trace->trace->numbers().of(thread.thread)->utid, name}] += thread.in(state);
  std::erase_if(told, [](const auto& one) { return one.second == 0; });
  std::erase_if(expected, [](const auto& one) { return one.second == 0; });
  EXPECT_EQ(told, expected);
}

// Threads are lost sight of, and found again.
TEST_P(Tables, StatesOfUnknownLengthSaySo) {
  struct Before {
    Time end = 0;
    std::string incomplete;
  };
  std::map<int64_t, Before> before;  // by thread
  for (const std::vector<Cell>& row : rows("thread_state", {"utid", "ts", "end_ts", "dur", "state", "incomplete"})) {
    const std::string incomplete(row[5].text);
    EXPECT_EQ(incomplete == "open", row[3].integer == -1);
    auto known = before.find(row[0].integer);
    const bool follows = known != before.end() && known->second.end == row[1].integer && row[4].text != "Unknown";
    if (known != before.end() && !follows && known->second.incomplete != "open") {
      EXPECT_EQ(known->second.incomplete, "lost") << row[0].integer << " at " << row[1].integer;
    }
    before[row[0].integer] = {row[2].integer, row[4].text == "Unknown" ? "lost" : incomplete};
  }
}

TEST_P(Tables, SchedIsTheRunningPartOfTheStates) {
  std::set<std::tuple<int64_t, Time, Time, int64_t>> running, sched;
  for (const std::vector<Cell>& row : rows("thread_state", {"id", "ts", "end_ts", "utid", "state"}))
    if (row[4].text == "Running") running.insert({row[0].integer, row[1].integer, row[2].integer, row[3].integer});
  for (const std::vector<Cell>& row : rows("sched", {"id", "ts", "end_ts", "utid"}))
    sched.insert({row[0].integer, row[1].integer, row[2].integer, row[3].integer});
  EXPECT_EQ(sched, running);
}

TEST_P(Tables, EventsAreTheRowsOfTheTableOfEvents) {
  JoinOptions apart;
  apart.functions = FunctionIdentity::Apart;
  const auto reader = std::move(*openTraces(trace->files, apart));
  EventMerge merge(*reader, trace->files);
  EventRow row;
  std::string room;
  uint64_t count = 0;
  const auto cursor = trace->table("event").open({});
  while (cursor->next()) {
    ASSERT_TRUE(merge.next());
    merge.describe(row);
    EXPECT_EQ(cursor->cell(0).integer, static_cast<int64_t>(count++));
    for (const RowFieldInfo& field : kRowFields) {
      if (field.type == RowFieldInfo::Type::Lasted) continue;
      const RowValue value = readField(row, field.field, room);
      std::string expected, told;
      appendValue(expected, value);
      const Cell cell = cursor->cell(trace->column("event", field.name));
      if (cell.kind == Cell::Kind::Integer) told = std::to_string(cell.integer);
      if (cell.kind == Cell::Kind::Text) told = cell.text;
      ASSERT_EQ(told, expected) << field.name << " of row " << count - 1;
    }
  }
  EXPECT_FALSE(merge.next());
  EXPECT_EQ(count, trace->facts.index().rows());
}

TEST_P(Tables, StacksAreBehindTheRecordsThatTheyExplain) {
  const auto stacks = rows("stack_sample", {"id", "ts", "cpu", "tid", "event_row", "kind"});
  const auto events = rows("event", {"row", "ts", "cpu", "tid"});
  size_t count = 0;
  const size_t name = trace->column("event", "name");
  for (const auto cursor = trace->table("event").open({}); cursor->next();) {
    const Cell cell = cursor->cell(name);
    count += cell.text == "kernel_stack" || cell.text == "user_stack";
  }
  const auto sampled = std::count_if(stacks.begin(), stacks.end(),
                                     [](const std::vector<Cell>& stack) { return stack[5].text == "sample"; });
  EXPECT_EQ(stacks.size() - static_cast<size_t>(sampled), count);
  std::set<std::pair<int64_t, std::string>> explained;
  for (const std::vector<Cell>& stack : stacks) {
    const std::vector<Cell>& own = events[static_cast<size_t>(stack[0].integer)];
    for (size_t i = 0; i < 4; ++i) EXPECT_EQ(stack[i].integer, own[i].integer);
    if (stack[4].kind == Cell::Kind::Null) continue;
    if (stack[5].text == "sample") {
      ASSERT_EQ(stack[4].integer, stack[0].integer);
      continue;
    }
    ASSERT_LT(stack[4].integer, stack[0].integer);
    const std::vector<Cell>& event = events[static_cast<size_t>(stack[4].integer)];
    EXPECT_EQ(event[2].integer, own[2].integer);
    EXPECT_EQ(event[3].integer, own[3].integer);
    EXPECT_TRUE(explained.insert({stack[4].integer, std::string(stack[5].text)}).second) << "one of each kind";
  }
}

TEST_P(Tables, LossesAreThoseOfTheIndex) {
  std::map<int64_t, std::pair<uint64_t, uint64_t>> told, expected;
  for (const std::vector<Cell>& row : rows("loss", {"track_id", "records"})) {
    ++told[row[0].integer].first;
    if (row[1].kind == Cell::Kind::Integer) told[row[0].integer].second += static_cast<uint64_t>(row[1].integer);
  }
  for (const TrackLosses& one : trace->facts.index().losses())
    expected[trace->trace->numbers().of(one.track)->track] = {one.places, one.records};
  EXPECT_EQ(told, expected);
}

// The figures are those of a script over what trace-cmd prints: the sleeps that a sched_waking ends.
TEST(Table, SleepsThatEndAreTold) {
  test::OpenTables trace(test::samplesPath("tracecmd") + "/v7-zstd-gcc/trace.dat");
  ASSERT_TRUE(trace.reader);
  const size_t state = trace.column("thread_state", "state"), dur = trace.column("thread_state", "dur"),
               incomplete = trace.column("thread_state", "incomplete");
  std::map<std::string, std::pair<int, Time>> sums;
  const auto cursor = trace.table("thread_state").open({});
  while (cursor->next()) {
    if (cursor->cell(incomplete).kind != Cell::Kind::Null) continue;
    auto& [count, sum] = sums[std::string(cursor->cell(state).text)];
    ++count;
    sum += cursor->cell(dur).integer;
  }
  EXPECT_EQ(sums["S"], std::pair(119, Time{2428719472}));
  EXPECT_EQ(sums["I"].first, 59);
  EXPECT_EQ(sums["D"], std::pair(128, Time{114853157}));
}

INSTANTIATE_TEST_SUITE_P(Each, Tables, testing::ValuesIn(test::eachTrace(1)), test::traceTestName);

}  // namespace
}  // namespace tp
