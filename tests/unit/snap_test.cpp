// What is dragged near the edge of a slice takes its time.
#include <gtest/gtest.h>
#include <imgui.h>

#include <cmath>

#include "core/io/local_files.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/view/context.h"

namespace tp {
namespace {

constexpr float kWidth = 1280, kBar = 12;

class Snap : public testing::Test {
 protected:
  void SetUp() override {
    auto files = openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
    ASSERT_TRUE(files);
    window_ = std::make_unique<test::HeadlessWindow>(*files);
    // A call in the middle of the trace that is 200 to 600 pixels wide.
    for (TrackId track = 0; track < c().index().tracks().size() && slice_.begin == slice_.end; ++track) {
      if (c().index().tracks()[track].key.kind != TrackKind::Thread) continue;
      std::vector<Mark> marks;
      c().session.query(track, c().index().begin(), c().index().end(), 0, marks);
      for (const Mark& mark : marks) {
        if (mark.aggregate() || mark.flags != 0 || mark.depth != 1) continue;
        slice_ = mark;
        track_ = track;
        break;
      }
    }
    ASSERT_LT(slice_.begin, slice_.end);
    const Time length = slice_.end - slice_.begin;
    c().view.show(slice_.begin - length, slice_.end + length);
    c().view.jump();
    window_->app().select({track_, slice_});
    window_->settle(0.1f);
  }

  ui::Context& c() { return window_->app().context(); }

  float xOf(Time time) {
    return c().labelWidth + static_cast<float>(c().view.toShare(time)) * (kWidth - c().labelWidth - kBar);
  }
  // The middle of the slice's row.
  float y() {
    for (const auto& view : window_->app().trackViews())
      if (view.id == track_) return view.top + 1.5f * c().choice.callHeight + 2;
    return 0;
  }

  void drag(ImVec2 from, ImVec2 to, bool shift, bool alt) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddKeyEvent(ImGuiMod_Shift, shift);
    io.AddKeyEvent(ImGuiMod_Alt, alt);
    io.AddMousePosEvent(from.x, from.y);
    window_->frame(0.1f);
    io.AddMouseButtonEvent(0, true);
    window_->frame(0.1f);
    for (float part : {0.5f, 1.0f}) {
      io.AddMousePosEvent(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
      window_->frame(0.1f);
    }
    io.AddMouseButtonEvent(0, false);
    window_->frame(0.1f);
    io.AddKeyEvent(ImGuiMod_Shift, false);
    io.AddKeyEvent(ImGuiMod_Alt, false);
    window_->settle(0.1f);
  }

  std::unique_ptr<test::HeadlessWindow> window_;
  TrackId track_ = kNoTrack;
  Mark slice_;
};

TEST_F(Snap, ARangeTakesTheEdgesOfASliceToTheNanosecond) {
  drag({xOf(slice_.begin) + 4, y()}, {xOf(slice_.end) - 4, y()}, true, false);
  ASSERT_TRUE(c().range);
  EXPECT_EQ(c().range->first, slice_.begin);
  EXPECT_EQ(c().range->second, slice_.end);
}

TEST_F(Snap, AltTakesWhatIsPointedAt) {
  drag({xOf(slice_.begin) + 4, y()}, {xOf(slice_.end) - 4, y()}, true, true);
  ASSERT_TRUE(c().range);
  EXPECT_GT(c().range->first, slice_.begin);
  EXPECT_LT(c().range->second, slice_.end);
}

TEST_F(Snap, WhatIsFartherAwayIsLeftAlone) {
  const float middle = (xOf(slice_.begin) + xOf(slice_.end)) / 2;
  // The row of the slice alone decides: it has no other edge there.
  drag({xOf(slice_.begin) - 40, y()}, {middle, y()}, true, true);
  ASSERT_TRUE(c().range);
  const Time free = c().range->second;
  c().range.reset();
  drag({xOf(slice_.begin) - 40, y()}, {xOf(slice_.end) - 20, y()}, true, false);
  ASSERT_TRUE(c().range);
  EXPECT_NE(c().range->second, slice_.end);
  EXPECT_GT(c().range->second, free);
}

TEST_F(Snap, AnEndOfARangeThatIsDraggedSnapsToo) {
  const float middle = (xOf(slice_.begin) + xOf(slice_.end)) / 2;
  drag({xOf(slice_.begin) + 2, y()}, {middle, y()}, true, false);
  ASSERT_TRUE(c().range);
  drag({xOf(c().range->second), y()}, {xOf(slice_.end) + 5, y()}, false, false);
  EXPECT_EQ(c().range->first, slice_.begin);
  EXPECT_EQ(c().range->second, slice_.end);
}

TEST_F(Snap, AMarkerOnTheAxisTakesTheEdgeOfADrawnSlice) {
  const Time middle = slice_.begin + (slice_.end - slice_.begin) / 2;
  c().markers.add(middle);
  window_->settle(0.1f);
  const float axis = ui::kHeaderHeight + ui::kOverviewHeight + 8;
  drag({xOf(middle), axis}, {xOf(slice_.end), axis}, false, false);
  ASSERT_EQ(c().markers.all().size(), 1u);
  const Time at = c().markers.all()[0].time;
  // Others may end within the same pixel.
  bool edge = false;
  for (TrackId track = 0; track < c().index().tracks().size(); ++track) {
    std::vector<Mark> marks;
    if (c().index().tracks()[track].key.kind == TrackKind::Counter) continue;
    c().session.query(track, at - 1, at + 1, 0, marks);
    for (const Mark& mark : marks) edge = edge || mark.begin == at || mark.end == at;
  }
  EXPECT_TRUE(edge) << at;
  EXPECT_NEAR(static_cast<double>(xOf(at)), static_cast<double>(xOf(slice_.end)), 6.5);
}

}  // namespace
}  // namespace tp
