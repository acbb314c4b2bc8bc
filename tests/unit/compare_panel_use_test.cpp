// What the panel Compare does when it is used: it says why it does nothing, and rows stay where they are.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <optional>

#include "tests/support/compare_window.h"
#include "ui/compare/compare_functions.h"
#include "ui/compare/compare_scopes.h"
#include "ui/compare/compare_threads.h"
#include "ui/compare/compare_times.h"

namespace tp {
namespace {

using test::command;
using test::kAfter;
using test::kBefore;
using test::opened;

TEST(ComparePanelUse, OfThreadsOnlyWhereTheTraceTellsThem) {
  auto window = opened({kBefore, kAfter});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  for (const char* by : {"threads", "waits", "latencies"}) {
    EXPECT_FALSE(command(*window, {by}));
    EXPECT_NE(c.noticeNow().find(by == std::string("threads") ? "Not by thread" : std::string("No ") + by),
              std::string_view::npos)
        << c.noticeNow();
    EXPECT_EQ(ui::comparedBy(c), ui::ComparedBy::Functions);
  }
  window.reset();
  window = opened({test::samplesPath("tracecmd") + "/v7-none-sched/trace.dat"});
  ASSERT_TRUE(window);
  for (const char* by : {"threads", "waits", "latencies"}) EXPECT_TRUE(command(*window, {by}));
}

TEST(ComparePanelUse, TwoRecordingsOfASideSayWhatPTakes) {
  std::vector<std::string> paths;
  for (const char* name : {"plain", "slower", "often", "locked"})
    paths.push_back(test::dataPath(std::string("uftrace/planted/") + name + ".data"));
  auto window = opened(paths);
  ASSERT_TRUE(window);
  ASSERT_TRUE(command(*window, {"recordings"}));
  ASSERT_NE(test::found(*window), nullptr);
  const auto tables = ui::compareTables(window->app().context());
  EXPECT_NE(tables[0].title.find("2 against 2 recordings, p, q and the effect take 3 of each side"), std::string::npos)
      << tables[0].title;
  EXPECT_EQ(std::count(tables[0].head.begin(), tables[0].head.end(), "p"), 0);
  window.reset();
  window = opened({kBefore, kAfter});
  ASSERT_TRUE(command(*window, {"recordings"}));
  EXPECT_NE(window->app().context().noticeNow().find("three of each"), std::string_view::npos);
}

// What is B then is stretched, and the former B no longer is.
TEST(ComparePanelUse, ExchangedSidesAreStretchedTheOtherWay) {
  auto window = opened({kBefore, kAfter});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  ASSERT_TRUE(window->app().command("trace.stretch-compared", std::vector<std::string>{}));
  ASSERT_EQ(c.joint.stretches.size(), 1u);
  const uint32_t former = c.joint.stretches[0].trace;
  const double factor = factorOf(c.joint.stretches[0]);
  ui::exchangeSides(c);
  ASSERT_EQ(c.joint.stretches.size(), 1u);
  EXPECT_NE(c.joint.stretches[0].trace, former);
  EXPECT_NEAR(factorOf(c.joint.stretches[0]) * factor, 1, 1e-6);
  // What is not stretched stays so.
  ASSERT_TRUE(window->app().command("trace.reset-stretch", std::vector<std::string>{}));
  ui::exchangeSides(c);
  EXPECT_TRUE(c.joint.stretches.empty());
}

// Where the text of a row is drawn; nullopt: it is not.
std::optional<float> rowOf(test::HeadlessWindow& window, const std::string& name) {
  for (const ui::DrawnText& text : window.texts(0.1f))
    if (text.text == name && text.mono && text.at.x < 200 && !text.clipped) return text.at.y;
  return std::nullopt;
}

// A second click hits the row of the first.
TEST(ComparePanelUse, RowsStayWhereTheyAreWhenOneIsChosen) {
  auto window = opened({test::dataPath("uftrace/planted/plain.data"), test::dataPath("uftrace/planted/slower.data")});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  const FunctionComparison* found = test::found(*window);
  ASSERT_NE(found, nullptr);
  const std::string name = found->changes[0].name;
  for (const float width : {1090.f, 1150.f, 1280.f, 1400.f, 1600.f}) {
    window->resize(width, 720);
    c.function = kNoName;
    window->settle(0.1f);
    const std::optional<float> before = rowOf(*window, name);
    ASSERT_TRUE(before);
    c.function = c.index().names().find(name);
    window->settle(0.1f);
    EXPECT_EQ(rowOf(*window, name), before) << width;
  }
}

// Latencies have long sentences, and durations beside the table, beneath these.
TEST(ComparePanelUse, SentencesHaveTheWholeWidth) {
  auto window = opened({test::samplesPath("tracecmd") + "/v6-sched-syscalls/trace.dat"});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  ui::compareHalves(c);
  ASSERT_TRUE(command(*window, {"latencies"}));
  window->resize(1265, 720);
  window->settle(0.1f);
  const TimedComparison* found = ui::timesOf(c, *ui::compared(c), true);
  ASSERT_NE(found, nullptr);
  const std::string sentence = ui::timesSentence(c, *found);
  const ui::CompareRows rows = ui::timesRows(c, *found);
  size_t row = 0;
  std::optional<float> before;
  for (; row < rows.count; ++row)
    if (found->changes[row].b.median && (before = rowOf(*window, rows.name(row)))) break;
  ASSERT_TRUE(before);
  for (const bool chosen : {false, true}) {
    if (chosen) rows.choose(row);
    window->settle(0.1f);
    float widest = 0;
    for (const ui::DrawnText& text : window->texts(0.1f))
      if (!text.mono && sentence.find(text.text) != std::string::npos)
        widest = std::max(widest, ui::textWidth(c.fonts.words, text.size, text.text));
    EXPECT_GT(widest, 800) << sentence;
    EXPECT_EQ(rowOf(*window, rows.name(row)), before);
  }
}

bool draws(test::HeadlessWindow& window, std::string_view part) {
  const std::vector<ui::DrawnText> texts = window.texts(0.1f);
  return std::any_of(texts.begin(), texts.end(),
                     [part](const ui::DrawnText& text) { return text.text.find(part) != std::string::npos; });
}

TEST(ComparePanelUse, LossesComeFirstInSmallWindows) {
  const std::string samples = test::samplesPath("tracecmd");
  auto window = opened({samples + "/v7-zlib-syscalls/trace.dat", samples + "/v7-none-sched/trace.dat"});
  ASSERT_TRUE(window);
  window->resize(700, 480);
  for (const char* by : {"threads", "latencies"}) {
    ASSERT_TRUE(command(*window, {by}));
    window->settle(0.1f);
    const std::vector<ui::DrawnText> texts = window->texts(0.1f);
    EXPECT_TRUE(std::any_of(texts.begin(), texts.end(), [](const ui::DrawnText& text) {
      return text.text.starts_with("A: records lost at 32 places. ");
    })) << by;
  }
}

TEST(ComparePanelUse, WhatASideLacksIsToldInThePanel) {
  const std::string killed = test::samplesPath("uftrace") + "/killed-recorder/uftrace.data";
  auto window = opened({test::dataPath("uftrace/planted/plain.data"), killed});
  ASSERT_TRUE(window);
  const FunctionComparison* found = test::found(*window);
  ASSERT_NE(found, nullptr);
  EXPECT_TRUE(draws(*window, "B has no calls of known duration: there is nothing to compare A with"));
  const auto tables = ui::compareTables(window->app().context());
  ASSERT_EQ(tables.size(), 2u);
  EXPECT_TRUE(tables[1].rows.back()[1].starts_with("B has no calls of known duration")) << tables[1].rows.back()[1];
}

TEST(ComparePanelUse, ColumnsOfAAndBGoTogether) {
  auto window = opened({kBefore, kAfter});
  ASSERT_TRUE(window);
  ASSERT_NE(test::found(*window), nullptr);
  bool hidden = false;
  for (float width = 480; width <= 1300; width += 20) {
    window->resize(width, 720);
    window->settle(0.1f);
    for (const char* title : {"Self in ", "Calls in "}) {
      const bool a = draws(*window, title + std::string("A")), b = draws(*window, title + std::string("B"));
      EXPECT_EQ(a, b) << title << width;
      hidden = hidden || !a;
    }
  }
  EXPECT_TRUE(hidden) << "some widths have no room for all columns";
}

TEST(ComparePanelUse, ADoubleClickSaysThatSandwichIsOfBothSides) {
  auto window = opened({kBefore, kAfter});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  const FunctionComparison* found = test::found(*window);
  ASSERT_NE(found, nullptr);
  ui::functionRows(c, *found).open(0);
  EXPECT_NE(c.noticeNow().find("of all calls, those of A and B together"), std::string_view::npos) << c.noticeNow();
}

TEST(ComparePanelUse, TheMenuOfAThreadSaysWhyItCanNotBeCompared) {
  const std::string samples = test::samplesPath("tracecmd");
  auto window = opened({samples + "/v7-none-sched/trace.dat", samples + "/v7-zstd-gcc/trace.dat"});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  ASSERT_TRUE(command(*window, {"threads"}));
  window->settle(0.1f);
  const ThreadComparison* found =
      ui::compareView(c).answer.threads(c.session, *ui::compared(c), ui::compareView(c).how, true);
  ASSERT_NE(found, nullptr);
  const ui::CompareRows rows = ui::threadRows(c, *found);
  for (const size_t side : {0u, 1u}) {
    size_t row = 0;
    while (row < rows.count && (side == 0 ? found->changes[row].a : found->changes[row].b).threads > 0) ++row;
    ASSERT_LT(row, rows.count);
    rows.menu(row, std::nullopt);
    for (int frame = 0; frame < 3; ++frame) window->frame(0.1f);
    const std::string label = std::string("Compare what these threads did: ") + ui::sideName(side) + " has none";
    const auto item = std::find_if(c.controls.begin(), c.controls.end(),
                                   [&label](const ui::Control& control) { return control.label == label; });
    ASSERT_NE(item, c.controls.end()) << label;
    EXPECT_FALSE(item->enabled);
    ImGui::GetIO().AddKeyEvent(ImGuiKey_Escape, true);
    window->frame(0.1f);
    ImGui::GetIO().AddKeyEvent(ImGuiKey_Escape, false);
    window->settle(0.1f);
  }
}

// Calls of few nanoseconds often last equally long.
TEST(ComparePanelUse, SlowestCallsThatTieAreTold) {
  auto window = opened({kBefore, kAfter});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  const FunctionComparison* all = test::found(*window);
  ASSERT_NE(all, nullptr);
  std::vector<std::string> names;
  for (const FunctionChange& one : all->changes) names.push_back(one.name);
  bool tied = false;
  for (const std::string& name : names) {
    ui::compareSlowest(c, c.index().names().find(name), SlowestShare::kAll / 2);
    if (test::found(*window) == nullptr) continue;
    const std::optional<SlowestCalls>& parted = ui::compareView(c).answer.parted();
    ASSERT_TRUE(parted);
    const std::string said = ui::slowestText(c, *ui::compared(c));
    EXPECT_EQ(said.find("with them, the slowest 50 % are ") != std::string::npos, parted->slowest > parted->wanted)
        << name << said;
    tied = tied || parted->slowest > parted->wanted;
  }
  EXPECT_TRUE(tied);
}

TEST(ComparePanelUse, ACopyOfARecordingIsTold) {
  auto window = opened({kBefore, kBefore, kAfter});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  const std::vector<TracePart>& parts = c.index().info().parts;
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(parts[1].copyOf, parts[0].number);
  EXPECT_EQ(parts[2].copyOf, parts[2].number);
  const std::string words = parts[1].name + " is the same recording as " + parts[0].name;
  const FunctionComparison* found = test::found(*window);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->sideB.copies, words);
  EXPECT_TRUE(draws(*window, "B: " + words));
  EXPECT_TRUE(found->changes.empty());
  // A copy is a further recording of A.
  ui::chooseSide(c, 1, {parts[2].number});
  ASSERT_TRUE(ui::tickRecording(c, 0, parts[1].number));
  found = test::found(*window);
  ASSERT_NE(found, nullptr);
  ASSERT_TRUE(found->recordings);
  EXPECT_EQ(found->recordings->copies, 1u);
  EXPECT_EQ(found->sideA.copies, words);
  EXPECT_NE(ui::functionsSentence(c, *found).find("no p, as 1 is the same as another one"), std::string::npos);
  // Of other recordings, nothing is said.
  ui::chooseSide(c, 0, {parts[0].number});
  found = test::found(*window);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->sideA.copies + found->sideB.copies, "");
}

TEST(ComparePanelUse, ASideThatHasTheOtherOneSaysSo) {
  auto window = opened({kBefore, kAfter});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  EXPECT_EQ(ui::containedText(*ui::compared(c)), "");
  ui::chooseSide(c, 1, {});
  EXPECT_EQ(ui::scopeWords(c, (*ui::compared(c))[1]), "all 2 traces");
  EXPECT_TRUE(draws(*window, "B has all of A, too."));
  ui::exchangeSides(c);
  EXPECT_TRUE(draws(*window, "A has all of B, too."));
  ComparedScope first, second;
  first.begin = second.begin = c.index().begin();
  first.end = second.end = c.index().end();
  second.begin = first.begin + 1;
  EXPECT_EQ(ui::containedText({first, second}), "A has all of B, too.");
  second.end = first.end + 1;
  EXPECT_EQ(ui::containedText({first, second}), "");
  EXPECT_EQ(ui::containedText({first, {}}), "B has all of A, too.");
  first.tracks = {3, 5};
  second = first;
  EXPECT_EQ(ui::containedText({first, second}), "") << "both are the same";
  second.tracks = {5};
  EXPECT_EQ(ui::containedText({first, second}), "A has all of B, too.");
}

// The tables of the panel outlive what was open when they were drawn.
TEST(ComparePanelUse, WhatIsOpenedNextHasRowsOfItsOwn) {
  auto window = opened({kAfter, kBefore});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  const FunctionComparison* before = test::found(*window);
  ASSERT_NE(before, nullptr);
  const size_t few = before->changes.size();
  for (const bool stacks : {true, false}) {
    ui::compareView(c).by = stacks ? ui::ComparedBy::Stacks : ui::ComparedBy::Functions;
    window->settle(0.1f);
  }
  const uint64_t number = ui::compareView(c).answer.number();
  const std::string samples = test::samplesPath("uftrace");
  window->reopen(*openLocalFiles({samples + "/cxx/uftrace.data", samples + "/sched/uftrace.data"}), {});
  window->resize(1280, 1400);
  const FunctionComparison* found = test::found(*window);
  ASSERT_NE(found, nullptr);
  EXPECT_NE(ui::compareView(c).answer.number(), number);
  EXPECT_NE(found->changes.size(), few);
  // The column is as wide as the longest name, or as there is room.
  size_t rows = 0;
  for (const ui::DrawnText& text : window->texts(0.1f))
    for (const FunctionChange& one : found->changes) rows += text.mono && text.at.x < 200 && text.text == one.name;
  EXPECT_GT(rows, few);
}

// Whether a tooltip is drawn, with the pointer there.
bool tipAt(test::HeadlessWindow& window, ImVec2 at) {
  ImGui::GetIO().AddMousePosEvent(at.x, at.y);
  for (int frame = 0; frame < 3; ++frame) window.frame(0.1f);
  return ImGui::GetForegroundDrawList()->VtxBuffer.Size > 0;
}

// In little room, sentences are cut: each of their lines has a tip with all of it.
TEST(ComparePanelUse, SentencesThatAreCutHaveATip) {
  auto window = opened({test::samplesPath("tracecmd") + "/v6-sched-syscalls/trace.dat"});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  ui::compareHalves(c);
  window->resize(700, 480);
  for (const char* by : {"latencies", "waits", "threads"}) {
    ASSERT_TRUE(command(*window, {by}));
    window->settle(0.1f);
    size_t cut = 0;
    std::vector<ui::DrawnText> texts = window->texts(0.1f);
    std::erase_if(texts, [](const ui::DrawnText& text) { return text.mono; });
    for (size_t i = 1; i < texts.size(); ++i) {
      const ui::DrawnText &line = texts[i - 1], &last = texts[i];
      const bool below = line.at.x == last.at.x && last.at.y - line.at.y == 16 && line.size == last.size;
      if (!below || !last.text.ends_with("\u2026")) continue;
      ++cut;
      for (const ui::DrawnText* one : {&line, &last})
        EXPECT_TRUE(tipAt(*window, {one->at.x + 40, one->at.y + 6})) << one->text;
      EXPECT_FALSE(tipAt(*window, {line.at.x + 40, line.at.y - 60}));
    }
    EXPECT_EQ(cut, 1u) << by;
  }
}

// No row is cut at the lower edge, whatever the height, and a low window has some.
TEST(ComparePanelUse, LowWindowsHaveWholeRows) {
  auto window = opened({test::dataPath("uftrace/planted/plain.data"), test::dataPath("uftrace/planted/moved.data")});
  ASSERT_TRUE(window);
  const FunctionComparison* found = test::found(*window);
  ASSERT_NE(found, nullptr);
  for (const float height : {480.f, 600.f, 720.f, 721.f, 729.f}) {
    window->resize(height == 480 ? 700 : 1280, height);
    window->settle(0.1f);
    size_t rows = 0;
    for (const ui::DrawnText& text : window->texts(0.1f))
      for (const FunctionChange& one : found->changes)
        if (text.mono && text.text.starts_with(one.name) && text.at.x < 200) {
          ++rows;
          EXPECT_LE(text.at.y + text.size, text.clip.w) << height;
        }
    EXPECT_GE(rows, 4u) << height;
  }
}

// Of the folder of both, one is open at first.
TEST(ComparePanelUse, TwoTracesOfOneDropAreOfferedToBeCompared) {
  auto files = openLocalFiles({test::dataPath("uftrace/compared")});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  ui::Context& c = window.app().context();
  std::optional<JoinOptions> asked;
  c.host.reopen = [&asked](const JoinOptions& options) { asked = options; };
  EXPECT_FALSE(window.app().command("open-together", std::vector<std::string>{"apart"}));
  ASSERT_FALSE(asked);
  EXPECT_TRUE(window.press("Compare these two"));
  ASSERT_TRUE(asked);
  EXPECT_TRUE(asked->together);
  EXPECT_EQ(c.tab, ui::Tab::Compare);
}

}  // namespace
}  // namespace tp
