#include "ui/track_labels.h"

#include <algorithm>

namespace tp::ui {
namespace {

void toggle(Context& c, TrackId track) {
  if (c.collapsed.erase(track) == 0) c.collapsed.insert(track);
  c.layoutStale = true;
}

void drawArrow(Context& c, float x, float y, bool collapsed) {
  if (collapsed) {
    c.draw->AddTriangleFilled({x - 2, y - 4}, {x + 4, y}, {x - 2, y + 4}, c.theme.dim);
  } else {
    c.draw->AddTriangleFilled({x - 4, y - 2}, {x + 4, y - 2}, {x, y + 4}, c.theme.dim);
  }
}

// `top` and `bottom`: of what may be drawn on.
void drawName(Context& c, const Row& row, float y, float top, float bottom) {
  if (row.named == kNoTrack) return;
  const Track& track = c.index().tracks()[row.named];
  float indent = 14 + 12 * static_cast<float>(row.indent);
  if (row.group) {
    drawArrow(c, indent, y + row.height / 2, row.collapsed);
    indent += 12;
  }
  bool quiet = track.key.kind == TrackKind::Events || track.key.kind == TrackKind::Counter;
  ImFont* font = row.group ? c.fonts.strong : c.fonts.words;
  float size = quiet ? kHintSize : kWordSize;
  float room = row.bottom - row.y;  // a name may reach into the rows below that belong to it
  float at = y + (row.group ? (row.height - size) / 2 - 1 : std::clamp((row.height - size) / 2, 0.0f, 3.0f)) - 0.5f;
  // While a high track scrolls by, its name stays in sight.
  if (!row.group && row.named == row.unit) at = std::max(at, std::min(top + 2, y + room - size - 4));
  Rect clip{0, top, c.labelWidth - 6, bottom - top};
  drawText(c, font, size, {indent, at}, quiet ? c.theme.dim : c.theme.text, track.name, &clip);
  float after = indent + textWidth(font, size, track.name) + 8;
  drawText(c, c.fonts.words, kHintSize, {after, at + 1.5f}, c.theme.faint, track.detail, &clip);
}

// A heading across the whole width, to be clicked on where it can be seen.
void drawHeading(Context& c, const Rect& part, const Row& row, float y, float top, bool sticky) {
  float from = std::max(y, top), to = std::min(y + row.height, part.y + part.h);
  if (to <= from) return;
  c.draw->AddRectFilled({part.x, y}, {part.x + part.w - 12, y + row.height}, c.theme.panel);
  if (sticky)
    c.draw->AddLine({part.x, y + row.height - 0.5f}, {part.x + part.w - 12, y + row.height - 0.5f}, c.theme.line);
  ImGui::SetCursorScreenPos({part.x, from});
  ImGui::PushID(static_cast<int>(row.track));
  ImGui::SetNextItemAllowOverlap();
  if (ImGui::InvisibleButton(sticky ? "sticky" : "group", {part.w - 12, to - from})) toggle(c, row.track);
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  ImGui::PopID();
  drawName(c, row, y, part.y, part.y + part.h);
}

}  // namespace

float stickyHeight(const Context& c) {
  float height = 0;
  for (const StickyHeading& heading : stickyHeadings(c.layout, c.scroll))
    height = std::max(height, heading.y + c.layout.rows[heading.row].height);
  return height;
}

void drawLabels(Context& c, const TrackArea& area, bool pinned) {
  const Rect& part = pinned ? area.pinned : area.scrolled;
  float top = part.y + (pinned ? 0 : stickyHeight(c));
  c.draw->PushClipRect(part.min(), part.max(), true);
  // The name of a track stands at its first row, which may have been scrolled away.
  const Row* unit = nullptr;
  forVisible(c, area, pinned, [&](const Row& row, float y) {
    if (row.group) return drawHeading(c, part, row, y, top, false);
    const std::vector<Row>& rows = pinned ? c.layout.pinned : c.layout.rows;
    const Row* named = &row;
    while (named > rows.data() && named->named == kNoTrack && (named - 1)->unit == row.unit) --named;
    bool first = unit == nullptr || unit->unit != row.unit;
    unit = &row;
    if (first && named != &row) drawName(c, *named, y - (row.y - named->y), top, part.y + part.h);
    drawName(c, row, y, top, part.y + part.h);
  });
  c.draw->PopClipRect();
}

void drawStickyHeadings(Context& c, const TrackArea& area) {
  const Rect& part = area.scrolled;
  std::vector<StickyHeading> sticky = stickyHeadings(c.layout, c.scroll);
  c.draw->PushClipRect(part.min(), part.max(), true);
  // The inner ones first: they are pushed out below the outer ones.
  for (size_t i = sticky.size(); i-- > 0;) {
    float top = part.y + (i > 0 ? sticky[i - 1].y + c.layout.rows[sticky[i - 1].row].height : 0);
    drawHeading(c, part, c.layout.rows[sticky[i].row], part.y + sticky[i].y, top, true);
  }
  c.draw->PopClipRect();
}

}  // namespace tp::ui
