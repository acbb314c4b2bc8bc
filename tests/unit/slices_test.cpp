// Slices as rows: as many, as long, and grouped as Functions counts them.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/export/slice_rows.h"
#include "core/io/local_files.h"
#include "core/session/slices/slices_question.h"
#include "tests/support/each_trace.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"
#include "tests/support/slow_build.h"

namespace tp {
namespace {

std::shared_ptr<SlicesQuestion> ask(test::LocalSession& local, SliceQuery query) {
  auto question = std::make_shared<SlicesQuestion>(std::move(query));
  local.session.ask(question);
  local.finish();
  EXPECT_TRUE(question->done());
  return question;
}

SliceQuery queryOf(const CallScope& scope) {
  SliceQuery query;
  query.scope = scope;
  query.scope.stacks = false;
  return query;
}

// Returns the middle third of the trace.
CallScope middleOf(const TraceIndex& index) {
  CallScope scope;
  const Time third = (index.end() - index.begin()) / 3;
  scope.begin = index.begin() + third;
  scope.end = index.end() - third;
  return scope;
}

std::vector<std::pair<Time, uint64_t>> countsOf(const DurationCounts& durations) {
  std::vector<std::pair<Time, uint64_t>> counts;
  for (const DurationCount& one : durations.sorted()) counts.emplace_back(one.duration, one.count);
  return counts;
}

// Compares the groups by name with the table of functions.
void expectFunctions(test::LocalSession& local, CallScope scope, const std::string& path) {
  scope.stacks = false;
  local.session.requestCalls(scope);
  local.finish();
  ASSERT_NE(local.session.calls(), nullptr) << path;
  const Calls& calls = *local.session.calls();
  SliceQuery query = queryOf(scope);
  query.by = "name";
  const auto question = ask(local, query);
  std::map<NameId, const SliceGroup*> groups;
  for (const SliceGroup& group : question->groups()) groups[group.key.id] = &group;
  const NameTable& names = local.session.index().names();
  EXPECT_EQ(groups.size(), calls.functions.rows.size()) << path;
  uint64_t all = 0;
  for (const FunctionStats& row : calls.functions.rows) {
    const std::string where = path + ": " + std::string(names.view(row.name));
    ASSERT_EQ(groups.count(row.name), 1u) << where;
    const SliceGroup& group = *groups[row.name];
    const GroupFigures figures = figuresOf(group.durations, group.sums.count);
    all += row.calls;
    EXPECT_EQ(group.sums.count, row.calls) << where;
    EXPECT_EQ(group.sums.total, row.sum) << where;
    EXPECT_EQ(group.sums.unknown, row.open + row.unbegun) << where;
    EXPECT_EQ(std::max<int64_t>(0, group.sums.self), row.self) << where;
    if (row.calls == 0) continue;
    EXPECT_EQ(figures.median, row.median) << where;
    EXPECT_EQ(figures.p90, row.p90) << where;
    EXPECT_EQ(figures.p99, row.p99) << where;
    EXPECT_EQ(figures.max, row.max) << where;
  }
  EXPECT_EQ(question->listed().count, all) << path;
  EXPECT_EQ(question->all().count, all) << path;
  const auto ungrouped = ask(local, queryOf(scope));
  EXPECT_EQ(countsOf(question->durations()), countsOf(ungrouped->durations())) << path;
  EXPECT_EQ(question->durations().max(), ungrouped->durations().max()) << path;
  if (!groups.empty()) {
    EXPECT_EQ(question->trackClass(), calls.trackClass) << path;
  }
}

TEST(Slices, AreThoseThatFunctionsCounts) {
  for (const std::string& path : test::eachTrace(1)) {
    auto files = openLocalFiles({path});
    ASSERT_TRUE(files) << path;
    for (uint32_t workers : {1u, 3u}) {
      test::LocalSession local(workers);
      local.open(*files);
      if (local.session.phase() != Phase::Ready) continue;
      expectFunctions(local, {}, path);
      expectFunctions(local, middleOf(local.session.index()), path + ", its middle");
    }
  }
}

using Listed = std::tuple<Time, Time, Time, std::string, std::string, std::string, std::string>;

std::vector<Listed> listed(const TraceIndex& index, const SlicesQuestion& question) {
  std::vector<Listed> out;
  for (size_t i = 0; i < question.slices().size(); ++i) {
    const ListedSlice& slice = question.slices()[i].slice;
    const SliceText* text = question.text(i);
    out.emplace_back(slice.begin, slice.duration, slice.self, std::string(index.names().exact(slice.name)),
                     index.tracks()[slice.track].name, text != nullptr ? text->args : "",
                     text != nullptr ? text->result : "");
  }
  return out;
}

// What rows are sorted by, as the trace has it.
void expectInOrder(const TraceIndex& index, const SlicesQuestion& question, const std::string& sort) {
  const std::vector<SortedSlice>& rows = question.slices();
  for (size_t i = 1; i < rows.size(); ++i) {
    const ListedSlice &one = rows[i - 1].slice, &next = rows[i].slice;
    if (sort == "name") {
      EXPECT_LE(index.names().view(one.name), index.names().view(next.name)) << i;
    }
    if (sort == "thread") {
      EXPECT_LE(index.tracks()[one.track].key.tid, index.tracks()[next.track].key.tid) << i;
    }
    // Slices without a caller come last.
    if (sort == "caller" && next.caller != kNoName) {
      EXPECT_GE(index.names().view(one.caller), index.names().view(next.caller)) << i;
    }
  }
}

// The list must not depend on how the streams were divided, and its beginning not on its length.
TEST(Slices, AreInOneOrder) {
  for (const std::string& path : test::eachTrace(0)) {
    auto files = openLocalFiles({path});
    ASSERT_TRUE(files) << path;
    std::map<std::string, std::vector<Listed>> first;
    for (uint32_t workers : {1u, 3u}) {
      test::LocalSession local(workers);
      local.open(*files);
      if (local.session.phase() != Phase::Ready) continue;
      const std::vector<std::string> all{"dur", "name", "ts", "self", "thread", "caller"};
      for (const std::string& sort : std::span(all).first(test::kSlowBuild ? 2 : all.size())) {
        SliceQuery query = queryOf({});
        query.sort = sort;
        query.ascending = sort == "name" || sort == "thread";
        query.most = 200;
        const auto question = ask(local, query);
        std::vector<Listed> rows = listed(local.session.index(), *question);
        EXPECT_EQ(rows.size(), std::min<uint64_t>(200, question->listed().count + question->listed().unknown)) << path;
        EXPECT_EQ(rows, first.try_emplace(sort, rows).first->second) << path << ", " << sort;
        expectInOrder(local.session.index(), *question, sort);
        rows.resize(std::min<size_t>(rows.size(), 10));
        query.most = 10;
        EXPECT_EQ(listed(local.session.index(), *ask(local, query)), rows) << path << ", " << sort;
      }
    }
  }
}

class Kitchen : public testing::Test {
 protected:
  Kitchen() { local.open(*openLocalFiles({test::sourcePath("assets/samples/kitchen/data")})); }

  std::shared_ptr<SlicesQuestion> filtered(const std::string& filter, const std::string& sort = "dur",
                                           const std::string& by = "") {
    SliceQuery query = queryOf({});
    query.filter = filter;
    query.sort = sort;
    query.by = by;
    return ask(local, query);
  }
  uint64_t count(const std::string& filter) { return filtered(filter)->listed().count; }

  test::LocalSession local;
};

TEST_F(Kitchen, FilterAndGroupsAgree) {
  const auto groups = filtered("", "dur", "name");
  ASSERT_GT(groups->groups().size(), 3u);
  uint64_t sum = 0;
  for (const SliceGroup& group : groups->groups()) {
    // Functions may share a name, but hardly a declaration.
    const NameTable& names = local.session.index().names();
    const bool function = names.isFunction(group.key.id);
    const std::string name(names.signature(group.key.id));
    EXPECT_EQ(count((function ? "signature == \"" : "name == \"") + name + "\""), group.sums.count) << name;
    sum += group.sums.count;
  }
  EXPECT_EQ(groups->listed().count, sum);
}

// Of a call, conditions on its entry, on its exit and on itself hold together.
TEST_F(Kitchen, FilterLooksAtEntryAndExitTogether) {
  const uint64_t all = count("kitchen::simmer: dur > 0");
  EXPECT_EQ(all, 192u);
  const Time half = filtered("name == kitchen::simmer")->slices()[96].slice.duration;
  const uint64_t longer = count("name == kitchen::simmer && dur > " + std::to_string(half));
  EXPECT_EQ(longer, 96u);
  const auto rows = filtered("name == kitchen::simmer");
  for (size_t i = 0; i < 5; ++i) {
    const SliceText* text = rows->text(i);
    ASSERT_NE(text, nullptr);
    if (text->fields.empty()) continue;
    const SliceField& field = text->fields.front();
    const auto found =
        filtered("name == kitchen::simmer && dur == " + std::to_string(rows->slices()[i].slice.duration) + " && " +
                 field.name + " == \"" + field.text + "\"");
    EXPECT_GE(found->listed().count, 1u) << field.name << " " << field.text;
  }
}

TEST_F(Kitchen, CallerThreadAndSelfAreFields) {
  const auto callers = filtered("name == kitchen::simmer", "dur", "caller");
  ASSERT_FALSE(callers->groups().empty());
  for (const SliceGroup& group : callers->groups()) {
    const std::string caller(local.session.index().names().view(group.key.id));
    EXPECT_EQ(count("name == kitchen::simmer && caller == \"" + caller + "\""), group.sums.count) << caller;
  }
  const auto threads = filtered("", "dur", "thread");
  for (const SliceGroup& group : threads->groups()) {
    const Track& track = local.session.index().tracks()[group.key.id];
    EXPECT_EQ(count("tid == " + std::to_string(track.key.tid)), group.sums.count) << track.name;
  }
  EXPECT_EQ(count("self >= 0"), filtered("")->listed().count);
}

TEST_F(Kitchen, SaysWhatNoSliceHas) {
  const auto question = filtered("nothing_like_this == 3");
  EXPECT_EQ(question->listed().count, 0u);
  EXPECT_EQ(question->unknownFields(), std::vector<std::string>{"nothing_like_this"});
  EXPECT_EQ(filtered("no_such_name: dur > 1")->unknownNames(), std::vector<std::string>{"no_such_name"});
}

// Also of a call that began before the range, the list has what its entry shows.
TEST(Slices, HaveTheirWordsInARange) {
  size_t compared = 0;
  for (const char* name : {"args-auto", "fib-args", "threads12"}) {
    auto files = openLocalFiles({test::samplesPath("uftrace") + "/" + name + "/uftrace.data"});
    ASSERT_TRUE(files) << name;
    test::LocalSession local;
    local.open(*files);
    const auto whole = ask(local, queryOf({}));
    const CallScope middle = middleOf(local.session.index());
    const auto part = ask(local, queryOf(middle));
    for (size_t i = 0; i < part->slices().size(); ++i) {
      const ListedSlice& slice = part->slices()[i].slice;
      if ((slice.flags & ListedSlice::kBefore) == 0) continue;
      for (size_t k = 0; k < whole->slices().size(); ++k) {
        const ListedSlice& same = whole->slices()[k].slice;
        if (same.track != slice.track || same.depth != slice.depth || same.name != slice.name) continue;
        if (same.begin > slice.begin || same.end() < slice.end()) continue;
        ASSERT_NE(part->text(i), nullptr);
        ASSERT_NE(whole->text(k), nullptr);
        EXPECT_EQ(part->text(i)->args, whole->text(k)->args) << name;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 5u);
}

// The kernel's events call it `ret`.
TEST(Slices, KnowWhatSystemCallsReturned) {
  auto files = openLocalFiles({test::samplesPath("tracecmd") + "/v6-sched-syscalls/trace.dat"});
  ASSERT_TRUE(files);
  test::LocalSession local;
  local.open(*files);
  auto grouped = [&](const std::string& by) {
    SliceQuery query = queryOf({});
    query.kind = SliceKind::Syscalls;
    query.by = by;
    const auto question = ask(local, query);
    std::map<std::string, uint64_t> counts;
    for (const SliceGroup& group : question->groups()) counts[group.key.text] = group.sums.count;
    return counts;
  };
  const auto returned = grouped("retval");
  EXPECT_EQ(returned, grouped("ret"));
  EXPECT_GT(returned.size(), 5u);
  SliceQuery query = queryOf({});
  query.kind = SliceKind::Syscalls;
  query.filter = "retval == 1";
  EXPECT_EQ(ask(local, query)->listed().count, returned.at("1"));
}

TEST(SliceFilters, ErrorsNameTheirColumn) {
  FilterError error;
  EXPECT_FALSE(Filter::compile("self > soon", ClockInfo{}, error, Filter::Of::Slices));
  EXPECT_EQ(error.column, 7u);
  EXPECT_FALSE(Filter::compile("caller > 3", ClockInfo{}, error, Filter::Of::Slices));
  EXPECT_TRUE(Filter::compile("caller == main && thread ~ w* && self > 1us", ClockInfo{}, error, Filter::Of::Slices));
  EXPECT_TRUE(Filter::compile("caller == 3", ClockInfo{}, error)) << "a field of the format, of records";
}

TEST(SliceGroupList, IsBoundedAndSaysWhatIsLeftOut) {
  SliceGroups groups;
  for (uint32_t i = 0; i < SliceGroups::kMax + 7; ++i)
    groups.add({GroupKey::Of::Text, 0, std::to_string(i)}, {1, 0, 0, 10, 4});
  EXPECT_EQ(groups.left().count, 7u);
  EXPECT_EQ(groups.left().total, 70);
  EXPECT_EQ(groups.take().size(), SliceGroups::kMax);
}

// Slices with 15 000 different values, some of which come again, divided among so many tables and merged.
struct Grouped {
  std::vector<std::pair<std::string, uint64_t>> groups;  // by text
  uint64_t left = 0;
  std::vector<std::pair<Time, uint64_t>> durations;  // of all slices

  bool operator==(const Grouped&) const = default;
};
Grouped groupedBy(uint32_t workers) {
  std::vector<SliceGroups> tables(workers);
  std::vector<DurationTable> others(workers);
  std::mt19937 random(7);
  constexpr uint32_t kSlices = 60000, kValues = 15000;
  for (uint32_t i = 0; i < kSlices; ++i) {
    const Time duration = random() % 500;
    const GroupKey key{GroupKey::Of::Text, 0, std::to_string(random() % kValues)};
    const uint32_t worker = i / 100 % workers;
    if (!tables[worker].add(key, {1, 0, 0, duration, duration})) others[worker].add(0, duration);
  }
  SliceGroups all;
  DurationCounts durations;
  for (uint32_t i = 0; i < workers; ++i) {
    others[i].settle();
    if (const DurationCounts* of = others[i].of(0)) durations.merge(*of);
    durations.merge(tables[i].leftDurations());
    const SliceSums left = tables[i].left();
    all.merge(tables[i].take(), left);
  }
  all.addDurationsTo(durations);
  Grouped out;
  out.left = all.left().count;
  for (const SliceGroup& group : all.take()) out.groups.emplace_back(group.key.text, group.sums.count);
  std::sort(out.groups.begin(), out.groups.end());
  for (const DurationCount& one : durations.sorted()) out.durations.emplace_back(one.duration, one.count);
  return out;
}

TEST(SliceGroupList, WhichAreKeptDoesNotDependOnTheNumberOfWorkers) {
  const Grouped one = groupedBy(1);
  EXPECT_EQ(one.groups.size(), SliceGroups::kMax);
  // All slices of those that are kept are counted: numbers of fewer digits come first.
  std::map<uint32_t, uint64_t> counts;
  std::mt19937 random(7);
  for (uint32_t i = 0; i < 60000; ++i) {
    random();
    ++counts[random() % 15000];
  }
  std::map<std::string, uint64_t> kept;
  uint64_t left = 60000;
  for (const auto& [value, count] : counts) {
    if (kept.size() == SliceGroups::kMax) break;
    kept[std::to_string(value)] = count;
    left -= count;
  }
  EXPECT_EQ(one.left, left);
  EXPECT_TRUE(std::equal(one.groups.begin(), one.groups.end(), kept.begin(), kept.end(),
                         [](const auto& a, const auto& b) { return a.first == b.first && a.second == b.second; }));
  for (uint32_t workers : {3u, 8u}) EXPECT_EQ(groupedBy(workers), one) << workers;
}

}  // namespace
}  // namespace tp
