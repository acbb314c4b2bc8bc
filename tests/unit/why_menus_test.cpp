// What leads to the panel Why and on from it: menus of rows and boxes, keys on rows, and the tracks of a path.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/local_files.h"
#include "core/session/scheduling/scheduling_question.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/panels/thread_menu.h"
#include "ui/panels/why_panel.h"
#include "ui/timeline/range_view.h"
#include "ui/view/context.h"
#include "ui/view/state_track.h"
#include "ui/view/why_answer.h"

namespace tp {
namespace {

class WhyMenus : public testing::Test {
 protected:
  void openWithoutWakeups(const std::string& path) {
    auto files = openLocalFiles({test::samplesPath("tracecmd") + path});
    ASSERT_TRUE(files);
    window_ = std::make_unique<test::HeadlessWindow>(*files);
    window_->settle(0.1f);
  }
  void open(const std::string& path) {
    ASSERT_NO_FATAL_FAILURE(openWithoutWakeups(path));
    auto question = std::make_shared<SchedulingQuestion>(SchedulingScope{});
    c().session.ask(question);
    window_->settle(0.1f);
    worst_ = question->scheduling().worst;
    ASSERT_FALSE(worst_.empty());
  }
  ui::Context& c() { return window_->app().context(); }
  ui::WhyAnswer& answer() { return c().memory.of<ui::WhyAnswer>(); }
  void draw() {
    for (int i = 0; i < 8; ++i) window_->frame(0.016f);
    window_->settle(0.1f);
  }
  // The first text of the window below `from` that begins so.
  std::optional<ui::DrawnText> text(std::string_view begin, float from = 0) {
    for (const ui::DrawnText& one : window_->texts(0.1f))
      if (one.at.y >= from && one.text.starts_with(begin)) return one;
    return std::nullopt;
  }
  void click(ImVec2 at, int button) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddMousePosEvent(at.x, at.y);
    window_->frame(0.05f);
    io.AddMouseButtonEvent(button, true);
    window_->frame(0.05f);
    io.AddMouseButtonEvent(button, false);
    window_->frame(0.05f);
    draw();
  }
  bool offers(std::string_view label) {
    window_->frame(0.1f);
    return std::any_of(c().controls.begin(), c().controls.end(),
                       [&](const ui::Control& control) { return control.label == label; });
  }
  // Shows the critical path of a thread over the whole trace.
  void showPathOf(TrackId state) {
    c().range = ui::MarkedRange(c().index().begin(), c().index().end(), {state});
    window_->show(ui::Tab::Why);
    draw();
  }

  std::unique_ptr<test::HeadlessWindow> window_;
  std::vector<WakeupLatency> worst_;
};

// A right click opens the menu of a box, Escape closes it, and what is marked stays.
TEST_F(WhyMenus, ABoxOfTheChainsHasAMenu) {
  open("/v7-zstd-gcc/trace.dat");
  const auto gcc = std::find_if(worst_.begin(), worst_.end(), [&](const WakeupLatency& each) {
    return c().index().tracks()[each.thread].name == "gcc";
  });
  ASSERT_NE(gcc, worst_.end());
  showPathOf(gcc->state);
  ASSERT_TRUE(ui::whyCommand(c(), "why-chains"));
  draw();
  const auto chips = text("Wakeup chains");
  ASSERT_TRUE(chips);
  const std::string thread = threadAndId(c().index().tracks(), gcc->thread);
  const auto box = text(thread, chips->at.y + 10);
  ASSERT_TRUE(box);
  click({box->at.x + 4, box->at.y + 4}, 1);
  EXPECT_TRUE(offers("Go to the longest part"));
  EXPECT_TRUE(offers("Why: only the longest part"));
  EXPECT_TRUE(offers("Copy the name"));
  const auto range = c().range;
  window_->type("\x1b");
  draw();
  EXPECT_FALSE(offers("Copy the name"));
  EXPECT_EQ(c().range, range);

  click({box->at.x + 4, box->at.y + 4}, 1);
  const PathSegment part = answer().path()[answer().longest().front()];
  ASSERT_TRUE(window_->press("Why: only the longest part"));
  draw();
  const auto subject = answer().subject(c(), c().index());
  ASSERT_TRUE(subject);
  EXPECT_EQ(subject->to - subject->from, part.length());
  EXPECT_EQ(subject->from, part.begin);
}

// On a row of Slices, the key Y is about that row, whatever is selected on the timeline.
TEST_F(WhyMenus, TheKeyIsAboutTheChosenRowOfSlices) {
  open("/v6-sched-syscalls/trace.dat");
  c().slices.kind = SliceKind::Syscalls;
  window_->show(ui::Tab::Slices);
  draw();
  ASSERT_GT(c().slices.size(), 2u);
  c().slices.moveTo(1, false);
  const ListedSlice row = c().slices.question()->slices()[1].slice;
  EXPECT_FALSE(c().selection);
  window_->type("y");
  draw();
  EXPECT_EQ(c().tab, ui::Tab::Why);
  ASSERT_TRUE(c().selection);
  EXPECT_EQ(c().selection->track, row.track);
  const auto subject = answer().subject(c(), c().index());
  ASSERT_TRUE(subject);
  EXPECT_EQ(subject->thread, ui::waitingThread(c().index().tracks(), row.track));
  EXPECT_EQ(subject->from, row.begin);
  EXPECT_EQ(subject->to, row.end());
}

// Of a list that has just been opened, Enter chooses the first row, so that the key Y is about that.
TEST_F(WhyMenus, EnterTakesTheFirstRowOfSlices) {
  open("/v6-sched-syscalls/trace.dat");
  c().slices.kind = SliceKind::Syscalls;
  window_->show(ui::Tab::Slices);
  draw();
  ASSERT_GT(c().slices.size(), 2u);
  EXPECT_FALSE(c().slices.any());
  window_->type("\n");
  draw();
  ASSERT_TRUE(c().selection);
  EXPECT_EQ(c().selection->track, c().slices.question()->slices()[0].slice.track);
  EXPECT_EQ(c().selection->mark.begin, c().slices.question()->slices()[0].slice.begin);
  window_->type("y");
  draw();
  EXPECT_EQ(c().tab, ui::Tab::Why);
}

// A button of the panel takes the keys from no row.
TEST_F(WhyMenus, AButtonLeavesTheKeysWithTheRows) {
  open("/v6-sched-syscalls/trace.dat");
  window_->show(ui::Tab::Slices);
  draw();
  c().slices.moveTo(0, false);
  ASSERT_TRUE(c().slices.focused);
  const auto chip = text("Slices");
  ASSERT_TRUE(chip);
  click({chip->at.x + 4, 20}, 0);  // the header of the window
  EXPECT_TRUE(c().slices.focused);
  click({900, 200}, 0);  // the tracks
  EXPECT_FALSE(c().slices.focused);
}

// While a range is marked, the threads of the path that the panel shows are not dimmed; others are.
TEST_F(WhyMenus, TheThreadsOfAPathAreNotDimmed) {
  open("/v7-zstd-gcc/trace.dat");
  const auto gcc = std::find_if(worst_.begin(), worst_.end(), [&](const WakeupLatency& each) {
    return c().index().tracks()[each.thread].name == "gcc";
  });
  ASSERT_NE(gcc, worst_.end());
  showPathOf(gcc->state);
  size_t clear = 0, dimmed = 0;
  const TrackTable& tracks = c().index().tracks();
  for (TrackId id = 0; id < tracks.size(); ++id) {
    if (tracks[id].key.kind != TrackKind::ThreadState || id == gcc->state) continue;
    const bool onPath = answer().onPath(ui::waitingThread(tracks, id));
    EXPECT_EQ(ui::isDimmed(c(), c().index(), id), !onPath) << tracks[tracks[id].parent].name;
    (onPath ? clear : dimmed) += 1;
  }
  EXPECT_GT(clear, 0u);
  EXPECT_GT(dimmed, 0u);
  EXPECT_FALSE(ui::isDimmed(c(), c().index(), gcc->state)) << "it is marked";
  window_->show(ui::Tab::Info);
  for (TrackId id = 0; id < tracks.size(); ++id) {
    if (tracks[id].key.kind != TrackKind::ThreadState || id == gcc->state) continue;
    EXPECT_TRUE(ui::isDimmed(c(), c().index(), id));
  }
}

// A frame of the stacks that threads had off the CPU leads to the longest time that they had it.
TEST_F(WhyMenus, AFrameOffTheCpuLeadsToItsLongestTime) {
  openWithoutWakeups("/v7-stacktrace/trace.dat");
  c().flame.setStates(StateWeight::OffCpu);
  window_->show(ui::Tab::Flame);
  draw();
  ASSERT_TRUE(c().flameGraph.done());
  const CallTree& tree = *c().flameGraph.tree();
  uint32_t widest = tree.nodes()[CallTree::kRoot].child;
  for (uint32_t at = widest; at != CallTree::kRoot; at = tree.nodes()[at].sibling)
    if (tree.nodes()[at].total > tree.nodes()[widest].total) widest = at;
  const LongestTime longest = tree.longest(widest);
  ASSERT_GT(longest.length, 0);
  const auto chips = text("Top-down");
  ASSERT_TRUE(chips);
  const auto box = text(std::string(c().names.text(tree.nodes()[widest].name)).substr(0, 8), chips->at.y + 10);
  ASSERT_TRUE(box);
  click({box->at.x + 4, box->at.y + 4}, 1);
  std::string item;
  for (const ui::Control& control : c().controls)
    if (control.label.starts_with("Go to its longest time: ")) item = control.label;
  ASSERT_NE(item, "");
  EXPECT_NE(item.find(" of " + std::string(c().index().tracks()[longest.thread].name)), std::string::npos) << item;
  EXPECT_TRUE(longest.atMost) << "records were lost meanwhile";
  EXPECT_NE(item.find(": \u2264"), std::string::npos) << item;
  ASSERT_TRUE(window_->press(item));
  draw();
  ASSERT_TRUE(c().selection);
  EXPECT_EQ(c().selection->track, ui::stateTrackOf(c().index().tracks(), longest.thread));
  EXPECT_EQ(c().selection->mark.begin, longest.begin);
  EXPECT_GE(c().view.toShare(longest.begin), 0);
  EXPECT_LE(c().view.toShare(longest.begin + longest.length), 1);
}

// The menu of a softirq is headed by its name, and leads to its longest and to who used the CPU meanwhile.
TEST_F(WhyMenus, ASoftirqHasAMenu) {
  open("/v7-zstd-gcc/trace.dat");
  ASSERT_TRUE(window_->app().command("softirqs", {}));
  draw();
  const auto title = text("Softirqs pending");
  ASSERT_TRUE(title);
  const auto row = text("BLOCK", title->at.y);
  ASSERT_TRUE(row);
  click({row->at.x + 4, row->at.y + 4}, 1);
  EXPECT_TRUE(text(" \u00b7 longest "));
  EXPECT_TRUE(offers("Show the longest"));
  const std::string users = "Why: who used CPU 1 meanwhile";
  ASSERT_TRUE(offers(users));
  ASSERT_TRUE(window_->press(users));
  draw();
  ASSERT_TRUE(c().range);
  ASSERT_EQ(c().range->tracks.size(), 1u);
  EXPECT_EQ(c().index().tracks()[c().range->tracks.front()].name, "CPU 1");
  EXPECT_TRUE(text("Who used CPU 1"));
}

// The menu of a latency is headed by its thread, and its row is the one that is highlighted.
TEST_F(WhyMenus, TheMenuOfALatencySaysWhichItIs) {
  open("/v7-zstd-gcc/trace.dat");
  window_->show(ui::Tab::Scheduling);
  draw();
  EXPECT_EQ(ui::latencyOfMenu(c()), nullptr);
  ui::askLatencyMenu(c(), worst_[1]);
  draw();
  const WakeupLatency* one = ui::latencyOfMenu(c());
  ASSERT_NE(one, nullptr);
  EXPECT_EQ(one->woken, worst_[1].woken);
  EXPECT_TRUE(text(" \u00b7 waited "));
  window_->type("\x1b");
  draw();
  EXPECT_EQ(ui::latencyOfMenu(c()), nullptr);
}

// Where the filter of tracks hides what a link leads to, the filter is cleared, and that is said. A track that was
// hidden by hand stays so, and that is said, too.
TEST_F(WhyMenus, LinksToHiddenTracksSaySo) {
  open("/v7-zstd-gcc/trace.dat");
  const WakeupLatency& one = worst_.front();
  const TrackId thread = c().index().tracks()[one.state].parent;
  c().choice.filter = "no such thread";
  c().layoutStale = true;
  draw();
  c().goTo = {one.state, one.ran - 1};
  draw();
  std::string said(c().noticeNow());
  EXPECT_EQ(said, "The filter of tracks hid that place: it is cleared.");
  EXPECT_TRUE(c().choice.filter.empty());
  c().choice.hidden = {thread};
  c().layoutStale = true;
  draw();
  c().goTo = {one.state, one.ran - 1};
  draw();
  said = c().noticeNow();
  EXPECT_NE(said.find("on a hidden track"), std::string::npos) << said;
}

}  // namespace
}  // namespace tp
