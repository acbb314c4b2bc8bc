// Joined traces that are drawn stretched: everything is found where it is drawn, and every figure stays the records'.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <memory>
#include <string>

#include "core/index/trace_spans.h"
#include "core/io/local_files.h"
#include "core/link/view_link.h"
#include "core/trace/time_text.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/compare/compare_panel.h"
#include "ui/view/compared.h"
#include "ui/view/context.h"
#include "ui/view/drawn_times.h"
#include "ui/view/navigation.h"
#include "ui/view/stretch_traces.h"

namespace tp {
namespace {

constexpr float kWidth = 1280, kBar = 12;

class StretchedTraces : public testing::Test {
 protected:
  void SetUp() override {
    auto files =
        openLocalFiles({test::dataPath("uftrace/compared/before.data"), test::dataPath("uftrace/compared/after.data")});
    ASSERT_TRUE(files);
    files_ = std::move(*files);
    window_ = std::make_unique<test::HeadlessWindow>(files_);
    ASSERT_EQ(parts().size(), 2u);
  }

  ui::Context& c() { return window_->app().context(); }
  const std::vector<TracePart>& parts() { return c().index().info().parts; }
  bool run(std::string_view id, const std::vector<std::string>& args = {}) {
    const bool done = window_->app().command(id, args);
    window_->settle(0.1f);
    return done;
  }

  TrackId threadOf(size_t part) {
    const TrackTable& tracks = c().index().tracks();
    for (TrackId track = 0; track < tracks.size(); ++track)
      if (tracks[track].key.kind == TrackKind::Thread && tracks[track].key.trace == parts()[part].number) return track;
    return kNoTrack;
  }
  std::vector<Mark> marksOf(TrackId track) {
    std::vector<Mark> marks;
    c().session.query(track, c().index().begin(), c().index().end(), 0, marks);
    std::erase_if(marks, [](const Mark& mark) { return mark.aggregate(); });
    std::sort(marks.begin(), marks.end(), [](const Mark& a, const Mark& b) { return a.begin < b.begin; });
    return marks;
  }
  TimeBounds boundsOf(size_t part) { return boundsOfParts(c().index())[part]; }

  // Where a time of the axis is on the screen.
  float xOfAxis(long double time) {
    const Time begin = window_->app().visibleBegin();
    const long double length = static_cast<long double>(c().view.now().length());
    const long double from = static_cast<long double>(c().view.base()) + static_cast<long double>(c().view.now().begin);
    EXPECT_NEAR(static_cast<double>(from - static_cast<long double>(begin)), 0, 1);
    return c().labelWidth + static_cast<float>((time - from) / length) * (kWidth - c().labelWidth - kBar);
  }
  // Where one of trace 2 is, when `own` is laid over `over`.
  float xOf(Time time, const TimeBounds& own, const TimeBounds& over) {
    const long double share =
        static_cast<long double>(time - own.begin) / static_cast<long double>(own.end - own.begin);
    return xOfAxis(static_cast<long double>(over.begin) + share * static_cast<long double>(over.end - over.begin));
  }
  // The middle of a row of a track.
  float yOf(TrackId track, int depth) {
    for (const auto& view : window_->app().trackViews())
      if (view.id == track) return view.top + (static_cast<float>(depth) + 0.5f) * c().choice.callHeight + 2;
    return 0;
  }

  void click(float x, float y) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddMousePosEvent(x, y);
    window_->frame(0.1f);
    window_->frame(0.1f);
    io.AddMouseButtonEvent(0, true);
    window_->frame(0.1f);
    io.AddMouseButtonEvent(0, false);
    window_->settle(0.1f);
  }
  void markBetween(float from, float to, float y) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddKeyEvent(ImGuiMod_Shift, true);
    io.AddMousePosEvent(from, y);
    window_->frame(0.1f);
    io.AddMouseButtonEvent(0, true);
    for (const float part : {0.0f, 0.5f, 1.0f}) {
      io.AddMousePosEvent(from + (to - from) * part, y);
      window_->frame(0.1f);
    }
    io.AddMouseButtonEvent(0, false);
    window_->frame(0.1f);
    io.AddKeyEvent(ImGuiMod_Shift, false);
    window_->settle(0.1f);
  }

  FileSet files_;
  std::unique_ptr<test::HeadlessWindow> window_;
};

// A call of trace 2 that is wide enough to be clicked, when all of the trace is drawn.
const Mark* wide(const std::vector<Mark>& marks, int depth) {
  const Mark* found = nullptr;
  for (const Mark& mark : marks)
    if (mark.depth == depth && mark.flags == 0 && (found == nullptr || mark.duration() > found->duration()))
      found = &mark;
  return found;
}

TEST_F(StretchedTraces, LieOverTheFirstAndAreClickedWhereTheyAreDrawn) {
  const TimeBounds first = boundsOf(0), second = boundsOf(1);
  EXPECT_FALSE(run("trace.stretch", {"1"})) << "the first has its own length";
  ASSERT_TRUE(run("trace.stretch"));
  EXPECT_NE(c().noticeNow().find("after.data is stretched \u00d7"), std::string_view::npos) << c().noticeNow();
  ASSERT_TRUE(run("show-all"));
  EXPECT_EQ(c().view.base() + static_cast<Time>(c().view.whole().begin), first.begin);
  EXPECT_EQ(c().view.base() + static_cast<Time>(c().view.whole().end), first.end);
  const TrackId thread = threadOf(1);
  const std::vector<Mark> marks = marksOf(thread);
  size_t clicked = 0;
  for (const int depth : {0, 1}) {
    const Mark* mark = wide(marks, depth);
    ASSERT_NE(mark, nullptr);
    // All of it, and then enlarged to thrice its length.
    for (const bool near : {false, true}) {
      if (near) {
        const Time length = mark->duration();
        ui::showTimes(c(), c().index(), thread, mark->begin - length, mark->end + length);
        c().view.jump();
        window_->settle(0.1f);
      }
      const float left = xOf(mark->begin, second, first), right = xOf(mark->end, second, first);
      if (right - left < 4) continue;
      c().selection.reset();
      // At a quarter: what is called within has rows of its own.
      click(left + (right - left) / 4, yOf(thread, depth));
      ASSERT_TRUE(c().selection) << depth << near;
      EXPECT_EQ(c().selection->track, thread);
      EXPECT_EQ(c().selection->mark.begin, mark->begin) << depth << near;
      EXPECT_EQ(c().selection->mark.end, mark->end) << depth << near;
      ++clicked;
    }
    ASSERT_TRUE(run("show-all"));
  }
  EXPECT_GE(clicked, 3u);
}

TEST_F(StretchedTraces, ArrowKeysAndZoomGoByWhatIsDrawn) {
  const TimeBounds first = boundsOf(0), second = boundsOf(1);
  ASSERT_TRUE(run("trace.stretch"));
  const TrackId thread = threadOf(1);
  std::vector<Mark> marks = marksOf(thread);
  std::erase_if(marks, [](const Mark& mark) { return mark.depth != 1; });
  ASSERT_GT(marks.size(), 2u);
  window_->app().select({thread, marks[0]});
  ASSERT_TRUE(run("next"));
  EXPECT_EQ(c().selection->mark.begin, marks[1].begin);
  ASSERT_TRUE(run("fit"));
  c().view.jump();
  // With a twentieth of its length on either side.
  const float whole = kWidth - c().labelWidth - kBar, margin = whole / 22;
  EXPECT_NEAR(xOf(marks[1].begin, second, first), c().labelWidth + margin, 2);
  EXPECT_NEAR(xOf(marks[1].end, second, first), c().labelWidth + whole - margin, 2);
  ASSERT_TRUE(run("next"));
  EXPECT_EQ(c().selection->mark.begin, marks[2].begin);
  // What is selected comes into view: its drawn place does.
  window_->app().select({thread, marks.back()});
  window_->settle(0.1f);
  const float x = xOf(marks.back().begin + marks.back().duration() / 2, second, first);
  EXPECT_GT(x, c().labelWidth);
  EXPECT_LT(x, kWidth);
}

TEST_F(StretchedTraces, ARangeOverThemHasTheirOwnTimes) {
  const TimeBounds first = boundsOf(0), second = boundsOf(1);
  ASSERT_TRUE(run("trace.stretch"));
  const TrackId thread = threadOf(1);
  const std::vector<Mark> marks = marksOf(thread);
  const Mark* mark = wide(marks, 1);
  ASSERT_NE(mark, nullptr);
  ui::showTimes(c(), c().index(), thread, mark->begin - mark->duration(), mark->end + mark->duration());
  c().view.jump();
  window_->settle(0.1f);
  markBetween(xOf(mark->begin, second, first) + 3, xOf(mark->end, second, first) - 3, yOf(thread, 1));
  ASSERT_TRUE(c().range);
  EXPECT_EQ(c().range->first, mark->begin) << "it takes the edges of the slice";
  EXPECT_EQ(c().range->second, mark->end);
  // A marker at the pointer has the time of the trace, too.
  const Time middle = mark->begin + mark->duration() / 2;
  ImGui::GetIO().AddMousePosEvent(xOf(middle, second, first), yOf(thread, 1));
  window_->frame(0.1f);
  ASSERT_TRUE(c().pointerTime);
  EXPECT_NEAR(static_cast<double>(*c().pointerTime - middle), 0, static_cast<double>(mark->duration()) / 300);
  // Over the tracks of the other trace, it is where its times are there.
  const TrackId other = threadOf(0);
  EXPECT_EQ(ui::drawnTimes(c(), c().index(), other).toShare(middle), c().view.toShare(middle));
  EXPECT_NE(ui::drawnTimes(c(), c().index(), thread).toShare(middle), c().view.toShare(middle));
}

// The header tells the length of the axis, as the overview shows it.
TEST_F(StretchedTraces, TheHeaderTellsTheLengthThatIsDrawn) {
  const TimeBounds first = boundsOf(0);
  ASSERT_TRUE(run("trace.stretch"));
  window_->settle(0.1f);
  const std::string length = durationText(first.end - first.begin, c().clock());
  const auto texts = window_->texts(0.1f);
  EXPECT_TRUE(std::any_of(texts.begin(), texts.end(), [&](const ui::DrawnText& one) {
    return one.text.find("records") != std::string::npos && one.text.ends_with(length);
  })) << length;
}

TEST_F(StretchedTraces, FiguresStayThoseOfTheRecords) {
  window_->show(ui::Tab::Compare);
  const auto tables = [&] { return ui::compareTables(c()); };
  const auto before = tables();
  ASSERT_EQ(before.size(), 2u);
  ASSERT_TRUE(run("trace.stretch"));
  const auto after = tables();
  ASSERT_EQ(after.size(), before.size());
  for (size_t i = 0; i < before.size(); ++i) EXPECT_EQ(after[i].rows, before[i].rows);
  const TrackId thread = threadOf(1);
  const std::vector<Mark> marks = marksOf(thread);
  window_->app().select({thread, marks.front()});
  window_->settle(0.1f);
  EXPECT_EQ(c().selection->mark.duration(), marks.front().end - marks.front().begin);
}

// From the first call to the last one, counted without the code that looks for them.
TEST_F(StretchedTraces, CallsOfAFunctionLieOnEachOther) {
  std::array<TimeBounds, 2> called;
  std::array<Time, 2> latest{INT64_MIN, INT64_MIN};
  for (size_t part = 0; part < 2; ++part)
    for (const Mark& mark : marksOf(threadOf(part))) {
      if (c().names.text(mark.name) != "often") continue;
      if (called[part].empty()) called[part] = {mark.begin, mark.begin};
      if (mark.begin > latest[part]) latest[part] = mark.begin, called[part].end = mark.end;
    }
  ASSERT_LT(called[0].begin, called[0].end);
  ASSERT_LT(called[1].begin, called[1].end);
  ASSERT_TRUE(run("trace.stretch-calls", {"often"}));
  window_->settle(0.1f);
  ASSERT_EQ(c().joint.stretches.size(), 1u);
  const Stretch expected{parts()[1].number, {called[1].begin, called[1].end}, {called[0].begin, called[0].end}};
  EXPECT_EQ(c().joint.stretches[0], expected);
  EXPECT_FALSE(run("trace.stretch-calls", {"no such function"}));
}

TEST_F(StretchedTraces, WhatIsComparedLiesOnEachOther) {
  window_->show(ui::Tab::Compare);
  ComparedScope a, b;
  a.trace = parts()[0].number;
  b.trace = parts()[1].number;
  const TimeBounds first = boundsOf(0), second = boundsOf(1);
  a.begin = first.begin + 10'000, a.end = first.begin + 210'000;
  b.begin = second.begin + 5'000, b.end = second.begin + 55'000;
  ui::chooseSide(c(), 0, a);
  ui::chooseSide(c(), 1, b);
  ASSERT_TRUE(run("trace.stretch-compared"));
  const Stretch* stretch = ui::stretchOfTrace(c(), b.trace);
  ASSERT_NE(stretch, nullptr);
  EXPECT_EQ(factorOf(*stretch), 4);
  EXPECT_EQ(toAxis(*stretch, b.begin), a.begin);
  EXPECT_EQ(toAxis(*stretch, b.end), a.end);
  EXPECT_EQ(ui::stretchOfTrace(c(), a.trace), nullptr);
  EXPECT_TRUE(window_->press("Stretch B over A")) << "it is on, and takes the stretch away";
  EXPECT_TRUE(c().joint.stretches.empty());
  EXPECT_TRUE(window_->press("Stretch B over A"));
  EXPECT_EQ(c().joint.stretches.size(), 1u);
  // Two parts of one trace have one track.
  b.trace = a.trace;
  ui::chooseSide(c(), 1, b);
  ASSERT_TRUE(run("trace.reset-stretch"));
  EXPECT_FALSE(run("trace.stretch-compared"));
  EXPECT_NE(c().noticeNow().find("two traces"), std::string_view::npos);
}

TEST_F(StretchedTraces, AnotherStretchIsNotTheOneOfWhatIsCompared) {
  window_->show(ui::Tab::Compare);
  ASSERT_TRUE(run("trace.stretch-calls", {"often"}));
  EXPECT_FALSE(ui::liesOver(c(), *ui::compared(c())));
  EXPECT_TRUE(window_->press("Stretch B over A")) << "it is off, and lays B over A";
  ASSERT_EQ(c().joint.stretches.size(), 1u);
  EXPECT_TRUE(ui::liesOver(c(), *ui::compared(c())));
  EXPECT_TRUE(window_->press("Stretch B over A"));
  EXPECT_TRUE(c().joint.stretches.empty());
}

TEST_F(StretchedTraces, TheHeadingTellsIt) {
  EXPECT_FALSE(run("trace.reset-stretch"));
  ASSERT_TRUE(run("trace.stretch", {"2"}));
  const std::string factor = ui::factorText(c().joint.stretches.front());
  const auto tells = [&] {
    const std::vector<ui::DrawnText> texts = window_->texts(0.1f);
    return std::any_of(texts.begin(), texts.end(), [&](const ui::DrawnText& text) {
      return text.text.find(", " + factor + " wide") != std::string::npos && text.at.x < c().labelWidth;
    });
  };
  EXPECT_TRUE(tells());
  ASSERT_TRUE(run("trace.reset-stretch", {"2"}));
  EXPECT_FALSE(tells());
}

// A shift opens the traces anew: the stretch goes along with the records.
TEST_F(StretchedTraces, AShiftMovesWhatIsDrawnByAsMuch) {
  ASSERT_TRUE(run("trace.stretch"));
  const Stretch before = c().joint.stretches.front();
  JoinOptions options;
  options.setShift(2, 1'000'000);
  window_->reopen(files_, options);
  window_->settle(0.1f);
  ASSERT_EQ(c().joint.stretches.size(), 1u);
  EXPECT_EQ(c().joint.stretches.front(), moved(before, 1'000'000));
  // Alone, it has nothing to be laid over.
  options.keep = {2};
  window_->reopen(files_, options);
  window_->settle(0.1f);
  EXPECT_TRUE(c().joint.stretches.empty());
}

TEST_F(StretchedTraces, AreKeptInLinks) {
  JoinOptions options;
  options.setShift(2, 1'000'000);
  window_->reopen(files_, options);
  window_->settle(0.1f);
  ASSERT_TRUE(run("trace.stretch"));
  const ViewLink link = window_->app().link();
  const std::vector<Stretch> stretches = c().joint.stretches;
  const std::string text = writeViewLink(link);
  EXPECT_NE(text.find("stretch="), std::string::npos);
  for (const bool oneByOne : {false, true}) {
    window_.reset();
    auto alone = openLocalFiles({test::dataPath("uftrace/compared/before.data")});
    ASSERT_TRUE(alone);
    window_ = std::make_unique<test::HeadlessWindow>(oneByOne ? *alone : files_);
    JoinOptions wanted;
    c().host.reopen = [&](const JoinOptions& asked) { wanted = asked; };
    window_->app().openLink(text);
    window_->settle(0.1f);
    EXPECT_TRUE(c().joint.stretches.empty()) << "not before the traces lie as they were";
    if (oneByOne) {
      window_->reopen(files_, {});
      window_->settle(0.1f);
    }
    window_->reopen(files_, wanted);
    window_->settle(0.1f);
    EXPECT_EQ(c().joint.stretches, stretches);
    EXPECT_EQ(window_->app().link().stretches, link.stretches);
  }
  // Other traces are drawn as they are.
  auto others =
      openLocalFiles({test::dataPath("uftrace/compared/after.data"), test::sourcePath("assets/samples/kitchen/data")});
  ASSERT_TRUE(others);
  window_.reset();
  window_ = std::make_unique<test::HeadlessWindow>(*others);
  window_->app().openLink(text);
  window_->settle(0.1f);
  EXPECT_TRUE(c().joint.stretches.empty());
}

// Extreme ones come from links.
TEST_F(StretchedTraces, ExtremeOnesAreDrawn) {
  const uint32_t number = parts()[1].number;
  constexpr Time kFar = (Time{1} << 62) - 1;
  const Time first = boundsOf(0).begin, second = boundsOf(1).begin;
  for (const Stretch& one : {Stretch{number, {0, 1}, {-kFar, kFar}}, Stretch{number, {-kFar, kFar}, {0, 1}},
                             Stretch{number, {kFar - 1, kFar}, {-kFar, 1 - kFar}}}) {
    ui::setStretches(c(), c().index(), {one});
    EXPECT_TRUE(c().joint.stretches.empty()) << "too far away";
  }
  for (const Stretch& one : {Stretch{number, {second, second + 1}, {first, first + 10'000}},
                             Stretch{number, {second, second + 10'000}, {first, first + 1}}}) {
    ui::setStretches(c(), c().index(), {one});
    ASSERT_EQ(c().joint.stretches.size(), 1u);
    for (const char* step : {"show-all", "zoom-in", "pan-right", "next", "fit", "next", "mark", "mark-selection"}) {
      window_->app().command(step, {});
      ImGui::GetIO().AddMousePosEvent(700, 300);
      window_->settle(0.1f);
      EXPECT_LE(window_->app().visibleBegin(), window_->app().visibleEnd());
    }
    c().selection.reset();
    c().range.reset();
  }
}

}  // namespace
}  // namespace tp
