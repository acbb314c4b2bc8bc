#include "ui/timeline/track_pointer.h"

#include <algorithm>
#include <cmath>

#include "ui/timeline/range_view.h"
#include "ui/timeline/slice_menu.h"
#include "ui/timeline/snap.h"
#include "ui/timeline/track_commands.h"
#include "ui/view/leads.h"
#include "ui/view/navigation.h"
#include "ui/view/slice_place.h"

namespace tp::ui {
namespace {

constexpr float kWheelZoom = 0.85f;
constexpr float kWheelRows = 60;  // pixels for each notch

struct Drag {
  enum class What : uint8_t { View, Range, Edge };
  What what = What::View;
  bool moved = false;
  Time from = 0;  // for a range: the end that stays
  float fromY = 0;
  uint32_t trace = 0;  // traceUnder() where it began: times are those of this trace
};

// The share of the visible width at which the pointer is.
double shareUnder(const Rect& tracks) {
  return std::clamp(static_cast<double>((ImGui::GetIO().MousePos.x - tracks.x) / tracks.w), 0.0, 1.0);
}

void begin(Context& c, Drag& drag, const TrackArea& area, const Rect& tracks, uint32_t trace) {
  ImVec2 mouse = ImGui::GetIO().MousePos;
  const Stretch* stretch = stretchOfTrace(c, trace);
  const VisibleTime view = drawnTimes(c, stretch);
  const Time at = view.toTime(shareUnder(tracks));
  drag = Drag();
  drag.from = at;
  drag.fromY = mouse.y;
  drag.trace = trace;
  Time other = 0;
  if (ImGui::GetIO().KeyShift) {
    drag.what = Drag::What::Range;
    drag.from = snapOnTracks(c, area, tracks, at, stretch);
  } else if (edgeUnder(c, view, tracks, mouse.x, other)) {
    drag.what = Drag::What::Edge;
    drag.from = other;
  }
}

void continueDrag(Context& c, const Drag& drag, const TrackArea& area, const Rect& tracks) {
  ImGuiIO& io = ImGui::GetIO();
  if (drag.what == Drag::What::View) {
    c.view.drag(-static_cast<double>(io.MouseDelta.x / tracks.w));
    (drag.fromY < area.scrolled.y ? c.pinnedScroll : c.scroll) -= io.MouseDelta.y;
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    return;
  }
  std::vector<TrackId> on;
  if (drag.what == Drag::What::Range) on = tracksBetween(c, c.index(), area, drag.fromY, io.MousePos.y);
  if (drag.what == Drag::What::Edge && c.range) on = c.range->tracks;
  const Stretch* stretch = stretchOfTrace(c, drag.trace);
  const Time at = drawnTimes(c, stretch).toTime(shareUnder(tracks));
  markRange(c, MarkedRange(drag.from, snapOnTracks(c, area, tracks, at, stretch), std::move(on)));
  ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
}

void select(Context& c) {
  stopSeeking(c);
  c.selection = c.pointed;
  // It may have been about the previous selection.
  c.notice.clear();
  if (!c.selection) return;
  keepPanel(c);
  if (!c.selection->mark.aggregate()) c.session.describe(c.selection->track, c.selection->mark);
}

// Selects the call whose point is under the pointer, when it is decoded.
void seekPoint(Context& c) {
  const DurationPlots::Hit& hit = *c.durations.hit;
  const DurationTrack* track = c.durations.numbered(hit.number);
  if (track == nullptr || hit.position >= track->series.size()) return;
  stopSeeking(c);
  c.notice.clear();
  keepPanel(c);
  c.seeking = {nullptr, placeOf(c.index(), hit.point, track->series[hit.position].spec.query.kind)};
  // The next point is clicked in the same plot.
  c.seeking.seek->keepScroll = true;
  c.moreToCome = true;
}

void click(Context& c) {
  c.range.reset();
  if (c.durations.hit) return seekPoint(c);
  select(c);
}

// Selects what is under the pointer, and opens its menu. A marked range stays.
void rightClick(Context& c) {
  if (!c.pointed) return;
  select(c);
  openSliceMenu(c);
}

}  // namespace

void handlePointer(Context& c, const TrackArea& area, const Rect& tracks) {
  Drag& drag = c.memory.of<Drag>();
  ImGuiIO& io = ImGui::GetIO();
  bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
  const uint32_t trace = traceUnder(c, c.index(), area, io.MousePos.y);
  if (ImGui::IsItemActivated()) begin(c, drag, area, tracks, trace);
  const VisibleTime view = drawnTimes(c, stretchOfTrace(c, active ? drag.trace : trace));
  Time other = 0;
  if (active || (tracks.contains(io.MousePos) && ImGui::IsWindowHovered()))
    c.pointerTime = view.toTime(shareUnder(tracks));
  if (active && (std::fabs(io.MouseDragMaxDistanceSqr[0]) > 16 || drag.moved)) {
    drag.moved = true;
    continueDrag(c, drag, area, tracks);
  } else if (hovered && edgeUnder(c, view, tracks, io.MousePos.x, other)) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  }
  if (ImGui::IsItemDeactivated() && !drag.moved) click(c);
  if (hovered && ImGui::IsMouseReleased(1)) rightClick(c);
  if (hovered && ImGui::IsMouseDoubleClicked(0) && c.selection)
    showTimes(c, c.index(), c.selection->track, c.selection->mark.begin, c.selection->mark.end);
  c.mouseOnTracks = hovered && !(active && drag.moved);
}

void handleWheel(Context& c, const TrackArea& area, const Rect& tracks) {
  ImGuiIO& io = ImGui::GetIO();
  Rect all{area.pinned.x, area.pinned.y, area.pinned.w, area.pinned.h + area.scrolled.h};
  if (!all.contains(io.MousePos) || !ImGui::IsWindowHovered()) return;
  const double at = shareUnder(tracks);
  bool zooms = io.KeyCtrl || io.KeySuper;
  // Browsers report the wheel as horizontal while Shift is held.
  float turned = io.MouseWheel != 0 ? io.MouseWheel : io.KeyShift ? io.MouseWheelH : 0;
  if (turned != 0 && zooms && io.KeyShift) {
    changeRowHeight(c, turned > 0 ? 1 : -1);
    c.moreToCome = true;
  } else if (turned != 0 && zooms) {
    c.view.zoom(std::pow(kWheelZoom, static_cast<double>(turned)), at);
  } else if (turned != 0 && io.KeyShift) {
    c.view.pan(-0.1 * static_cast<double>(turned));
  } else {
    (io.MousePos.y < area.scrolled.y ? c.pinnedScroll : c.scroll) -= io.MouseWheel * kWheelRows;
    if (io.MouseWheelH != 0) c.view.pan(-0.1 * static_cast<double>(io.MouseWheelH));
  }
}

}  // namespace tp::ui
