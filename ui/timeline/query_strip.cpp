#include "ui/timeline/query_strip.h"

#include <algorithm>
#include <cmath>

#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/timeline/axis.h"
#include "ui/timeline/marker_view.h"
#include "ui/timeline/query_labels.h"
#include "ui/timeline/query_painter.h"
#include "ui/timeline/time_axis.h"
#include "ui/timeline/track_commands.h"
#include "ui/view/leads.h"
#include "ui/view/navigation.h"
#include "ui/view/row_text.h"

namespace tp::ui {
namespace {

constexpr float kMaxShare = 0.45f;  // of the room
constexpr float kWheelZoom = 0.85f;
constexpr float kWheelRows = 60;  // pixels for each notch

struct Drag {
  bool moved = false;
  bool marks = false;  // a range, and does not move the view
  Time from = 0;
};

float heightOfAll(const WindowState& c) {
  float height = 0;
  for (const QueryTrack& track : c.queryTracks.all()) height += queryTrackHeight(c, track);
  return height;
}

void choose(Context& c, const std::optional<QueryHit>& hit) {
  c.range.reset();
  c.selection.reset();
  stopSeeking(c);
  c.notice.clear();
  c.queryTracks.chosen.reset();
  if (!hit || hit->count > 1) return;
  c.queryTracks.chosen = QueryTracks::Chosen{hit->number, hit->row};
  keepPanel(c);
}

// Call after the ImGui item that covers `tracks`.
void handlePointer(Context& c, const Rect& tracks, const std::optional<QueryHit>& hit) {
  Drag& drag = c.memory.of<Drag>();
  const ImGuiIO& io = ImGui::GetIO();
  const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
  const double share = std::clamp(static_cast<double>((io.MousePos.x - tracks.x) / tracks.w), 0.0, 1.0);
  const Time at = c.view.toTime(share);
  if (hovered || active) c.pointerTime = at;
  if (ImGui::IsItemActivated()) drag = {false, io.KeyShift, at};
  if (active && (io.MouseDragMaxDistanceSqr[0] > 16 || drag.moved)) {
    drag.moved = true;
    if (drag.marks) {
      markRange(c, MarkedRange(drag.from, at, {}));
    } else {
      c.view.drag(-static_cast<double>(io.MouseDelta.x / tracks.w));
      c.queryTracks.scroll -= io.MouseDelta.y;
    }
    ImGui::SetMouseCursor(drag.marks ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeAll);
  }
  if (ImGui::IsItemDeactivated() && !drag.moved) choose(c, hit);
  if (hovered && hit && ImGui::IsMouseDoubleClicked(0) && hit->begin < hit->end) c.view.show(hit->begin, hit->end);
}

void handleWheel(Context& c, const Rect& area, const Rect& tracks) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!area.contains(io.MousePos) || !ImGui::IsWindowHovered()) return;
  const double at = std::clamp(static_cast<double>((io.MousePos.x - tracks.x) / tracks.w), 0.0, 1.0);
  // Browsers report the wheel as horizontal while Shift is held.
  const float turned = io.MouseWheel != 0 ? io.MouseWheel : io.KeyShift ? io.MouseWheelH : 0;
  if (turned != 0 && (io.KeyCtrl || io.KeySuper) && io.KeyShift) {
    changeRowHeight(c, turned > 0 ? 1 : -1);
    c.moreToCome = true;
  } else if (turned != 0 && (io.KeyCtrl || io.KeySuper)) {
    c.view.zoom(std::pow(kWheelZoom, static_cast<double>(turned)), at);
  } else if (turned != 0 && io.KeyShift) {
    c.view.pan(-0.1 * static_cast<double>(turned));
  } else {
    // What has nothing to scroll passes the wheel on to the tracks below.
    (heightOfAll(c) > area.h ? c.queryTracks.scroll : c.scroll) -= io.MouseWheel * kWheelRows;
    if (io.MouseWheelH != 0) c.view.pan(-0.1 * static_cast<double>(io.MouseWheelH));
  }
}

const QueryTrack* trackOf(const WindowState& c, const QueryHit& hit) {
  for (const QueryTrack& track : c.queryTracks.all())
    if (track.number == hit.number && track.result) return &track;
  return nullptr;
}

void drawHitTip(Context& c, const QueryHit& hit, float bottom) {
  const QueryTrack* track = trackOf(c, hit);
  if (track == nullptr) return;
  std::vector<TipLine> lines;
  auto mono = [&](std::string text, ImU32 colour) {
    lines.push_back({std::move(text), c.fonts.mono, kMonoSize, colour});
  };
  if (hit.count > 1) {
    lines.push_back({countText(hit.count) + " short slices", c.fonts.strong, kWordSize, c.theme.text});
  } else {
    for (const auto& [label, text] : rowTexts(c.clock(), *track->result, hit.row))
      mono(label + "  " + text, c.theme.text);
  }
  const std::string from = durationText(hit.begin - c.timesFrom(), c.clock());
  mono((track->kind == QueryTrackKind::Counter ? "since " : "at ") + from, c.theme.dim);
  if (std::string since = sinceMarker(c); !since.empty()) mono(since, c.theme.accent);
  lines.push_back({track->name, c.fonts.words, kHintSize, c.theme.dim});
  drawTip(c, lines, bottom);
}

// What stands in the place of slices that are not there.
void drawWhyNot(Context& c, const QueryTrack& track, const Rect& box) {
  if (track.result) return;
  const bool bad = !track.error.empty();
  const std::string text = bad ? track.error : queryTrackStatus(c, track);
  drawCell(c, c.fonts.words, kHintSize, {box.x + 10, box.y + 11}, bad ? c.theme.error : c.theme.dim, text,
           {box.x + 10, box.y, box.w - 20, box.h});
}

void drawTicks(Context& c, const Rect& tracks) {
  for (const Tick& tick : axisTicks(c.view, c.clock(), c.timesFrom(), c.settings.times, tracks.w)) {
    const float x = std::floor(tracks.x + static_cast<float>(tick.share) * tracks.w) + 0.5f;
    c.draw->AddLine({x, tracks.y}, {x, tracks.y + tracks.h}, c.theme.panel);
  }
}

void drawMarked(Context& c, const Rect& tracks) {
  if (!c.range || !c.range->tracks.empty()) return;
  auto x = [&](Time time) {
    return tracks.x + static_cast<float>(std::clamp(c.view.toShare(time), -0.1, 1.1)) * tracks.w;
  };
  const float left = x(c.range->first), right = x(c.range->second);
  c.draw->AddRectFilled({left, tracks.y}, {right, tracks.y + tracks.h}, c.theme.accentSoft);
  for (float at : {left, right}) c.draw->AddLine({at, tracks.y}, {at, tracks.y + tracks.h}, c.theme.accent);
}

void drawGrip(Context& c, const Rect& area, float whole) {
  if (whole <= area.h) return;
  const float length = std::max(16.0f, area.h * area.h / whole);
  const float top = area.y + (area.h - length) * c.queryTracks.scroll / (whole - area.h);
  c.draw->AddRectFilled({area.x + area.w - 10, top}, {area.x + area.w - 2, top + length}, c.theme.line, 4);
}

}  // namespace

float queryStripHeight(const WindowState& c, float room) {
  return c.queryTracks.empty() ? 0 : std::floor(std::min(heightOfAll(c) + 1, room * kMaxShare));
}

void drawQueryStrip(Context& c, const Rect& area) {
  if (c.queryTracks.empty() || area.h <= 0) return;
  const Rect tracks{area.x + c.labelWidth, area.y, area.w - c.labelWidth - 12, area.h};
  const float whole = heightOfAll(c) + 1;
  const float bottom = area.y + area.h;
  c.queryTracks.scroll = std::clamp(c.queryTracks.scroll, 0.0f, std::max(0.0f, whole - area.h));
  ImGui::PushClipRect(area.min(), area.max(), true);
  drawTicks(c, tracks);
  ImGui::SetCursorScreenPos(tracks.min());
  ImGui::InvisibleButton("query tracks", {tracks.w, tracks.h});
  const bool pointed = ImGui::IsItemHovered() && !(ImGui::IsItemActive() && c.memory.of<Drag>().moved);
  c.draw->PushClipRect(tracks.min(), tracks.max(), true);
  std::optional<QueryHit> hit;
  float y = area.y - c.queryTracks.scroll;
  for (const QueryTrack& track : c.queryTracks.all()) {
    const Rect box{tracks.x, y, tracks.w, queryTrackHeight(c, track)};
    y += box.h;
    if (box.y >= bottom || y <= area.y) continue;
    const uint32_t before = c.marksDrawn;
    if (std::optional<QueryHit> found = paintQueryTrack(c, track, box, tracks, pointed)) hit = found;
    c.drawnOfQuery.emplace_back(track.number, c.marksDrawn - before);
    drawWhyNot(c, track, box);
    if (box.y > area.y) c.draw->AddLine({area.x, box.y - 0.5f}, {area.x + area.w, box.y - 0.5f}, c.theme.panel);
  }
  drawMarked(c, tracks);
  markersOverTracks(c, c.view, tracks);
  c.draw->PopClipRect();
  handlePointer(c, tracks, hit);
  drawQueryLabels(c, area);
  handleWheel(c, area, tracks);
  drawGrip(c, area, whole);
  c.draw->AddLine({tracks.x - 0.5f, area.y}, {tracks.x - 0.5f, bottom}, c.theme.line);
  c.draw->AddLine({area.x, bottom - 0.5f}, {area.x + area.w, bottom - 0.5f}, c.theme.faint);
  ImGui::PopClipRect();
  if (hit && pointed) drawHitTip(c, *hit, bottom + 120);
}

std::string queryTrackStatus(const WindowState& c, const QueryTrack& track) {
  if (!track.error.empty()) return "failed";
  if (!track.result) {
    const SqlResult* answer = c.sql.result(SqlAsker::Who::Track);
    if (track.asked == 0 || answer == nullptr) return "waits to be computed";
    const auto share = static_cast<int>(100 * std::clamp(answer->share(), 0.0, 1.0));
    return answer->share() >= 0 ? "computing, " + std::to_string(share) + " %" : "computing \u2026";
  }
  const std::string rows = countText(track.result->rows(), "row");
  return track.result->stage() == SqlStage::Cut ? "the first " + rows : rows;
}

}  // namespace tp::ui
