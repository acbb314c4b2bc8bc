// Where things are drawn, and how much of them: nothing over what it does not belong to, names and warnings in full.
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <cmath>

#include "core/io/local_files.h"
#include "tests/support/drawn.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "tests/support/uftrace_folder.h"
#include "ui/calls/duration_histogram.h"
#include "ui/view/context.h"

namespace tp {
namespace {

const std::string kKitchen = test::sourcePath("assets/samples/kitchen/data");

FileSet opened(const std::string& path) {
  auto files = openLocalFiles({path});
  EXPECT_TRUE(files) << path;
  return files ? std::move(*files) : FileSet();
}

ImU32 opaque(ImU32 colour) {
  return colour | IM_COL32_A_MASK;
}

TEST(Drawn, ARangeThatBeginsBesideTheViewIsNotOverTheLabels) {
  test::HeadlessWindow window(opened(kKitchen));
  ui::Context& c = window.app().context();
  c.drawerOpen = false;
  const Time begin = c.index().begin(), length = c.index().end() - begin;
  std::vector<TrackId> some;
  for (TrackId id = 0; id < c.index().tracks().size(); ++id)
    if (c.index().tracks()[id].key.kind == TrackKind::Thread) some.push_back(id);
  ASSERT_FALSE(some.empty());
  for (const auto& tracks : {std::vector<TrackId>(), some}) {
    c.range = ui::MarkedRange(begin + length / 4, begin + length / 2, tracks);
    for (Time from : {length / 8, length * 5 / 16}) {
      c.view.show(begin + from, begin + from + length / 2);
      c.view.jump();
      window.settle(0.5f);
      const ui::Rect labels{0, 160, c.labelWidth - 4, 400};
      EXPECT_EQ(test::drawnIn(labels, opaque(c.theme.accent)), 0u) << from;
      EXPECT_EQ(test::drawnIn(labels, opaque(c.theme.accentSoft)), 0u) << from;
      const ui::Rect view{c.labelWidth, 160, 1280 - c.labelWidth, 400};
      EXPECT_GT(test::drawnIn(view, opaque(c.theme.accent)), 0u) << from;
    }
  }
}

const ImGuiTable* tableOf(int columns) {
  ImPool<ImGuiTable>& tables = ImGui::GetCurrentContext()->Tables;
  for (int i = 0; i < tables.GetMapSize(); ++i)
    if (const ImGuiTable* table = tables.TryGetMapData(i); table != nullptr && table->ColumnsCount == columns)
      return table;
  return nullptr;
}

// However long its names: all of them, as long as there is room in the row.
TEST(Drawn, FunctionsHaveTheirNamesInFullWhereThereIsRoom) {
  constexpr float kColumns = 9 * 70, kRoom = 1260 - 14 - 16 - 54 - 16;  // what the figures take, and have
  for (size_t length = 5; length < 75; ++length) {
    std::string task;
    test::putUftraceCall(task, 3000000000, false, 0, 0);
    test::putUftraceCall(task, 3000001000, true, 0, 0);
    test::HeadlessWindow window(test::uftraceFolder({std::string(length, 'f')}, {task}));
    ui::Context& c = window.app().context();
    window.show(ui::Tab::Functions);
    const ImGuiTable* table = tableOf(12);
    ASSERT_NE(table, nullptr);
    const float wide = ui::textWidth(c.fonts.mono, ui::kMonoSize, std::string(length, 'f')) + 28;
    if (wide > kRoom - kColumns) break;
    EXPECT_GE(table->Columns[0].WidthGiven, wide) << length;
  }
}

// Where there is no room beside the chips, what the flame graph counts has lines of its own.
TEST(Drawn, TheFlameGraphSaysInFullWhatItCounts) {
  test::HeadlessWindow window(opened(kKitchen));
  ui::Context& c = window.app().context();
  window.resize(700, 480);
  c.search = "c";
  window.show(ui::Tab::Flame);
  window.settle(0.3f);
  std::string said;
  for (const ui::DrawnText& one : window.texts(0.1f)) {
    if (one.size != ui::kHintSize || one.at.y < 300) continue;
    said += one.text + " ";
    EXPECT_EQ(one.text.find("\u2026"), std::string::npos) << one.text;
    EXPECT_FALSE(one.clipped) << one.text;
  }
  EXPECT_NE(said.find("of \u201cc\u201d"), std::string::npos) << said;
}

// The file of the first task is cut within a record; the second one goes on.
TEST(Drawn, WhatFollowsALossAtTheEndIsNotRecorded) {
  for (bool cut : {false, true}) {
    std::string first, second;
    test::putUftraceCall(first, 3000000000, false, 0, 0);
    test::putUftraceCall(first, 3000001000, true, 0, 0);
    if (cut) first += "1234567";
    test::putUftraceCall(second, 3000000000, false, 0, 0);
    test::putUftraceCall(second, 3000100000, true, 0, 0);
    test::HeadlessWindow window(test::uftraceFolder({"called"}, {first, second}));
    std::vector<ui::DrawnText> texts;
    window.app().context().texts = &texts;
    window.settle(0.1f);
    const bool drawn =
        std::any_of(texts.begin(), texts.end(), [](const auto& one) { return one.text == "not recorded"; });
    EXPECT_EQ(drawn, cut);
  }
}

// The strip above the tracks.
ui::Rect overviewOf(const ui::Context& c) {
  return {c.labelWidth, ui::kHeaderHeight, 1280 - c.labelWidth, ui::kOverviewHeight};
}

// CPU 0 of v6-sched-syscalls begins to record behind most of the range, and loses records; a loss is all that there is
// on the CPU's track of net-loopback, whose events count.
TEST(Drawn, TheOverviewTellsWhatWasNotRecorded) {
  {
    test::HeadlessWindow window(opened(test::samplesPath("tracecmd") + "/v6-sched-syscalls/trace.dat"));
    ui::Context& c = window.app().context();
    window.settle(0.3f);
    const ui::Rect strip = overviewOf(c);
    const ui::Rect first{strip.x, strip.y, strip.w / 3, strip.h};
    EXPECT_GT(test::drawnIn(first, opaque(c.theme.faint)), 20u);
  }
  for (const char* name : {"lost-overwrite", "net-loopback"}) {
    test::HeadlessWindow window(opened(test::samplesPath("tracecmd") + "/" + name + "/trace.dat"));
    ui::Context& c = window.app().context();
    window.settle(0.3f);
    EXPECT_GT(test::drawnIn(overviewOf(c), opaque(c.theme.error)), 0u) << name;
    EXPECT_GT(test::drawnIn(overviewOf(c), opaque(c.theme.accent)), 40u) << name;
  }
}

// 16458 records of CPU 1 in 16.28 ms, of which 3.25 ms were lost.
TEST(Drawn, ARateIsOfTheTimeThatWasRecorded) {
  test::HeadlessWindow window(opened(test::samplesPath("tracecmd") + "/lost-overwrite/trace.dat"));
  ui::Context& c = window.app().context();
  window.show(ui::Tab::Info);
  std::vector<ui::DrawnText> texts;
  c.texts = &texts;
  window.settle(0.1f);
  const StreamState& cpu = c.index().streams()[1];
  EXPECT_EQ(cpu.name, "CPU 1");
  EXPECT_EQ(cpu.records, 16458u);
  EXPECT_EQ(cpu.lost, 3250821);
  const bool drawn = std::any_of(texts.begin(), texts.end(), [](const auto& one) {
    return one.text.starts_with("1 26") && one.text.ends_with("/s");
  });
  EXPECT_TRUE(drawn);
}

// Of the CPUs' streams, threads are made: three rows.
TEST(Drawn, TheTitleOfStreamsIsOfAllThatAreListed) {
  test::HeadlessWindow window(opened(test::dataPath("tracecmd/threads.dat")));
  window.show(ui::Tab::Info);
  ASSERT_EQ(window.app().context().index().streams().size(), 3u);
  const std::vector<ui::DrawnText> texts = window.texts(0.1f);
  EXPECT_TRUE(
      std::any_of(texts.begin(), texts.end(), [](const auto& one) { return one.text == "2 streams, 1 derived"; }));
}

// The thread's wait4 begins before a loss, and its end was not recorded.
TEST(Drawn, ASliceOfWhichAnEndIsInALossIsHatchedThere) {
  test::HeadlessWindow window(opened(test::samplesPath("tracecmd") + "/lost-overwrite/trace.dat"));
  ui::Context& c = window.app().context();
  c.drawerOpen = false;
  size_t cut = 0, unbegun = 0;
  for (TrackId id = 0; id < c.index().tracks().size(); ++id) {
    TrackKey key = c.index().tracks()[id].key;
    if (key.kind != TrackKind::Thread) continue;
    std::vector<Mark> marks, states;
    c.session.query(id, c.index().begin(), c.index().end(), 0, marks);
    key.kind = TrackKind::ThreadState;
    c.session.query(c.index().tracks().find(key), c.index().begin(), c.index().end(), 0, states);
    for (const Mark& slice : marks) {
      if (slice.aggregate() || (slice.flags & (kMarkCut | kMarkAtMost | kMarkNoBegin)) == 0) continue;
      for (const Mark& state : states) {
        if (c.index().names().view(state.name) != "unknown" || state.duration() < 100000) continue;
        if (state.begin < slice.begin || state.end > slice.end) continue;
        c.view.show(state.begin + state.duration() / 4, state.end - state.duration() / 4);
        c.view.jump();
        c.reveal = id;
        window.settle(0.3f);
        for (const auto& view : window.app().trackViews()) {
          if (view.id != id || view.top < 150 || view.top > 600) continue;
          const ui::Rect place{c.labelWidth, view.top, 1280 - c.labelWidth, view.height};
          ++((slice.flags & (kMarkCut | kMarkAtMost)) != 0 ? cut : unbegun);
          EXPECT_GT(test::drawnIn(place, opaque(c.theme.faint)), 20u) << id;
        }
      }
    }
  }
  EXPECT_GT(cut, 0u);
  EXPECT_GT(unbegun, 0u);
}

TEST(Drawn, WhatTellsPlottedLinesApartIsInTheirLabels) {
  test::HeadlessWindow window(opened(test::dataPath("tracecmd/threads.dat")));
  ui::Context& c = window.app().context();
  c.drawerOpen = false;
  ASSERT_TRUE(window.app().command("plot", std::vector<std::string>{"sched_switch", "next_pid", "prev_comm"}));
  window.settle(0.1f);
  size_t lines = 0;
  c.scroll = 0;
  window.settle(0.1f);
  for (const auto& view : window.app().trackViews()) {
    const Track& track = c.index().tracks()[view.id];
    if (track.key.kind != TrackKind::Counter || track.key.label.rfind("plot ", 0) != 0) continue;
    if (view.top < 150 || view.top > 600) continue;
    EXPECT_TRUE(track.detail.starts_with("prev_comm ")) << track.detail;
    // Below the name, whose line ends some 17 points below the top; at the right is how far the line goes.
    const ui::Rect below{0, view.top + 18, 60, 14};
    EXPECT_GT(test::drawnIn(below, opaque(c.theme.faint)), 0u) << track.detail;
    ++lines;
  }
  EXPECT_GT(lines, 1u);
}

TEST(Drawn, TheAxisOfDurationsHasNumbers) {
  test::HeadlessWindow window(opened(kKitchen));
  ui::Context& c = window.app().context();
  window.show(ui::Tab::Functions);
  ASSERT_NE(c.session.calls(), nullptr);
  const Calls& calls = *c.session.calls();
  size_t drawn = 0;
  for (const FunctionStats& row : calls.functions.rows) {
    if (row.calls == 0) continue;
    ui::DurationBars bars;
    bars.fill(calls.profile.durations.of(row.name));
    const double last = static_cast<double>(ui::DurationBars::kBars - 1);
    EXPECT_NEAR(static_cast<double>(bars.durationAt(0)), static_cast<double>(row.min), 1);
    if (row.max > 2 * row.min) {
      EXPECT_NEAR(static_cast<double>(bars.durationAt(last)), static_cast<double>(row.max),
                  static_cast<double>(row.max) * 1e-9 + 1);
      const double middle = std::sqrt(static_cast<double>(row.min) * static_cast<double>(row.max));
      EXPECT_NEAR(static_cast<double>(bars.durationAt(last / 2)), middle, middle * 1e-9 + 1);
      c.function = row.name;
      ++drawn;
    }
  }
  ASSERT_GT(drawn, 0u);
  const ui::Rect below{950, 674, 330, 14};
  window.settle(0.1f);
  // At both ends, and in the middle.
  for (float part : {0.0f, 0.34f, 0.67f})
    EXPECT_GT(test::drawnIn({below.x + part * below.w, below.y, below.w / 3, below.h}, opaque(c.theme.dim)), 0u)
        << part;
}

TEST(Drawn, WarningsAreToldInFullUnderThePointer) {
  std::string task;
  test::putUftraceCall(task, 3000000000, false, 0, 0);
  test::putUftraceCall(task, 3000001000, true, 0, 0);
  FileSet files = test::uftraceFolder({"main"}, {task});
  std::string found;
  for (int i = 0; i < 300; ++i) found += " word" + std::to_string(i);
  files.note({"many/lost.dat", kNoOffset, "something that can be read", found});
  test::HeadlessWindow window(files);
  ui::Context& c = window.app().context();
  ASSERT_EQ(c.index().warningCount(), 1u);
  window.show(ui::Tab::Info);
  auto tipAlong = [&](int from, int to) {
    for (int y = from; y < to; y += 4) {
      ImGui::GetIO().AddMousePosEvent(1000, static_cast<float>(y));
      window.frame(0.1f);
      window.frame(0.1f);
      if (test::tipDrawn()) return y;
    }
    return 0;
  };
  const int row = tipAlong(400, 700);
  ASSERT_GT(row, 0) << "in its row";
  // Chosen, it stands below; there is no room for all of this one there, either.
  c.warning.choose(c, 0);
  window.settle(0.1f);
  EXPECT_GT(tipAlong(row + 40, 690), 0) << "below the rows";
  // Nothing of it is drawn over the footer.
  EXPECT_EQ(test::drawnIn({900, 720 - ui::kFooterHeight + 1, 300, 3}, opaque(c.theme.text)), 0u);
}

}  // namespace
}  // namespace tp
