#include <algorithm>

#include "ui/drawer.h"
#include "ui/time_text.h"

namespace tp::ui {
namespace {

std::string trackPath(const TraceIndex& index, TrackId track) {
  std::string path;
  for (TrackId at = track; at != kNoTrack; at = index.tracks()[at].parent) {
    const Track& one = index.tracks()[at];
    std::string part = one.name + (one.detail.empty() ? "" : " " + one.detail);
    path = path.empty() ? part : part + " \u203a " + path;
  }
  return path;
}

std::string percent(Time part, Time whole) {
  if (whole <= 0) return {};
  return " \u00b7 " +
         std::to_string(static_cast<int>(100 * static_cast<double>(part) / static_cast<double>(whole) + 0.5)) + " %";
}

// The thread at the other end, to be gone to.
void drawLink(Context& c, ImVec2 at, float label, float width, const Description::Link& link) {
  const TrackTable& tracks = c.index().tracks();
  const Track& track = tracks[link.track];
  const Track& named =
      track.key.kind == TrackKind::ThreadState && track.parent != kNoTrack ? tracks[track.parent] : track;
  std::string text = named.name + " " + named.detail + ", at " + durationText(link.time - c.index().begin(), c.clock());
  drawText(c, c.fonts.words, kWordSize, at, c.theme.dim, link.label);
  float wide = std::min(textWidth(c.fonts.mono, kMonoSize, text), width - label);
  ImGui::SetCursorScreenPos({at.x + label, at.y - 2});
  ImGui::PushID(&link);
  if (ImGui::InvisibleButton("link", {std::max(wide, 8.0f), 18})) c.goTo = {link.track, link.time};
  bool hot = ImGui::IsItemHovered() || (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible);
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  ImGui::PopID();
  Rect clip{at.x + label, at.y - 2, width - label, 20};
  drawText(c, c.fonts.mono, kMonoSize, {at.x + label, at.y + 0.5f}, c.theme.accent, text, &clip);
  if (hot) c.draw->AddLine({at.x + label, at.y + 14}, {at.x + label + wide, at.y + 14}, c.theme.accent);
}

}  // namespace

void drawSelectionPanel(Context& c, const Rect& area) {
  float x = area.x + 14, y = area.y + 12;
  if (!c.selection) {
    drawText(c, c.fonts.words, kWordSize, {x, y}, c.theme.dim,
             "Nothing selected. Click a slice to see its times and arguments.");
    return;
  }
  const TraceIndex& index = c.index();
  const Mark& mark = c.selection->mark;
  const ClockInfo& clock = c.clock();
  bool wide = area.w >= 900;
  float column = wide ? area.w * 0.46f : area.w - 28;
  constexpr float kLabel = 96;

  Rect clip{x, y, column, 20};
  std::string title(index.names().view(mark.name));
  if (mark.fold()) title = countText(mark.count) + " short slices";
  drawText(c, c.fonts.strong, kTitleSize, {x, y}, c.theme.text, title, &clip);
  y += 24;
  Rect pathClip{x, y, column, 16};
  drawText(c, c.fonts.mono, kHintSize, {x, y}, c.theme.dim, trackPath(index, c.selection->track), &pathClip);
  y += 24;
  auto pair = [&](std::string_view label, const std::string& text) {
    y += drawPair(c, {x, y}, kLabel, column, label, text);
  };
  pair("Start", durationText(mark.begin - index.begin(), clock) + "  (" + exactText(mark.begin, clock) + ")");
  if (mark.fold()) {
    pair("Extent", durationText(mark.duration(), clock));
    pair("Total", durationText(mark.total, clock));
    pair("Longest", durationText(longestDuration(mark), clock) + "  " + std::string(index.names().view(mark.name)));
    pair("", "zoom in to see them one by one");
  } else if (mark.duration() > 0) {
    pair("Duration", durationText(mark.duration(), clock) + "  (" + exactText(mark.duration(), clock) + ")");
    pair("Self", durationText(mark.total, clock) + percent(mark.total, mark.duration()));
    pair("End", exactText(mark.end, clock));
  }
  if ((mark.flags & kMarkOpen) != 0) pair("", "does not end in the trace");
  if ((mark.flags & kMarkNoBegin) != 0) pair("", "began before the trace, or its beginning was lost");
  if ((mark.flags & kMarkCut) != 0) pair("", "its end is missing; closed by what came next");
  float bottom = y;

  if (!mark.fold()) {
    if (wide) {
      x = area.x + 14 + column + 24;
      y = area.y + 12;
      c.draw->AddLine({x - 14, area.y}, {x - 14, area.y + area.h}, c.theme.line);
    }
    column = wide ? area.w - column - 60 : column;
    const Description* description = c.session.description();
    if (description == nullptr || !description->answered) {
      drawText(c, c.fonts.words, kWordSize, {x, y}, c.theme.dim, "Reading the record \u2026");
    } else if (!description->found) {
      drawText(c, c.fonts.words, kWordSize, {x, y}, c.theme.dim, "Its record could not be found again.");
    } else {
      for (const Description::Link& link : description->links) {
        drawLink(c, {x, y}, kLabel, column, link);
        y += 21;
      }
      for (const auto& [label, text] : description->rows) pair(label, text);
    }
  }
  ImGui::SetCursorScreenPos({area.x, std::max(bottom, y) + 8});
  ImGui::Dummy({1, 1});
}

}  // namespace tp::ui
