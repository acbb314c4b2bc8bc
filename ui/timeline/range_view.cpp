#include "ui/timeline/range_view.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "ui/base/time_text.h"
#include "ui/timeline/track_labels.h"
#include "ui/view/cpu_meanwhile.h"
#include "ui/view/drawn_times.h"
#include "ui/view/selection_text.h"
#include "ui/view/state_track.h"
#include "ui/view/why_answer.h"

namespace tp::ui {
namespace {

constexpr float kNear = 4;
constexpr float kLengthHeight = 18;

float toX(const VisibleTime& view, const Rect& tracks, Time time) {
  return tracks.x + static_cast<float>(std::clamp(view.toShare(time), -0.1, 1.1)) * tracks.w;
}

ImU32 veil(const Theme& theme) {
  return (theme.canvas & ~IM_COL32_A_MASK) | 165u << IM_COL32_A_SHIFT;
}

// How long the range is and, where it is about who used a CPU while a thread waited for it, which thread that is: its
// track may be far from that of the CPU. That is left out where it would be wider than `room`.
std::string lengthText(Context& c, const TraceIndex& index, float room) {
  // Of what is selected, it is as long as that.
  const bool ofSelection = c.selection && c.selection->mark.begin == c.range->first &&
                           c.selection->mark.end == c.range->second && c.range->covers(c.selection->track);
  std::string text = durationText(c.range->second - c.range->first, c.clock(),
                                  ofSelection ? selectionBound(c, c.session) : Bound::None);
  if (!c.selection || markedCpu(c, index) == kNoTrack || !c.range->covers(c.selection->track)) return text;
  const TrackId track = c.selection->track;
  if (track >= index.tracks().size() || index.tracks()[track].key.kind != TrackKind::ThreadState) return text;
  const std::string whole = text + ", " + trackOwner(index, track) + " waited";
  return textWidth(c.fonts.mono, kMonoSize, whole) + 12 <= room ? whole : text;
}

// Draws how long the range is, at the middle of what is in view of it. Returns the ends of the label.
std::pair<float, float> drawLength(Context& c, const VisibleTime& view, const Rect& tracks, float y) {
  const float left = toX(view, tracks, c.range->first), right = toX(view, tracks, c.range->second);
  const std::string text = lengthText(c, c.index(), tracks.w);
  const float width = textWidth(c.fonts.mono, kMonoSize, text) + 12;
  const float x = std::clamp((left + right - width) / 2, tracks.x, std::max(tracks.x, tracks.x + tracks.w - width));
  c.draw->AddRectFilled({x, y}, {x + width, y + kLengthHeight}, c.theme.raised, 4);
  drawText(c, c.fonts.mono, kMonoSize, {x + 6, y + 2}, c.theme.text, text);
  return {x, x + width};
}

// Highlights the tracks of the range, and dims the others within its time.
void drawChosen(Context& c, const TrackArea& area, const Rect& tracks) {
  for (bool pinned : {true, false}) {
    const Rect& part = pinned ? area.pinned : area.scrolled;
    c.draw->PushClipRect(part.min(), part.max(), true);
    forVisible(c, area, pinned, [&](const Row& row, float y) {
      if (row.group) return;
      const bool on = c.range->covers(row.track);
      if (!on && !isDimmed(c, c.index(), row.track)) return;
      const VisibleTime view = drawnTimes(c, c.index(), row.track);
      const float left = toX(view, tracks, c.range->first), right = toX(view, tracks, c.range->second);
      c.draw->AddRectFilled({left, y}, {right, y + row.height}, on ? c.theme.accentSoft : veil(c.theme));
    });
    c.draw->PopClipRect();
  }
}

}  // namespace

bool isDimmed(WindowState& c, const TraceIndex& index, TrackId track) {
  if (c.range->covers(track) || (c.selection && c.selection->track == track)) return false;
  if (!c.drawerOpen || c.tab != Tab::Why) return true;
  const TrackId thread = waitingThread(index.tracks(), track);
  return thread == kNoTrack || !c.memory.of<WhyAnswer>().onPath(thread);
}

bool edgeUnder(const WindowState& c, const VisibleTime& view, const Rect& tracks, float x, Time& other) {
  if (!c.range) return false;
  const float first = std::fabs(toX(view, tracks, c.range->first) - x);
  const float second = std::fabs(toX(view, tracks, c.range->second) - x);
  other = first <= second ? c.range->second : c.range->first;
  return std::min(first, second) <= kNear;
}

std::optional<std::pair<float, float>> drawRangeOnAxis(Context& c, const Rect& strip) {
  if (!c.range || stretchOf(c, c.index(), trackOfRange(*c.range, c.index())) != nullptr) return std::nullopt;
  const VisibleTime view = drawnTimes(c, nullptr);
  if (view.toShare(c.range->second) < 0 || view.toShare(c.range->first) > 1) return std::nullopt;
  return drawLength(c, view, strip, strip.y + 3);
}

void drawRange(Context& c, const TrackArea& area, const Rect& tracks) {
  if (!c.range) return;
  // What lies outside of the view must not be drawn on the labels.
  c.draw->PushClipRect(tracks.min(), tracks.max(), true);
  if (!c.range->tracks.empty()) drawChosen(c, area, tracks);
  forBands(c, c.index(), area, tracks, [&](const VisibleTime& view, const Rect& band) {
    const float left = toX(view, tracks, c.range->first), right = toX(view, tracks, c.range->second);
    if (c.range->tracks.empty()) c.draw->AddRectFilled({left, band.y}, {right, band.y + band.h}, c.theme.accentSoft);
    for (float x : {left, right}) c.draw->AddLine({x, band.y}, {x, band.y + band.h}, c.theme.accent);
  });
  // Its length stands on the axis, where it covers nothing; of a trace that has times of its own, above its tracks.
  const Stretch* stretch = stretchOf(c, c.index(), trackOfRange(*c.range, c.index()));
  if (stretch != nullptr) {
    const std::vector<TrackBand> bands = trackBands(c, c.index(), area);
    const auto band =
        std::find_if(bands.begin(), bands.end(), [&](const TrackBand& one) { return one.stretch == stretch; });
    const float above = band != bands.end() ? band->top : tracks.y;
    // Below the sticky headings, which are drawn over it.
    const float y = std::max(above, tracks.y + (area.pinned.h > 0 ? 0 : stickyHeight(c))) + 4;
    drawLength(c, drawnTimes(c, stretch), tracks, y);
  }
  c.draw->PopClipRect();
}

}  // namespace tp::ui
