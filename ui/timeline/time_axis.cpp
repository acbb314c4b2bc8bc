#include "ui/timeline/time_axis.h"

#include <algorithm>
#include <cmath>

#include "ui/base/menu.h"
#include "ui/base/tooltip.h"
#include "ui/timeline/axis.h"
#include "ui/timeline/compared_ranges.h"
#include "ui/timeline/marker_view.h"
#include "ui/timeline/range_view.h"
#include "ui/timeline/snap.h"
#include "ui/view/navigation.h"

namespace tp::ui {
namespace {

constexpr const char* kTimes = "axis times";

struct Drag {
  enum class What : uint8_t { Range, Edge, Marker };
  What what = What::Range;
  uint32_t marker = 0;
  Time from = 0;  // for a range: the end that stays
  bool moved = false;
};

void begin(Context& c, Drag& drag, const Rect& strip, Time at) {
  float x = ImGui::GetIO().MousePos.x;
  Time other = 0;
  drag = Drag();
  drag.from = at;
  drag.marker = markerUnder(c, strip, x);
  if (drag.marker != 0) {
    drag.what = Drag::What::Marker;
    c.markers.select(drag.marker);
  } else if (edgeUnder(c, c.view, strip, x, other)) {
    drag.what = Drag::What::Edge;
    drag.from = other;
  } else {
    drag.from = snapOnAxis(c, strip, at);
  }
}

void handlePointer(Context& c, const Rect& strip) {
  Drag& drag = c.memory.of<Drag>();
  ImGuiIO& io = ImGui::GetIO();
  bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
  double share = std::clamp(static_cast<double>((io.MousePos.x - strip.x) / strip.w), 0.0, 1.0);
  Time at = c.view.toTime(share);
  if (hovered || active) c.pointerTime = at;
  if (ImGui::IsItemActivated()) begin(c, drag, strip, at);
  if (active && (std::fabs(io.MouseDragMaxDistanceSqr[0]) > 9 || drag.moved)) {
    drag.moved = true;
    at = snapOnAxis(c, strip, at);
    if (drag.what == Drag::What::Marker) {
      c.markers.move(drag.marker, at);
    } else {
      std::vector<TrackId> on;
      if (drag.what == Drag::What::Edge && c.range) on = c.range->tracks;
      markRange(c, MarkedRange(drag.from, at, std::move(on)));
    }
  }
  uint32_t marker = hovered ? markerUnder(c, strip, io.MousePos.x) : 0;
  uint32_t kept = hovered && marker == 0 ? keptUnder(c, strip, io.MousePos) : 0;
  if (ImGui::IsItemDeactivated() && !drag.moved && drag.what == Drag::What::Range) {
    c.range.reset();
    for (const KeptRange& range : c.markers.ranges())
      if (range.number == kept) markRange(c, MarkedRange(range.begin, range.end));
  }
  if (ImGui::IsMouseReleased(1)) c.markers.remove(marker + kept);
  if (hovered && marker + kept == 0 && ImGui::IsMouseReleased(1)) openMenu(kTimes);
  if (marker != 0 && !active) c.hint = "Drag to move, N for a note, right-click to remove";
  if (kept != 0 && !active) c.hint = "Click to mark it again, right-click to remove";
  if (const std::string_view note = c.markers.noteOf(marker + kept); !note.empty() && !active)
    drawTip(c, {{std::string(note), c.fonts.words, kWordSize, c.theme.text}},
            ImGui::GetIO().DisplaySize.y - kFooterHeight);
  if (hovered || active) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
}

// What the labels count from.
void drawTimesMenu(Context& c) {
  if (!beginPopup(kTimes)) return;
  for (size_t i = 0; i < std::size(kAxisTimes); ++i) {
    const auto times = static_cast<AxisTimes>(i);
    const bool on = c.settings.times == times, known = knowsTimes(c.clock(), times);
    if (menuItem(c, std::string("Times: ") + kAxisTimes[i].title, nullptr, on, known))
      c.runAction = {"times", kAxisTimes[i].value};
  }
  endMenu();
}

}  // namespace

bool hasTime(const Session& session) {
  return session.phase() != Phase::Ready || session.index().rows() > 0;
}

void drawTimeAxis(Context& c, const Rect& strip) {
  if (!hasTime(c.session)) return;
  ImGui::SetCursorScreenPos(strip.min());
  ImGui::InvisibleButton("axis", {strip.w, strip.h});
  handlePointer(c, strip);
  drawTimesMenu(c);
  float bottom = strip.y + strip.h;
  // Notes lie over it.
  if (c.range) {
    float left = strip.x + static_cast<float>(std::clamp(c.view.toShare(c.range->first), 0.0, 1.0)) * strip.w;
    float right = strip.x + static_cast<float>(std::clamp(c.view.toShare(c.range->second), 0.0, 1.0)) * strip.w;
    c.draw->AddRectFilled({left, bottom - 4}, {std::max(right, left + 1), bottom}, c.theme.accent);
  }
  std::vector<std::pair<float, float>> taken = markersOnAxis(c, strip);
  drawComparedRanges(c, strip, taken);
  if (const auto label = drawRangeOnAxis(c, strip)) taken.push_back(*label);
  for (const Tick& tick : axisTicks(c.view, c.clock(), c.timesFrom(), c.settings.times, strip.w)) {
    float x = std::floor(strip.x + static_cast<float>(tick.share) * strip.w) + 0.5f;
    const bool covered =
        std::any_of(taken.begin(), taken.end(), [x](const auto& span) { return x > span.first && x < span.second; });
    if (!covered) c.draw->AddLine({x, bottom - 8}, {x, bottom}, c.theme.faint);
    float right = x + 8 + textWidth(c.fonts.mono, kHintSize, tick.label);
    bool free = right <= strip.x + strip.w + 3 && std::none_of(taken.begin(), taken.end(), [&](const auto& span) {
                  return x < span.second && right > span.first;
                });
    if (free) drawText(c, c.fonts.mono, kHintSize, {x + 5, strip.y + 7}, c.theme.dim, tick.label, &strip);
  }
}

}  // namespace tp::ui
