#include "ui/timeline/timeline.h"

#include <algorithm>
#include <cmath>

#include "core/text/visible_text.h"
#include "ui/base/tooltip.h"
#include "ui/timeline/axis.h"
#include "ui/timeline/joint.h"
#include "ui/timeline/marker_view.h"
#include "ui/timeline/range_view.h"
#include "ui/timeline/slice_menu.h"
#include "ui/timeline/snap.h"
#include "ui/timeline/time_axis.h"
#include "ui/timeline/track_commands.h"
#include "ui/timeline/track_labels.h"
#include "ui/timeline/track_painter.h"
#include "ui/timeline/track_pointer.h"
#include "ui/timeline/unread.h"
#include "ui/view/row_measure.h"
#include "ui/view/slice_colours.h"
#include "ui/view/track_tree.h"

namespace tp::ui {
namespace {

// The y of the middle of a track's row of a depth; returns false if the track is not shown.
bool rowMiddle(const WindowState& c, const TraceIndex& index, const TrackArea& area, TrackId track, uint16_t depth,
               float& y) {
  float top = 0, call = c.choice.callHeight;
  if (rowOf(c, area, track, top) == nullptr) return false;
  y = top + depthTop(index, track, depth, call) + depthHeight(index, track, depth, call) / 2;
  return true;
}

// Draws arrows from what caused the selection to it, and from it to what it caused.
void drawFlows(Context& c, const TrackArea& area, const Rect& tracks) {
  const Description* description = c.session.description();
  if (description == nullptr || !c.selection) return;
  for (const Description::Link& link : description->links) {
    if (!link.flow) continue;
    float here = 0, there = 0;
    const Selection& selection = *c.selection;
    if (!rowMiddle(c, c.index(), area, selection.track, selection.mark.depth, here)) continue;
    if (!rowMiddle(c, c.index(), area, link.track, link.depth, there)) continue;
    // Each end is where its own track is drawn.
    auto x = [&](TrackId track, Time time) {
      const double share = drawnTimes(c, c.index(), track).toShare(time);
      return tracks.x + static_cast<float>(std::clamp(share, -1.0, 2.0)) * tracks.w;
    };
    ImVec2 from{x(link.track, link.time), there}, to{x(selection.track, selection.mark.begin), here};
    if (link.outgoing) std::swap(from, to);
    float bend = std::max(12.0f, (to.x - from.x) / 2);
    c.draw->AddBezierCubic(from, {from.x + bend, from.y}, {to.x - bend, to.y}, to, c.theme.accent, 1.5f);
    c.draw->AddCircleFilled(from, 3, c.theme.accent);
    c.draw->AddTriangleFilled(to, {to.x - 7, to.y - 4}, {to.x - 7, to.y + 4}, c.theme.accent);
  }
}

void limitScroll(WindowState& c, const TrackArea& area) {
  c.scroll = std::clamp(c.scroll, 0.0f, std::max(0.0f, c.layout.height + 12 - area.scrolled.h));
  c.pinnedScroll = std::clamp(c.pinnedScroll, 0.0f, std::max(0.0f, c.layout.pinnedHeight + 4 - area.pinned.h));
}

void drawScrollbar(Context& c, const Rect& area) {
  float most = c.layout.height + 12 - area.h;
  if (most <= 0) return;
  float length = std::max(24.0f, area.h * area.h / (c.layout.height + 12));
  float top = area.y + (area.h - length) * c.scroll / most;
  Rect grip{area.x + area.w - 10, top, 8, length};
  ImGui::SetCursorScreenPos({area.x + area.w - 12, area.y});
  ImGui::InvisibleButton("scrollbar", {12, area.h});
  if (ImGui::IsItemActive()) c.scroll += ImGui::GetIO().MouseDelta.y * most / (area.h - length);
  bool near = ImGui::IsItemHovered() || ImGui::IsItemActive();
  c.draw->AddRectFilled(grip.min(), grip.max(), near ? c.theme.faint : c.theme.line, 4);
}

void drawRows(Context& c, const TrackArea& area, const Rect& tracks, bool pinned) {
  const Rect& part = pinned ? area.pinned : area.scrolled;
  // What the sticky headings cover is not under the pointer.
  float hidden = pinned ? 0 : stickyHeight(c);
  Rect clip{tracks.x, part.y + hidden, tracks.w, part.h - hidden};
  c.draw->PushClipRect(clip.min(), clip.max(), true);
  forVisible(c, area, pinned, [&](const Row& row, float y) {
    if (row.group) return;
    const Rect box{tracks.x + draggedBy(c, c.index(), row.track), y, tracks.w, row.height};
    paintTrack(c, row.track, box, clip);
    if (c.session.phase() == Phase::Indexing) hatchUnread(c, row.track, box);
  });
  c.draw->PopClipRect();
}

// Says why there are no tracks if the filter leaves none, and offers to show all again.
void drawNoMatch(Context& c, const Rect& area) {
  if (!c.layout.rows.empty() || c.choice.filter.empty()) return;
  const std::string& problem = c.layout.filterProblem;
  const std::string why = problem.empty() ? "No track matches \"" + visibleText(c.choice.filter) + "\"."
                                          : "The filter of tracks can't be used: " + problem + ".";
  const float y = area.y + 12;
  drawCell(c, c.fonts.words, kWordSize, {area.x + 14, y}, c.theme.dim, why, {area.x + 14, y, area.w - 28, 20});
  if (!button(c, "Show all tracks", {area.x + 14, y + 28}, {128, 26})) return;
  c.choice.filter.clear();
  c.layoutStale = c.moreToCome = true;
}

// Scrolls up where the end of a group would push its heading half out of view.
void showHeadingsWhole(WindowState& c) {
  float offset = 0;
  for (const StickyHeading& heading : stickyHeadings(c.layout, c.scroll)) {
    if (heading.y < offset) c.scroll = std::max(0.0f, c.scroll - (offset - heading.y));
    offset += c.layout.rows[heading.row].height;
  }
}

}  // namespace

void scrollTo(WindowState& c, const Session& session, TrackId track, uint16_t depth, float height) {
  expandTo(c, session, track);
  float hidden = kGroupHeight;  // height that sticky headings cover
  for (TrackId at = session.index().tracks()[track].parent; at != kNoTrack; at = session.index().tracks()[at].parent)
    if (isHeading(session.index().tracks()[at].key.kind)) hidden += kGroupHeight;
  TrackArea area = splitArea(c, {0, 0, 0, height});
  auto bring = [&](const std::vector<Row>& rows, float& scroll, float room, float above) {
    for (const Row& row : rows) {
      if (row.track != track) continue;
      float top = row.y + depthTop(session.index(), track, depth, c.choice.callHeight);
      if (top < scroll + above) scroll = top - above;
      if (top + 40 > scroll + room) scroll = top + 40 - room;
    }
  };
  const float before = c.scroll;
  bring(c.layout.rows, c.scroll, area.scrolled.h, hidden);
  if (c.scroll != before) showHeadingsWhole(c);
  bring(c.layout.pinned, c.pinnedScroll, area.pinned.h, 0);
}

void drawTimeline(Context& c, const Rect& whole) {
  TrackArea area = splitArea(c, whole);
  Rect tracks{whole.x + c.labelWidth, whole.y, whole.w - c.labelWidth - 12, whole.h};
  c.draw->PushClipRect(whole.min(), whole.max(), true);

  // ImGui gives the pointer to the first of overlapping items.
  ImGui::SetCursorScreenPos({tracks.x - 4, whole.y});
  ImGui::InvisibleButton("label width", {6, whole.h});
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (ImGui::IsItemActive() && ImGui::GetIO().MouseDelta.x != 0)
    c.labelWanted = std::clamp(c.labelWidth + ImGui::GetIO().MouseDelta.x, 100.0f, whole.w / 2);
  hitLabelTools(c, area);
  hitHeadings(c, area);
  drawScrollbar(c, area.scrolled);
  drawNoMatch(c, {tracks.x, area.scrolled.y, tracks.w, area.scrolled.h});
  ImGui::SetCursorScreenPos(tracks.min());
  ImGui::InvisibleButton("tracks", {tracks.w, tracks.h});
  c.focus.noteArea("Timeline", FocusStop::Kind::Timeline, whole.min(), whole.max());
  handlePointer(c, area, tracks);
  handleWheel(c, area, tracks);
  c.durations.hit.reset();
  limitScroll(c, area);

  std::vector<Tick> ticks;
  if (hasTime(c.session)) ticks = axisTicks(c.view, c.clock(), c.timesFrom(), c.settings.times, tracks.w);
  for (const Tick& tick : ticks) {
    float x = std::floor(tracks.x + static_cast<float>(tick.share) * tracks.w) + 0.5f;
    c.draw->AddLine({x, whole.y}, {x, whole.y + whole.h}, c.theme.panel);
  }
  drawRows(c, area, tracks, false);
  drawLabels(c, area, false);
  if (!c.layout.pinned.empty()) {
    drawRows(c, area, tracks, true);
    drawLabels(c, area, true);
    float y = area.scrolled.y - 0.5f;
    c.draw->AddLine({whole.x, y}, {whole.x + whole.w, y}, c.theme.faint);
  }
  drawRange(c, area, tracks);
  // Over what is dimmed, so that an arrow between marked tracks is seen whole.
  c.draw->PushClipRect(tracks.min(), tracks.max(), true);
  drawFlows(c, area, tracks);
  c.draw->PopClipRect();
  forBands(c, c.index(), area, tracks,
           [&](const VisibleTime& view, const Rect& band) { markersOverTracks(c, view, band); });
  drawSnap(c, tracks);
  drawDragged(c, tracks);
  drawStickyHeadings(c, area);
  drawLegend(c, tracks);
  drawLabelTools(c);
  drawSliceMenu(c, area, tracks);
  c.draw->AddLine({tracks.x - 0.5f, whole.y}, {tracks.x - 0.5f, whole.y + whole.h}, c.theme.line);
  c.draw->PopClipRect();
}

}  // namespace tp::ui
