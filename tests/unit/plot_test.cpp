// A field as a counter, against the values that the events have.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/analysis/event_merge.h"
#include "core/analysis/numeric_field.h"
#include "core/export/event_text.h"
#include "core/formats/registry.h"
#include "core/io/local_files.h"
#include "core/session/plot/plot_question.h"
#include "nlohmann/json.hpp"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

using Values = std::vector<std::pair<Time, int64_t>>;

// Of an integer field, out of the JSON lines that `tracepane events` prints.
Values fromJson(const FileSet& files, const std::string& event, const std::string& before) {
  Values out;
  auto reader = openTrace(files);
  EventMerge merge(**reader, files);
  EventRow row;
  std::string line;
  while (merge.next()) {
    merge.describe(row);
    line.clear();
    appendEventJson(line, row);
    nlohmann::json json = nlohmann::json::parse(line);
    if (json["name"] != event || json["kind"] == "exit" || !json.contains("args")) continue;
    std::string args = json["args"];
    size_t at = args.find(before);
    if (at != std::string::npos) out.emplace_back(merge.record().time, std::stoll(args.substr(at + before.size())));
  }
  std::sort(out.begin(), out.end());
  return out;
}

struct Plotted {
  explicit Plotted(const std::string& path, uint32_t workers = 2) : local(workers) {
    auto opened = openLocalFiles({path});
    if (!opened) return;
    files = std::move(*opened);
    local.open(files);
  }
  std::shared_ptr<PlotQuestion> ask(PlotSpec spec) {
    auto question = std::make_shared<PlotQuestion>(std::move(spec));
    local.session.ask(question);
    local.finish();
    EXPECT_TRUE(question->done());
    return question;
  }
  std::vector<Mark> marks(TrackId track, int level) {
    std::vector<Mark> out;
    const TraceIndex& index = local.session.index();
    local.session.query(track, index.begin(), index.end(), level, out);
    return out;
  }
  Values values(TrackId track) {
    Values out;
    for (const Mark& mark : marks(track, 0)) {
      EXPECT_EQ(mark.count, 1u);
      out.emplace_back(mark.begin, mark.total);
    }
    std::sort(out.begin(), out.end());
    return out;
  }

  FileSet files;
  test::LocalSession local;
};

void compare(const std::string& path, const PlotSpec& spec, const std::string& before) {
  SCOPED_TRACE(spec.name());
  Plotted plotted(path);
  auto question = plotted.ask(spec);
  ASSERT_EQ(question->tracks().size(), 1u);
  Values expected = fromJson(plotted.files, spec.event, before);
  ASSERT_FALSE(expected.empty());
  EXPECT_EQ(question->samples(), expected.size());
  EXPECT_EQ(plotted.values(question->tracks()[0]), expected);
  const TraceIndex& index = plotted.local.session.index();
  const Track& track = index.tracks()[question->tracks()[0]];
  EXPECT_EQ(track.name, spec.event + "." + spec.field);
  EXPECT_EQ(index.tracks()[track.parent].name, "Plots");
  // Coarser levels stand for as many.
  for (int level : {8, 16, 24, 40}) {
    uint64_t count = 0;
    for (const Mark& mark : plotted.marks(question->tracks()[0], level)) count += mark.count;
    EXPECT_EQ(count, expected.size()) << level;
  }
}

TEST(Plot, FieldsOfEvents) {
  compare(test::dataPath("tracecmd/threads.dat"), {"sched_waking", "pid"}, "pid=");
  compare(test::samplesPath("lttng") + "/gen-2x/le-26-al4", {"kernel.sched_schedule", "next_pid"}, "next_pid = ");
  compare(test::samplesPath("tracecmd") + "/v7-none-sched/trace.dat", {"sched_switch", "prev_prio"}, "prev_prio=");
  compare(test::samplesPath("uftrace") + "/fib-args/uftrace.data", {"fib", "arg1"}, "");
}

// The text of the record has the unit: "runtime=294662 [ns]". Of other fields no unit is told.
TEST(Plot, UnitsAreThoseOfTheText) {
  Plotted plotted(test::samplesPath("tracecmd") + "/v7-none-sched/trace.dat");
  for (const auto& [field, name] :
       {std::pair{"runtime", "sched_stat_runtime.runtime, ns"}, std::pair{"pid", "sched_stat_runtime.pid"}}) {
    auto question = plotted.ask({"sched_stat_runtime", field});
    ASSERT_EQ(question->tracks().size(), 1u);
    EXPECT_EQ(plotted.local.session.index().tracks()[question->tracks()[0]].name, name);
  }
}

TEST(Plot, OneLineForEachValueAndFilters) {
  std::string folder = test::samplesPath("tracecmd");
  Plotted plotted(folder + "/v7-none-sched/trace.dat");
  uint64_t all = plotted.ask({"sched_switch", "prev_prio"})->samples();
  auto byCpu = plotted.ask({"sched_switch", "prev_prio", "cpu"});
  EXPECT_EQ(byCpu->tracks().size(), 2u);
  EXPECT_EQ(byCpu->samples(), all);
  uint64_t first = plotted.ask({"sched_switch", "prev_prio", "", "cpu == 0"})->samples();
  uint64_t second = plotted.ask({"sched_switch", "prev_prio", "", "cpu == 1"})->samples();
  EXPECT_GT(first, 0u);
  EXPECT_EQ(first + second, all);
  EXPECT_TRUE(plotted.ask({"sched_switch", "prev_comm"})->tracks().empty());
  EXPECT_TRUE(plotted.ask({"no such event", "x"})->tracks().empty());
}

// What is near where somebody looks is kept apart from the rest: nothing is lost or told twice where they meet.
TEST(Plot, WhereSomebodyLooks) {
  Plotted plotted(test::dataPath("tracecmd/threads.dat"));
  const TraceIndex& index = plotted.local.session.index();
  PlotSpec spec{"sched_waking", "pid"};
  Values all = plotted.values(plotted.ask(spec)->tracks().at(0));
  size_t lanes = index.lanesOf(plotted.ask(spec)->tracks().at(0)).size();
  spec.nearBegin = all[all.size() / 3].first;
  spec.nearEnd = all[all.size() / 2].first;
  EXPECT_EQ(spec, (PlotSpec{"sched_waking", "pid"})) << "it is the same plot";
  auto near = plotted.ask(spec);
  EXPECT_EQ(plotted.values(near->tracks().at(0)), all);
  EXPECT_EQ(near->samples(), all.size());
  EXPECT_GT(index.lanesOf(near->tracks()[0]).size(), lanes);
  for (int level : {8, 16, 24, 40}) {
    uint64_t count = 0;
    for (const Mark& mark : plotted.marks(near->tracks()[0], level)) count += mark.count;
    EXPECT_EQ(count, all.size()) << level;
  }
}

TEST(Plot, CanBeTakenAway) {
  Plotted plotted(test::dataPath("tracecmd/threads.dat"));
  auto question = plotted.ask({"sched_waking", "pid"});
  ASSERT_EQ(question->tracks().size(), 1u);
  plotted.local.session.removeLanes(question->tracks()[0]);
  EXPECT_TRUE(plotted.marks(question->tracks()[0], 0).empty());
  // And come again.
  auto again = plotted.ask({"sched_waking", "pid"});
  EXPECT_EQ(again->tracks(), question->tracks());
  EXPECT_EQ(plotted.values(again->tracks()[0]).size(), question->samples());
}

TEST(Plot, NumbersInText) {
  int64_t value = 0;
  EXPECT_TRUE(wholeNumber("294662 [ns]", value));
  EXPECT_EQ(value, 294662);
  EXPECT_TRUE(wholeNumber("-5", value));
  EXPECT_EQ(value, -5);
  EXPECT_TRUE(wholeNumber("0x1f", value));
  EXPECT_EQ(value, 31);
  EXPECT_TRUE(wholeNumber("2.5", value));
  EXPECT_FALSE(wholeNumber("R+", value));
  EXPECT_FALSE(wholeNumber("12abc", value));
  EventRow row;
  row.kind = "entry";
  row.args = "3, \"a, b\", {x, 1}, 0x10";
  EXPECT_TRUE(numericField(row, "arg4", value));
  EXPECT_EQ(value, 16);
  EXPECT_FALSE(numericField(row, "arg2", value));
  ASSERT_EQ(numericFields(row).size(), 2u);
}

}  // namespace
}  // namespace tp
