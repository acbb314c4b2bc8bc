// A drag over the histogram of durations shows the calls that its bars count, and no others.
#include <gtest/gtest.h>

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "core/io/local_files.h"
#include "core/session/search/search_question.h"
#include "tests/support/headless_window.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"
#include "tests/support/slow_build.h"
#include "tests/support/uftrace_dump.h"
#include "ui/base/time_text.h"
#include "ui/calls/duration_histogram.h"
#include "ui/view/context.h"
#include "ui/view/event_columns.h"

namespace tp {
namespace {

// From one place to another, slowly enough to be seen.
void drag(test::HeadlessWindow& window, ImVec2 from, ImVec2 to) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddMousePosEvent(from.x, from.y);
  window.frame(0.05f);
  io.AddMouseButtonEvent(0, true);
  window.frame(0.05f);
  io.AddMousePosEvent(to.x, to.y);
  window.frame(0.05f);
  window.frame(0.05f);
  io.AddMouseButtonEvent(0, false);
  window.frame(0.05f);
  window.settle(0.3f);
}

// Of this name; without one, the one that is called most.
const FunctionStats* pick(const Calls& calls, const NameTable& names, std::string_view name) {
  const FunctionStats* best = nullptr;
  for (const FunctionStats& row : calls.functions.rows) {
    const bool better = name.empty() ? best == nullptr || row.calls > best->calls : names.view(row.name) == name;
    if (better) best = &row;
  }
  return best;
}

// Lists the records of the calls that the panel of slices lists.
void showRecords(test::HeadlessWindow& window) {
  ui::Context& c = window.app().context();
  ASSERT_EQ(c.tab, ui::Tab::Slices);
  ASSERT_TRUE(c.slices.records());
  c.events.showCalls(*c.slices.records(), c.slices.title());
  c.tab = ui::Tab::Events;
  window.settle(0.3f);
}

// `all`: the calls that the histogram of the whole trace has.
void expectDragged(const std::string& path, std::string_view wanted, uint64_t all) {
  auto files = openLocalFiles({path});
  ASSERT_TRUE(files) << path;
  test::HeadlessWindow window(*files);
  ui::Context& c = window.app().context();
  window.show(ui::Tab::Functions);
  ASSERT_NE(c.session.calls(), nullptr) << path;
  const FunctionStats* chosen = pick(*c.session.calls(), c.index().names(), wanted);
  ASSERT_NE(chosen, nullptr) << path;
  c.function = chosen->name;
  const uint64_t calls = chosen->calls;
  EXPECT_EQ(calls, all) << path;
  window.settle(0.1f);

  // All of it, and the right half.
  for (float from : {970.0f, 1115.0f}) {
    c.tab = ui::Tab::Functions;
    window.settle(0.1f);
    drag(window, {from, 640}, {1264, 650});
    ASSERT_EQ(c.tab, ui::Tab::Slices) << path;
    ASSERT_NE(c.slices.question(), nullptr) << path;
    const uint64_t slices = c.slices.question()->listed().count;
    showRecords(window);
    EXPECT_FALSE(c.events.callsTitle().empty()) << path;
    const uint64_t rows = c.events.table().size();
    EXPECT_EQ(slices, rows) << path;
    if (from < 1000) {
      EXPECT_EQ(rows, calls) << path;
    } else {
      EXPECT_LT(rows, calls) << path;
    }
  }
  c.events.filter = "cpu == 0 || cpu == 1";
  window.settle(1);
  EXPECT_TRUE(c.events.callsTitle().empty()) << "a filter does not take the place of the calls";
}

// Each row of a listed call says how long that took: as the reference's entries and exits are apart.
TEST(DurationHistogram, ListedCallsHaveTheirDurations) {
  std::vector<Time> expected;
  for (const test::DumpedCall& call : test::dumpedCalls(test::readFile(test::dataPath("uftrace/kitchen.dump.txt"))))
    if (call.name == "kitchen::simmer" && call.end >= 0) expected.push_back(call.end - call.begin);
  ASSERT_EQ(expected.size(), 192u);
  auto files = openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  ui::Context& c = window.app().context();
  window.show(ui::Tab::Functions);
  c.function = c.index().names().find("kitchen::simmer");
  window.settle(0.1f);
  drag(window, {970, 640}, {1264, 650});
  showRecords(window);
  RowTable& table = c.events.table();
  ASSERT_EQ(table.size(), expected.size());
  for (int i = 0; i < 100 && !table.want(0, table.size()); ++i) window.frame(0.1f);
  std::vector<Time> told;
  for (uint64_t i = 0; i < table.size(); ++i) {
    const TableRow* row = table.row(i);
    ASSERT_NE(row, nullptr);
    ASSERT_TRUE(row->lasted.has_value());
    told.push_back(*row->lasted);
    EXPECT_EQ(ui::cellText(c, *row, i, ui::EventColumn::Duration), ui::durationText(*row->lasted, c.clock()));
  }
  std::sort(told.begin(), told.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(told, expected);
  EXPECT_TRUE(ui::hasColumn(ui::EventColumn::Duration, c));
  EXPECT_NE(c.events.columns >> static_cast<int>(ui::EventColumn::Duration) & 1, 0u);
  const std::vector<std::string> columns = ui::csvColumns(c, c.index());
  EXPECT_NE(std::find(columns.begin(), columns.end(), "dur"), columns.end());
  // All records have none.
  c.events.clearCalls();
  window.settle(0.5f);
  EXPECT_FALSE(ui::hasColumn(ui::EventColumn::Duration, c));
  EXPECT_EQ(c.events.columns >> static_cast<int>(ui::EventColumn::Duration) & 1, 0u);
}

// At the usual size of the window, however near to each other they are. Those that are equal share a label.
void expectPercentiles(const std::string& path) {
  auto files = openLocalFiles({path});
  ASSERT_TRUE(files) << path;
  test::HeadlessWindow window(*files);
  ui::Context& c = window.app().context();
  window.show(ui::Tab::Functions);
  ASSERT_NE(c.session.calls(), nullptr);
  for (const FunctionStats& row : c.session.calls()->functions.rows) {
    if (row.calls == 0) continue;
    c.function = row.name;
    window.settle(0.1f);
    const std::vector<ui::DrawnText> texts = window.texts(0.05f);
    std::vector<ui::Rect> labels;
    for (const char* name : {"median", "p90", "p99"}) {
      auto drawn = std::find_if(texts.begin(), texts.end(), [&](const ui::DrawnText& text) {
        return text.at.x > 900 && text.at.y > 600 && text.text.find(name) != std::string::npos;
      });
      ASSERT_NE(drawn, texts.end()) << c.names.text(row.name) << ": " << name;
      const ui::Rect box{drawn->at.x, drawn->at.y, ui::textWidth(c.fonts.mono, ui::kHintSize, drawn->text), 12};
      EXPECT_LE(box.x + box.w, 1280) << drawn->text;
      const bool shared = !labels.empty() && labels.back().x == box.x && labels.back().y == box.y;
      for (const ui::Rect& other : labels) {
        const bool beside = box.x >= other.x + other.w || other.x >= box.x + box.w;
        EXPECT_TRUE(shared || beside || std::abs(other.y - box.y) >= box.h) << c.names.text(row.name) << ": " << name;
      }
      labels.push_back(box);
    }
  }
}

TEST(DurationHistogram, EachPercentileHasALabel) {
  expectPercentiles(test::samplesPath("tracecmd") + "/lost-overwrite/trace.dat");
  expectPercentiles(test::samplesPath("uftrace") + "/threads12/uftrace.data");
}

TEST(DurationHistogram, ADragShowsTheCalls) {
  // As often as the reference's reports say.
  expectDragged(test::sourcePath("assets/samples/kitchen/data"), "kitchen::simmer", 192);
  expectDragged(test::samplesPath("tracecmd") + "/v7-zlib-syscalls/trace.dat", "read", 426);
}

// How many rows the calls of a bar, or several, have.
uint64_t rowsOf(test::LocalSession& local, const Calls& calls, std::string_view function,
                std::pair<Time, Time> durations) {
  CallPick pick;
  pick.function = function;
  pick.begin = calls.scope.begin;
  pick.end = calls.scope.end;
  pick.trackClass = static_cast<uint32_t>(calls.trackClass);
  pick.least = durations.first;
  pick.most = durations.second;
  for (TrackId track : calls.scope.tracks) pick.tracks.push_back(local.session.index().tracks()[track].key);
  auto question =
      std::make_shared<SearchQuestion>(JobKind::Filter, RowQuery{RowQuery::Kind::Calls, "these", std::move(pick)});
  local.session.ask(question);
  local.finish();
  EXPECT_TRUE(question->done());
  EXPECT_EQ(question->count(), question->hits().size());
  return question->hits().size();
}

// Each bar of the histogram of the function that is called most; how many bars that were.
int expectBars(const std::string& path, uint32_t workers, Time from = 0, Time to = 0) {
  auto files = openLocalFiles({path});
  if (!files) return 0;
  test::LocalSession local(workers);
  local.open(*files);
  const TraceIndex& index = local.session.index();
  CallScope scope;
  scope.stacks = false;
  if (from < to) {
    scope.begin = index.begin() + (index.end() - index.begin()) / 100 * from;
    scope.end = index.begin() + (index.end() - index.begin()) / 100 * to;
  }
  local.session.requestCalls(scope);
  local.finish();
  const Calls* calls = local.session.calls();
  if (calls == nullptr) return 0;
  std::vector<FunctionStats> rows = calls->functions.rows;
  std::sort(rows.begin(), rows.end(), [](const FunctionStats& a, const FunctionStats& b) { return a.calls > b.calls; });
  rows.resize(std::min<size_t>(rows.size(), 1));
  int bars = 0;
  // A switch from one thread to another of the same name ends one of the calls, and begins the one that goes on behind
  // the range: one row a CPU.
  const uint64_t once = scope.ranged() && calls->trackClass == 1 ? index.info().cpus : 0;
  auto expectRows = [&](const std::string& name, std::pair<Time, Time> durations, uint64_t count) {
    const uint64_t found = rowsOf(local, *calls, name, durations);
    EXPECT_LE(found, count) << path << ": " << name << " from " << durations.first << " to " << durations.second;
    EXPECT_GE(found + once, count) << path << ": " << name << " from " << durations.first << " to " << durations.second;
  };
  for (const FunctionStats& row : rows) {
    ui::DurationBars drawn;
    drawn.fill(calls->profile.durations.of(row.name));
    const std::string name(index.names().view(row.name));
    uint64_t all = 0;
    for (size_t bar = 0; bar < ui::DurationBars::kBars; ++bar) {
      all += drawn.counts[bar];
      const auto durations = drawn.durationsOf(bar, bar);
      EXPECT_EQ(durations.has_value(), drawn.counts[bar] > 0);
      if (!durations) continue;
      expectRows(name, *durations, drawn.counts[bar]);
      ++bars;
    }
    EXPECT_EQ(all, row.calls) << path << ": " << name;
    if (row.calls == 0) continue;
    const auto whole = drawn.durationsOf(0, ui::DurationBars::kBars - 1);
    expectRows(name, *whole, row.calls);
  }
  return bars;
}

TEST(DurationHistogram, EachBarHasTheRowsOfItsCalls) {
  const std::string kernel = test::samplesPath("tracecmd");
  EXPECT_GT(expectBars(kernel + "/v7-zlib-syscalls/trace.dat", 3), 10);
  EXPECT_GT(expectBars(kernel + "/v7-zstd-gcc/trace.dat", 3), 10);
  EXPECT_GT(expectBars(kernel + "/v7-markers/trace.dat", 1), 0);
  EXPECT_GT(expectBars(test::dataPath("lttng/states/data"), 2), 0);
  EXPECT_GT(expectBars(test::dataPath("lttng/2.6-le/data"), 2), 0);
  EXPECT_GT(expectBars(test::dataPath("xray/fdr-v5.xray"), 2), 2);
  EXPECT_GT(expectBars(test::sourcePath("assets/samples/kitchen/data"), 3), 5);
}

// Calls reach into the range and out of it; some go on behind it for good.
TEST(DurationHistogram, OfARangeTooAsFarAsTheCallsLieWithinIt) {
  const std::string kernel = test::samplesPath("tracecmd");
  for (auto [from, to] : {std::pair<Time, Time>{10, 60}, {45, 47}}) {
    if (test::kSlowBuild && from == 10) continue;
    expectBars(kernel + "/v7-zlib-syscalls/trace.dat", 2, from, to);
    expectBars(kernel + "/v7-zstd-gcc/trace.dat", 2, from, to);
    expectBars(test::dataPath("lttng/states/data"), 2, from, to);
    expectBars(test::dataPath("xray/fdr-v5.xray"), 2, from, to);
    EXPECT_GT(expectBars(test::sourcePath("assets/samples/kitchen/data"), 2, from, to), 2);
  }
}

// Of the calls of the whole trace, how many rows a function has of those that took so long.
class WholeTrace {
 public:
  explicit WholeTrace(const std::string& path) : local_(2) {
    auto files = openLocalFiles({path});
    EXPECT_TRUE(files) << path;
    if (!files) return;
    local_.open(*files);
    CallScope scope;
    scope.stacks = false;
    local_.session.requestCalls(scope);
    local_.finish();
  }
  uint64_t rows(std::string_view function, Time least = 0, Time most = Time{1} << 60) {
    return rowsOf(local_, *local_.session.calls(), function, {least, most});
  }

 private:
  test::LocalSession local_;
};

// `read` is part of `pread64`, of which there are 8: by the reference's text, paired by the oracle.
TEST(DurationHistogram, OneSystemCallIsNotAnotherWhoseNameHoldsIts) {
  WholeTrace trace(test::samplesPath("tracecmd") + "/v7-zlib-syscalls/trace.dat");
  EXPECT_EQ(trace.rows("read"), 426u);
  EXPECT_EQ(trace.rows("read", 10'000), 12u);
  EXPECT_EQ(trace.rows("pread64"), 8u);
  EXPECT_EQ(trace.rows("write"), 11900u) << "9 of them with a bound";
  EXPECT_EQ(trace.rows("ead"), 0u);
}

// Worked out from the texts of what was written into the traces (expected.txt beside them).
TEST(DurationHistogram, RowsAreThoseOfTheTextsOfXRayAndLttng) {
  WholeTrace xray(test::dataPath("xray/fdr-v5.xray"));
  EXPECT_EQ(xray.rows("1"), 24u);
  EXPECT_EQ(xray.rows("1", 1000), 8u);
  EXPECT_EQ(xray.rows("5"), 22u);
  EXPECT_EQ(xray.rows("5", 1000), 10u);
  EXPECT_EQ(xray.rows("7", 0, 999), 11u);
  WholeTrace lttng(test::dataPath("lttng/states/data"));
  EXPECT_EQ(lttng.rows("0x8048100"), 1u);
  EXPECT_EQ(lttng.rows("0x8048100", 9000, 9000), 1u);
  EXPECT_EQ(lttng.rows("0x8048200", 2000, 2000), 1u);
  EXPECT_EQ(lttng.rows("0x8048200", 2001), 0u);
  EXPECT_EQ(lttng.rows("0x8048900"), 0u);
}

}  // namespace
}  // namespace tp
