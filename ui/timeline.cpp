#include "ui/timeline.h"

#include <algorithm>
#include <cmath>

#include "ui/axis.h"
#include "ui/time_text.h"
#include "ui/track_painter.h"

namespace tp::ui {
namespace {

constexpr float kWheelZoom = 0.85f;

void drawLabel(Context& c, const Row& row, const Rect& label) {
  if (row.named == kNoTrack) return;
  const Track& track = c.index().tracks()[row.named];
  float indent = 14 + 12 * static_cast<float>(row.indent);
  if (row.group) {
    c.draw->AddRectFilled({label.x, label.y}, {label.x + label.w, label.y + row.height}, c.theme.panel);
    float x = label.x + indent, y = label.y + row.height / 2;
    if (row.collapsed) {
      c.draw->AddTriangleFilled({x - 2, y - 4}, {x + 4, y}, {x - 2, y + 4}, c.theme.dim);
    } else {
      c.draw->AddTriangleFilled({x - 4, y - 2}, {x + 4, y - 2}, {x, y + 4}, c.theme.dim);
    }
    indent += 12;
  }
  // A name may reach into the rows below that belong to it.
  Rect clip{label.x, label.y, label.w - 6, std::max(row.height, kCallHeight + 1)};
  bool quiet = track.key.kind == TrackKind::Events;
  ImFont* font = row.group ? c.fonts.strong : c.fonts.words;
  float size = quiet ? kHintSize : kWordSize;
  float y =
      label.y + (row.group ? (row.height - size) / 2 - 1 : std::clamp((row.height - size) / 2, 0.0f, 3.0f)) - 0.5f;
  drawText(c, font, size, {label.x + indent, y}, quiet ? c.theme.faint : c.theme.text, track.name, &clip);
  float after = label.x + indent + textWidth(font, size, track.name) + 8;
  drawText(c, c.fonts.words, kHintSize, {after, y + 1.5f}, c.theme.faint, track.detail, &clip);
}

void toggle(Context& c, TrackId track) {
  if (c.collapsed.erase(track) == 0) c.collapsed.insert(track);
}

// Wheel, pinch, drag and click on the tracks.
void handlePointer(Context& c, const Rect& tracks) {
  ImGuiIO& io = ImGui::GetIO();
  bool hovered = ImGui::IsItemHovered();
  bool active = ImGui::IsItemActive();
  double at = std::clamp(static_cast<double>((io.MousePos.x - tracks.x) / tracks.w), 0.0, 1.0);
  if (hovered && io.MouseWheel != 0) {
    if (io.KeyCtrl || io.KeySuper) {
      c.view.zoom(std::pow(kWheelZoom, static_cast<double>(io.MouseWheel)), at);
    } else if (io.KeyShift) {
      c.view.pan(-0.1 * static_cast<double>(io.MouseWheel));
    } else {
      c.scroll -= io.MouseWheel * 60;
    }
  }
  if (hovered && io.MouseWheelH != 0) c.view.pan(-0.1 * static_cast<double>(io.MouseWheelH));

  static bool dragged = false;
  static Time rangeFrom = 0;
  static bool ranging = false;
  if (ImGui::IsItemActivated()) {
    dragged = false;
    ranging = io.KeyShift;
    rangeFrom = c.view.toTime(at);
  }
  if (active && (std::fabs(io.MouseDragMaxDistanceSqr[0]) > 16 || dragged)) {
    dragged = true;
    if (ranging) {
      Time to = c.view.toTime(at);
      c.range = std::minmax(rangeFrom, to);
      ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    } else {
      c.view.drag(-static_cast<double>(io.MouseDelta.x / tracks.w));
      c.scroll -= io.MouseDelta.y;
      ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    }
  }
  if (ImGui::IsItemDeactivated() && !dragged) {
    c.range.reset();
    c.selection = c.pointed;
    if (c.selection) {
      // The table goes to the row of what is selected.
      if (c.tab != Tab::Events) c.tab = Tab::Selection;
      if (!c.selection->mark.fold()) c.session.describe(c.selection->track, c.selection->mark);
    }
  }
  if (hovered && ImGui::IsMouseDoubleClicked(0) && c.selection)
    c.view.show(c.selection->mark.begin, c.selection->mark.end);
  c.mouseOnTracks = hovered && !(active && dragged);
}

void drawRange(Context& c, const Rect& tracks) {
  if (!c.range) return;
  float left = tracks.x + static_cast<float>(c.view.toShare(c.range->first)) * tracks.w;
  float right = tracks.x + static_cast<float>(c.view.toShare(c.range->second)) * tracks.w;
  c.draw->AddRectFilled({left, tracks.y}, {right, tracks.y + tracks.h}, c.theme.accentSoft);
  for (float x : {left, right}) c.draw->AddLine({x, tracks.y}, {x, tracks.y + tracks.h}, c.theme.accent);
  std::string text = durationText(c.range->second - c.range->first, c.clock());
  float width = textWidth(c.fonts.mono, kMonoSize, text) + 12;
  float x = std::clamp((left + right - width) / 2, tracks.x, tracks.x + tracks.w - width);
  c.draw->AddRectFilled({x, tracks.y + 4}, {x + width, tracks.y + 24}, c.theme.raised, 4);
  drawText(c, c.fonts.mono, kMonoSize, {x + 6, tracks.y + 7}, c.theme.text, text);
}

// Where the middle of a track's first row is on the screen; false where the track is not shown.
bool rowMiddle(const Context& c, const Rect& area, TrackId track, uint16_t depth, float& y) {
  for (const Row& row : c.layout.rows) {
    if (row.track != track) continue;
    y = area.y + 4 + row.y - c.scroll + depthTop(c.index(), track, depth) + depthHeight(c.index(), track, depth) / 2;
    return true;
  }
  return false;
}

// From what caused the selection to it, or from it to what it caused.
void drawFlows(Context& c, const Rect& tracks) {
  const Description* description = c.session.description();
  if (description == nullptr || !c.selection) return;
  for (const Description::Link& link : description->links) {
    float here = 0, there = 0;
    const Selection& selection = *c.selection;
    if (!rowMiddle(c, tracks, selection.track, selection.mark.depth, here)) continue;
    if (!rowMiddle(c, tracks, link.track, 0, there)) continue;
    auto x = [&](Time time) {
      return tracks.x + static_cast<float>(std::clamp(c.view.toShare(time), -1.0, 2.0)) * tracks.w;
    };
    ImVec2 from{x(link.time), there}, to{x(selection.mark.begin), here};
    bool outward = link.time >= selection.mark.begin;
    if (outward) std::swap(from, to);
    float bend = std::max(12.0f, (to.x - from.x) / 2);
    c.draw->AddBezierCubic(from, {from.x + bend, from.y}, {to.x - bend, to.y}, to, c.theme.accent, 1.5f);
    c.draw->AddCircleFilled(from, 3, c.theme.accent);
    c.draw->AddTriangleFilled(to, {to.x - 7, to.y - 4}, {to.x - 7, to.y + 4}, c.theme.accent);
  }
}

void drawScrollbar(Context& c, const Rect& area) {
  float most = c.layout.height + 12 - area.h;
  c.scroll = std::clamp(c.scroll, 0.0f, std::max(0.0f, most));
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

}  // namespace

void scrollTo(Context& c, TrackId track, uint16_t depth, float height) {
  for (const Row& row : c.layout.rows) {
    if (row.track != track) continue;
    float top = row.y + depthTop(c.index(), track, depth);
    if (top < c.scroll + 20) c.scroll = top - 20;
    if (top + 40 > c.scroll + height) c.scroll = top + 40 - height;
  }
}

void drawTimeline(Context& c, const Rect& area) {
  Rect labels{area.x, area.y, c.labelWidth, area.h};
  Rect tracks{area.x + c.labelWidth, area.y, area.w - c.labelWidth - 12, area.h};
  c.draw->PushClipRect(area.min(), area.max(), true);

  ImGui::SetCursorScreenPos(tracks.min());
  ImGui::SetNextItemAllowOverlap();
  ImGui::InvisibleButton("tracks", {tracks.w, tracks.h});
  handlePointer(c, tracks);
  drawScrollbar(c, area);

  for (const Tick& tick : makeTicks(c.view, c.clock(), 96.0 / static_cast<double>(tracks.w))) {
    float x = std::floor(tracks.x + static_cast<float>(tick.share) * tracks.w) + 0.5f;
    c.draw->AddLine({x, area.y}, {x, area.y + area.h}, c.theme.panel);
  }
  for (const Row& row : c.layout.rows) {
    float y = area.y + 4 + row.y - c.scroll;
    if (y + row.height < area.y || y > area.y + area.h) continue;
    if (row.group) c.draw->AddRectFilled({area.x, y}, {area.x + area.w, y + row.height}, c.theme.panel);
    Rect label{labels.x, y, labels.w, row.height};
    if (row.group) {
      ImGui::SetCursorScreenPos({labels.x, y});
      ImGui::PushID(static_cast<int>(row.track));
      if (ImGui::InvisibleButton("group", {area.w - 12, row.height})) toggle(c, row.track);
      if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
      ImGui::PopID();
    } else {
      c.draw->PushClipRect(tracks.min(), tracks.max(), true);
      paintTrack(c, row.track, {tracks.x, y, tracks.w, row.height}, tracks);
      c.draw->PopClipRect();
    }
    drawLabel(c, row, label);
  }
  c.draw->PushClipRect(tracks.min(), tracks.max(), true);
  drawFlows(c, tracks);
  c.draw->PopClipRect();
  drawRange(c, tracks);
  c.draw->AddLine({tracks.x - 0.5f, area.y}, {tracks.x - 0.5f, area.y + area.h}, c.theme.line);
  c.draw->PopClipRect();

  ImGui::SetCursorScreenPos({tracks.x - 4, area.y});
  ImGui::InvisibleButton("label width", {6, area.h});
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (ImGui::IsItemActive()) c.labelWidth = std::clamp(c.labelWidth + ImGui::GetIO().MouseDelta.x, 100.0f, area.w / 2);
}

}  // namespace tp::ui
