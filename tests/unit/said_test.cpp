// What panels and the footer say in words, so that nobody has to guess.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <string>

#include "core/io/local_files.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "tests/support/uftrace_folder.h"
#include "ui/view/context.h"
#include "ui/view/losses.h"

namespace tp {
namespace {

FileSet opened(const std::string& path) {
  auto files = openLocalFiles({path});
  EXPECT_TRUE(files) << path;
  return files ? std::move(*files) : FileSet();
}

// All texts of a frame with this panel, each on a line of its own.
std::string textsOf(test::HeadlessWindow& window, ui::Tab tab) {
  window.show(tab);
  const std::vector<ui::DrawnText> texts = window.texts(0.1f);
  std::string all;
  for (const ui::DrawnText& text : texts) all += "\n" + text.text;
  return all + "\n";
}

bool says(const std::string& texts, std::string_view what) {
  return texts.find(what) != std::string::npos;
}

TEST(Said, OneIsNoneOfSeveral) {
  std::string task;
  test::putUftraceCall(task, 3000000000, false, 0, 0);
  test::putUftraceCall(task, 3000001000, true, 0, 0);
  test::HeadlessWindow window(test::uftraceFolder({"only"}, {task}));
  window.app().context().function = window.app().context().index().names().find("only");
  const std::string texts = textsOf(window, ui::Tab::Functions);
  EXPECT_TRUE(says(texts, "\n1 function in the whole trace\n")) << texts;
  EXPECT_TRUE(says(texts, "\n1 call by duration")) << texts;
}

TEST(Said, ThatNoTrackMatchesTheFilter) {
  test::HeadlessWindow window(opened(test::sourcePath("assets/samples/kitchen/data")));
  ui::Context& c = window.app().context();
  auto filtered = [&](const char* filter) {
    c.choice.filter = filter;
    c.layoutStale = true;
    return textsOf(window, ui::Tab::Info);
  };
  EXPECT_TRUE(says(filtered("nonsense"), "\nNo track matches \"nonsense\".")) << filtered("nonsense");
  EXPECT_TRUE(says(filtered("/(/"), "\nThe filter of tracks can't be used: ")) << filtered("/(/");
  EXPECT_FALSE(says(filtered("kitchen"), "No track matches"));
}

// The perf files of `cxx` begin 231 ms before its first call.
TEST(Said, ThatRecordsComeBeforeTheFirstCall) {
  for (const char* name : {"cxx", "fib-noevent"}) {
    test::HeadlessWindow window(opened(test::samplesPath("uftrace") + "/" + name + "/uftrace.data"));
    const std::string texts = textsOf(window, ui::Tab::Info);
    EXPECT_EQ(says(texts, "\nBefore that\n"), name == std::string_view("cxx")) << texts;
  }
}

// Without system calls, nothing but the CPUs' tracks has slices.
TEST(Said, ThatThreadsCountAsCallsOfCpus) {
  test::HeadlessWindow window(opened(test::samplesPath("tracecmd") + "/v7-none-sched/trace.dat"));
  EXPECT_TRUE(says(textsOf(window, ui::Tab::Functions), "\nOf the CPUs' tracks: a thread's turn"));
}

// `uftrace report` has one call of depth3, of 220 ns; the other one was under way when the program crashed.
TEST(Said, HowLongCallsAreDrawnThatDidNotEnd) {
  test::HeadlessWindow window(opened(test::samplesPath("uftrace") + "/segv/uftrace.data"));
  const std::string texts = textsOf(window, ui::Tab::Functions);
  EXPECT_TRUE(says(texts, "\n1 (76.")) << texts;
}

TEST(Said, ThatWhatCpusDidIsNotCounted) {
  test::HeadlessWindow window(opened(test::samplesPath("tracecmd") + "/v6-sched-syscalls/trace.dat"));
  ui::Context& c = window.app().context();
  EXPECT_TRUE(says(textsOf(window, ui::Tab::Functions), "\nCalls of threads; interrupts are on the CPUs' tracks"));
  std::vector<TrackId> cpus;
  for (TrackId id = 0; id < c.index().tracks().size(); ++id)
    if (c.index().tracks()[id].key.kind == TrackKind::Cpu) cpus.push_back(id);
  ASSERT_GE(cpus.size(), 2u);
  c.range = ui::MarkedRange(c.index().begin(), c.index().end(), cpus);
  const std::string texts = textsOf(window, ui::Tab::Functions);
  EXPECT_TRUE(says(texts, " of " + std::to_string(cpus.size()) + " CPUs\n")) << texts;
  EXPECT_FALSE(says(texts, "\nCalls of threads"));
}

TEST(Said, WhereNothingIsSelectedThatHasAName) {
  test::HeadlessWindow window(opened(test::sourcePath("assets/samples/kitchen/data")));
  ui::Context& c = window.app().context();
  for (const char* id : {"next-same", "previous-same"}) {
    c.notice.clear();
    EXPECT_FALSE(window.app().command(id, {}));
    EXPECT_TRUE(says(c.notice, "Select a slice first")) << id;
  }
}

TEST(Said, WhereTheSelectionIsOnATrackOutOfSight) {
  test::HeadlessWindow window(opened(test::sourcePath("assets/samples/kitchen/data")));
  ui::Context& c = window.app().context();
  std::optional<ui::Selection> one;
  for (TrackId id = 0; id < c.index().tracks().size() && !one; ++id) {
    std::vector<Mark> marks;
    if (c.index().tracks()[id].key.kind != TrackKind::Thread) continue;
    c.session.query(id, c.index().begin(), c.index().end(), 20, marks);
    if (!marks.empty()) one = ui::Selection{id, marks[0]};
  }
  ASSERT_TRUE(one);
  auto said = [&] {
    c.layoutStale = true;
    window.settle(0.1f);
    c.notice.clear();
    window.app().select(*one);
    return c.notice;
  };
  EXPECT_EQ(said(), "");
  c.choice.filter = "no track is called so";
  EXPECT_TRUE(says(said(), "on a track that the filter hides")) << c.notice;
  c.choice.filter.clear();
  c.choice.hidden = {one->track};
  EXPECT_TRUE(says(said(), "on a hidden track")) << c.notice;
}

// Tracks of states are all called alike: the thread is named, too.
TEST(Said, WhoseHiddenTrackTheSelectionIsOn) {
  test::HeadlessWindow window(opened(test::samplesPath("tracecmd") + "/v7-zstd-gcc/trace.dat"));
  ui::Context& c = window.app().context();
  const TrackTable& tracks = c.index().tracks();
  TrackId state = kNoTrack;
  for (TrackId id = 0; id < tracks.size(); ++id)
    if (tracks[id].key.kind == TrackKind::ThreadState && tracks[id].key.tid == 12668) state = id;
  ASSERT_NE(state, kNoTrack);
  c.choice.hidden = {tracks[state].parent};
  c.layoutStale = true;
  window.settle(0.1f);
  std::vector<Mark> marks;
  c.session.query(state, c.index().begin(), c.index().end(), 0, marks);
  ASSERT_FALSE(marks.empty());
  window.app().select({state, marks[0]});
  EXPECT_TRUE(says(c.notice, "on a hidden track: ")) << c.notice;
  EXPECT_TRUE(says(c.notice, "WriterThread 12668")) << c.notice;
}

TEST(Said, LatenciesInFull) {
  test::HeadlessWindow window(opened(test::samplesPath("tracecmd") + "/v6-sched-syscalls/trace.dat"));
  const std::string texts = textsOf(window, ui::Tab::Scheduling);
  EXPECT_TRUE(says(texts, "\n131 wakeups, average ≤15.7 µs; 86 uncertain")) << texts;
}

// A column that is mostly empty gives way before one that says what a thread waited for.
TEST(Said, BlockedBeforeOther) {
  test::HeadlessWindow window(opened(test::samplesPath("tracecmd") + "/v6-sched-syscalls/trace.dat"));
  textsOf(window, ui::Tab::Scheduling);
  constexpr int kColumns = 10, kBlocked = 5;
  ImPool<ImGuiTable>& tables = ImGui::GetCurrentContext()->Tables;
  const ImGuiTable* table = nullptr;
  for (int i = 0; i < tables.GetMapSize(); ++i)
    if (const ImGuiTable* one = tables.TryGetMapData(i); one != nullptr && one->ColumnsCount == kColumns) table = one;
  ASSERT_NE(table, nullptr);
  EXPECT_TRUE(table->Columns[kBlocked].IsEnabled);
}

TEST(Said, ThatAnXRayLogHasNoNamesWithoutItsProgram) {
  const std::string folder = test::samplesPath("xray") + "/fdr-single";
  constexpr std::string_view kSentence = "\nThis log has no names of functions.";
  test::HeadlessWindow window(opened(folder + "/log.xray"));
  EXPECT_TRUE(says(textsOf(window, ui::Tab::Selection), kSentence));
}

TEST(Said, NothingAboutNamesBesideTheProgram) {
  auto both = openLocalFiles(
      {test::samplesPath("xray") + "/fdr-single/log.xray", test::samplesPath("xray") + "/fdr-single/binary"});
  ASSERT_TRUE(both);
  test::HeadlessWindow window(*both);
  EXPECT_FALSE(says(textsOf(window, ui::Tab::Selection), "no names of functions"));
}

// What takes a pass over all records is counted by itself where they are few, while nothing is selected.
TEST(Said, WhereToBeginWhileNothingIsSelected) {
  test::HeadlessWindow window(opened(test::sourcePath("assets/samples/kitchen/data")));
  std::string texts = textsOf(window, ui::Tab::Selection);
  EXPECT_TRUE(says(texts, "\nThreads by slices and events\nkitchen 4415\n493\n")) << texts;
  texts = textsOf(window, ui::Tab::Selection);
  // uftrace report -s self has linux:schedule before it, which is time off the CPU.
  EXPECT_TRUE(says(texts, "\nFunctions with the most self time\nkitchen::prepare[abi:cxx11]\n")) << texts;
}

TEST(Said, LossesWithinTheTrace) {
  test::HeadlessWindow window(opened(test::samplesPath("tracecmd") + "/lost-overwrite"));
  ui::Context& c = window.app().context();
  const Time begin = c.index().begin(), end = c.index().end(), margin = (end - begin) / 20;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(ui::goToLoss(c, kNoTrack));
    window.settle(0.2f);
    EXPECT_GE(c.view.beginTime(), begin - margin);
    EXPECT_LE(c.view.endTime(), end + margin);
  }
}

// A glob that looks like a regular expression finds nothing, and that is why.
TEST(Said, WhatToWriteForARegularExpression) {
  test::HeadlessWindow window(opened(test::sourcePath("assets/samples/kitchen/data")));
  ASSERT_TRUE(window.app().command("slices-filter", std::vector<std::string>{"name ~ ^kitchen.*"}));
  std::string texts = textsOf(window, ui::Tab::Slices);
  EXPECT_TRUE(says(texts, "No slice is like this: ~ takes a glob")) << texts;
  ASSERT_TRUE(window.app().command("events-filter", std::vector<std::string>{"name ~ ^kitchen.*"}));
  texts = textsOf(window, ui::Tab::Events);
  EXPECT_TRUE(says(texts, "Nothing in the trace is like this: ~ takes a glob")) << texts;
  ASSERT_TRUE(window.app().command("slices-filter", std::vector<std::string>{"name ~ nothing*"}));
  texts = textsOf(window, ui::Tab::Slices);
  EXPECT_FALSE(says(texts, "takes a glob")) << texts;
}

TEST(Said, TheProblemOfARegularExpressionThatIsSearchedFor) {
  test::HeadlessWindow window(opened(test::sourcePath("assets/samples/kitchen/data")));
  ui::Context& c = window.app().context();
  c.search = "/main|(/";
  const std::string texts = textsOf(window, ui::Tab::Info);
  EXPECT_FALSE(c.finder.problem().empty());
  EXPECT_TRUE(says(texts, c.finder.problem().substr(0, 8))) << texts;
  c.search = "/^main$/";
  window.settle(0.5f);
  ASSERT_NE(c.finder.question(), nullptr);
  const uint64_t hits = c.finder.question()->count();
  c.search = "main";
  window.settle(0.5f);
  EXPECT_GT(hits, 0u);
  EXPECT_LE(hits, c.finder.question()->count());
}

TEST(Said, ThreadsOfTheSchedulerWhateverIsSearchedFor) {
  test::HeadlessWindow window(opened(test::dataPath("tracecmd/threads.dat")));
  ui::Context& c = window.app().context();
  window.show(ui::Tab::Scheduling);
  const size_t all = c.schedulingView.visible.size();
  ASSERT_GT(all, 0u);
  c.search = "sched_switch";
  window.settle(0.5f);
  EXPECT_EQ(c.schedulingView.visible.size(), all);
}

// Without a state of a thread there is nothing to count.
TEST(Said, ThatNothingOfTheSchedulerIsThereWithoutCounting) {
  test::HeadlessWindow window(opened(test::samplesPath("uftrace") + "/fib-noevent"));
  const std::string texts = textsOf(window, ui::Tab::Scheduling);
  EXPECT_TRUE(says(texts, "Of the kernel: trace-cmd record -e sched") || says(texts, "Something is wrong")) << texts;
  EXPECT_EQ(window.app().context().scheduling.last(), nullptr);
}

// At 1280 by 720 pixels.
TEST(Said, ADozenFunctionsInALowWindow) {
  test::HeadlessWindow window(opened(test::sourcePath("assets/samples/kitchen/data")));
  window.show(ui::Tab::Functions);
  size_t rows = 0;
  for (const ui::DrawnText& text : window.texts(0.1f))
    rows += text.text.ends_with(" %") || text.text == "off CPU" ? 1 : 0;
  EXPECT_GE(rows, 11u);
}

TEST(Said, NoSentenceOfTheSelectionBefore) {
  test::HeadlessWindow window(opened(test::sourcePath("assets/samples/kitchen/data")));
  ui::Context& c = window.app().context();
  ASSERT_TRUE(window.app().step(1, 0));
  window.frame(0.1f);
  c.say("This is about the slice.");
  window.frame(0.1f);
  EXPECT_FALSE(c.noticeNow().empty());
  ASSERT_TRUE(window.app().step(0, 1));
  window.frame(0.1f);
  EXPECT_EQ(c.noticeNow(), "");
}

}  // namespace
}  // namespace tp
