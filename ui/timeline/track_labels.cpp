#include "ui/timeline/track_labels.h"

#include <algorithm>

#include "ui/base/time_text.h"
#include "ui/timeline/counter_painter.h"
#include "ui/timeline/duration_labels.h"
#include "ui/timeline/joint.h"
#include "ui/timeline/plot_colours.h"
#include "ui/timeline/track_commands.h"
#include "ui/view/laid_plots.h"

namespace tp::ui {
namespace {

void toggle(WindowState& c, const Row& row) {
  const TrackId track = row.track;
  if (row.idle > 0) return showIdle(c, row.collapsed);
  if (c.collapsed.erase(track) == 0) c.collapsed.insert(track);
  c.layoutStale = true;
}

void drawArrow(Canvas& c, float x, float y, bool collapsed) {
  if (collapsed) {
    c.draw->AddTriangleFilled({x - 2, y - 4}, {x + 4, y}, {x - 2, y + 4}, c.theme.dim);
  } else {
    c.draw->AddTriangleFilled({x - 4, y - 2}, {x + 4, y - 2}, {x, y + 4}, c.theme.dim);
  }
}

// The names of plots that share a track, by their colours.
void drawLegend(Context& c, const std::vector<TrackId>& plots, const Rect& box, const Rect& clip) {
  for (size_t i = 0; i < plots.size(); ++i) {
    const float y = box.y + kLegendLine * static_cast<float>(i);
    c.draw->AddRectFilled({box.x, y + 4}, {box.x + 8, y + 12}, colourOfPlot(c.theme, i), 2);
    drawText(c, c.fonts.words, kHintSize, {box.x + 14, y + 2}, c.theme.text,
             fitText(c.fonts.words, kHintSize, plotName(c.index(), plots[i]), box.w - 14), &clip);
  }
}

// The name of the row of idle threads.
void drawIdleName(Context& c, const Row& row, float y, const Rect& part) {
  const float indent = 14 + 12 * static_cast<float>(row.indent);
  drawArrow(c, indent, y + row.height / 2, row.collapsed);
  const Rect clip{0, part.y, c.labelWidth - 6, part.h};
  drawText(c, c.fonts.words, kWordSize, {indent + 12, y + (row.height - kWordSize) / 2 - 1.5f}, c.theme.dim,
           countText(row.idle, "idle thread"), &clip);
}

// `top` and `bottom`: limits of the area that may be drawn on.
void drawName(Context& c, const Row& row, float y, float top, float bottom) {
  if (row.named == kNoTrack) return;
  if (const DurationTrack* durations = c.durations.of(row.track)) {
    const float left = 14 + 12 * static_cast<float>(row.indent);
    return drawDurationLabel(c, *durations, {left, y, c.labelWidth - 6 - left, row.height}, {top, bottom});
  }
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
  // While a high track scrolls, its name stays visible.
  if (!row.group && row.named == row.unit) at = std::max(at, std::min(top + 2, y + room - size - 4));
  Rect clip{0, top, c.labelWidth - 6, bottom - top};
  std::string detail = row.group ? headingDetail(c, c.index(), row.named) : track.detail;
  // Of a thread or a process, the number tells it apart from others of its name: it is the name that is shortened.
  const bool numbered = track.key.kind == TrackKind::Thread || track.key.kind == TrackKind::Process;
  const float beside = detail.empty() ? 0 : textWidth(c.fonts.words, kHintSize, detail) + 8;
  if (const std::vector<TrackId> plots = plotsOn(c.index(), c.choice, row.track); plots.size() > 1) {
    const Rect box{indent, y + row.height - legendHeight(c.index(), c.choice, row.track) - 2, clip.w - indent, 0};
    drawText(c, font, size, {indent, y + 3}, c.theme.dim, "Plots", &clip);
    return drawLegend(c, plots, box, clip);
  }
  std::string name = track.name;
  if (numbered && beside < clip.w / 2) name = fitText(font, size, name, clip.w - indent - beside);
  drawText(c, font, size, {indent, at}, quiet ? c.theme.dim : c.theme.text, name, &clip);
  float after = indent + textWidth(font, size, name) + 8;
  // Else a figure could lose its last digits.
  if (row.group) detail = fitText(c.fonts.words, kHintSize, detail, clip.w - after);
  // Counters plotted from one field differ only in their details: if there is no room beside the name, they are drawn
  // below it.
  if (track.key.kind == TrackKind::Counter && after + textWidth(c.fonts.words, kHintSize, detail) > clip.x + clip.w) {
    after = indent;
    at += size + 2;
    detail = fitText(c.fonts.words, kHintSize, detail, clip.w - indent - counterScaleWidth(c, row.track) - 12);
  }
  drawText(c, c.fonts.words, kHintSize, {after, at + 1.5f}, c.theme.faint, detail, &clip);
}

// A button across the whole width, as far as the heading is visible.
void headingButton(Context& c, const Rect& part, const Row& row, float y, float top) {
  float from = std::max(y, top), to = std::min(y + row.height, part.y + part.h);
  if (to <= from) return;
  ImGui::SetCursorScreenPos({part.x, from});
  ImGui::PushID(static_cast<int>(row.track));
  bool pressed = ImGui::InvisibleButton("heading", {part.w - 12, to - from});
  bool dragged = dragHeading(c, row.track, part.w - 12 - c.labelWidth);
  if (pressed && !dragged) toggle(c, row);
  if (ImGui::IsItemHovered() && !ImGui::GetIO().KeyAlt) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  ImGui::PopID();
}

void drawHeading(Context& c, const Rect& part, const Row& row, float y) {
  c.draw->AddRectFilled({part.x, y}, {part.x + part.w - 12, y + row.height}, c.theme.panel);
  if (row.idle > 0) return drawIdleName(c, row, y, part);
  drawName(c, row, y, part.y, part.y + part.h);
}

// Calls `use` with each sticky heading, the y of its top, and the y from which the outer ones leave it visible; the
// innermost first.
template <class Use>
void forSticky(const WindowState& c, const TrackArea& area, Use&& use) {
  std::vector<StickyHeading> sticky = stickyHeadings(c.layout, c.scroll);
  for (size_t i = sticky.size(); i-- > 0;) {
    float top = area.scrolled.y;
    if (i > 0) top += sticky[i - 1].y + c.layout.rows[sticky[i - 1].row].height;
    use(c.layout.rows[sticky[i].row], area.scrolled.y + sticky[i].y, top);
  }
}

}  // namespace

void hitHeadings(Context& c, const TrackArea& area) {
  forSticky(c, area, [&](const Row& row, float y, float top) { headingButton(c, area.scrolled, row, y, top); });
  for (bool pinned : {true, false}) {
    const Rect& part = pinned ? area.pinned : area.scrolled;
    float top = part.y + (pinned ? 0 : stickyHeight(c));
    ImGui::PushID(pinned ? "pinned" : "scrolled");
    forVisible(c, area, pinned, [&](const Row& row, float y) {
      if (row.group) headingButton(c, part, row, y, top);
    });
    ImGui::PopID();
  }
}

float stickyHeight(const WindowState& c) {
  float height = 0;
  for (const StickyHeading& heading : stickyHeadings(c.layout, c.scroll))
    height = std::max(height, heading.y + c.layout.rows[heading.row].height);
  return height;
}

void drawLabels(Context& c, const TrackArea& area, bool pinned) {
  const Rect& part = pinned ? area.pinned : area.scrolled;
  float top = part.y + (pinned ? 0 : stickyHeight(c));
  c.draw->PushClipRect(part.min(), part.max(), true);
  // A track's name stands at its first row, which may have been scrolled away.
  const Row* unit = nullptr;
  forVisible(c, area, pinned, [&](const Row& row, float y) {
    if (row.group) return drawHeading(c, part, row, y);
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
  c.draw->PushClipRect(part.min(), part.max(), true);
  forSticky(c, area, [&](const Row& row, float y, float) {
    drawHeading(c, part, row, y);
    float bottom = y + row.height - 0.5f;
    c.draw->AddLine({part.x, bottom}, {part.x + part.w - 12, bottom}, c.theme.line);
  });
  c.draw->PopClipRect();
}

}  // namespace tp::ui
