#include "ui/timeline/duration_labels.h"

#include <algorithm>
#include <optional>

#include "ui/base/menu.h"
#include "ui/base/time_text.h"
#include "ui/timeline/duration_scale.h"
#include "ui/timeline/plot_colours.h"
#include "ui/view/leads.h"
#include "ui/view/selection_text.h"

namespace tp::ui {
namespace {

constexpr float kTitle = 20, kLine = 15, kClose = 14, kSquare = 8;

// How many calls are plotted, and what is left out of the picture.
std::string countsOf(const DurationSeries& series) {
  if (!series.answered()) return "\u2026";
  const SliceSums& listed = series.question->listed();
  std::string text = countText(listed.count);
  if (series.question->window() > 0) text += " folded";
  return listed.unknown > 0 ? text + " \u00b7 " + countText(listed.unknown) + " unknown" : text;
}

std::vector<TipLine> seriesTip(const Canvas& c, const ClockInfo& clock, const DurationSeries& series) {
  std::vector<TipLine> lines{{series.spec.name, c.fonts.strong, kWordSize, c.theme.text}};
  auto words = [&](std::string text, ImU32 ink) { lines.push_back({std::move(text), c.fonts.words, kHintSize, ink}); };
  if (!series.answered()) return words("is being collected", c.theme.dim), lines;
  const SlicesQuestion& question = *series.question;
  words(countText(question.listed().count, "call") + " by begin and duration", c.theme.dim);
  if (question.window() == 0) words("the line goes through the medians of spans of time", c.theme.dim);
  if (question.listed().unknown > 0)
    words(countText(question.listed().unknown, "call") + " of unknown duration are not drawn", c.theme.warn);
  if (question.window() > 0)
    words("too many to keep each: of every " + durationText(question.window(), clock) +
              ", the longest and the shortest are kept; mark a range and plot that for all of them",
          c.theme.warn);
  if (series.spec.query.scope.ranged()) words("of a marked range only", c.theme.warn);
  if (!series.spec.query.scope.tracks.empty())
    words("of " + countText(series.spec.query.scope.tracks.size(), "track") + " only", c.theme.warn);
  if (question.cut()) words("as far as it can still be read", c.theme.warn);
  if (!series.spec.query.filter.empty())
    lines.push_back({series.spec.query.filter, c.fonts.mono, kHintSize, c.theme.dim});
  return lines;
}

// Returns whether the plot is to be removed.
bool drawClose(Canvas& c, const DurationSeries& series, const Rect& box) {
  ImGui::SetCursorScreenPos(box.min());
  const bool pressed = ImGui::InvisibleButton("remove", {box.w, box.h});
  const bool hovered = ImGui::IsItemHovered();
  c.noteControl("remove the plot of " + series.spec.name, false);
  if (hovered) {
    c.hint = "Remove this plot";
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  const ImU32 ink = hovered ? c.theme.text : c.theme.faint;
  const float x = std::floor(box.x + box.w / 2), y = std::floor(box.y + box.h / 2);
  c.draw->AddLine({x - 3, y - 3}, {x + 3, y + 3}, ink, 1.5f);
  c.draw->AddLine({x - 3, y + 3}, {x + 3, y - 3}, ink, 1.5f);
  return pressed;
}

// A line of the legend. Returns whether the plot is to be removed.
bool drawLine(Context& c, const DurationSeries& series, const Rect& box, bool whole) {
  c.draw->AddRectFilled({box.x, box.y + 4}, {box.x + kSquare, box.y + 4 + kSquare},
                        colourOfPlot(c.theme, series.colour), 2);
  const std::string counts = countsOf(series);
  const float wide = textWidth(c.fonts.mono, kHintSize - 1, counts), end = box.x + box.w - kClose - 4;
  const float left = box.x + kSquare + 6, room = end - wide - 8 - left;
  drawText(c, c.fonts.words, kHintSize, {left, box.y + 1}, c.theme.text,
           fitText(c.fonts.words, kHintSize, series.spec.name, room));
  drawText(c, c.fonts.mono, kHintSize - 1, {end - wide, box.y + 2}, c.theme.dim, counts);
  if (!whole) return false;
  const bool close = drawClose(c, series, {end + 4, box.y, kClose, box.h});
  const Rect words{box.x, box.y, end - box.x, box.h};
  if (words.contains(ImGui::GetIO().MousePos) && ImGui::IsWindowHovered())
    drawTip(c, seriesTip(c, c.clock(), series), ImGui::GetIO().DisplaySize.y - kFooterHeight);
  return close;
}

void drawScale(Context& c, const DurationTrack& track, ImVec2 at) {
  const Rect chips = std::exchange(c.chips, {});
  const bool linear = track.linear;
  if (chip(c, "log", at, !linear)) c.durations.setLinear(track.number, false);
  if (chip(c, "linear", at, linear)) c.durations.setLinear(track.number, true);
  c.chips = chips;
}

}  // namespace

void drawDurationLabel(Context& c, const DurationTrack& track, const Rect& area, std::pair<float, float> limits) {
  // What scrolls under the headings can't be pressed.
  auto inView = [&](float top, float height) { return top >= limits.first && top + height <= limits.second; };
  std::optional<size_t> removed;
  c.draw->PushClipRect({area.x, limits.first}, {area.x + area.w + 4, limits.second}, true);
  drawText(c, c.fonts.words, kHintSize, {area.x, area.y + 3}, c.theme.dim, "Durations");
  ImGui::PushID(static_cast<int>(track.number));
  float y = area.y + kTitle;
  for (size_t i = 0; i < track.series.size(); ++i, y += kLine) {
    ImGui::PushID(static_cast<int>(i));
    if (drawLine(c, track.series[i], {area.x, y, area.w, kLine}, inView(y, kLine))) removed = i;
    ImGui::PopID();
  }
  y = std::max(y + 3, area.y + area.h - 24);
  if (inView(y, 18)) drawScale(c, track, {area.x, y});
  ImGui::PopID();
  c.draw->PopClipRect();
  if (!removed) return;
  c.durations.remove(c.session, track.number, removed);
  c.moreToCome = true;
}

std::vector<TipLine> durationTip(const Context& c) {
  std::vector<TipLine> lines;
  if (!c.durations.hit) return lines;
  const DurationPlots::Hit& hit = *c.durations.hit;
  const SlicePoint& point = hit.point;
  const DurationTrack* track = c.durations.numbered(hit.number);
  const bool bound = (point.flags & SlicePoint::kAtMost) != 0;
  auto mono = [&](std::string text, ImU32 ink) { lines.push_back({std::move(text), c.fonts.mono, kMonoSize, ink}); };
  lines.push_back({std::string(c.names.text(point.name)), c.fonts.strong, kWordSize, c.theme.text});
  mono(durationText(point.duration, c.clock(), atMostIf(bound)), c.theme.text);
  mono("at " + durationText(point.begin - c.timesFrom(), c.clock()), c.theme.dim);
  lines.push_back({trackPath(c.index(), point.track), c.fonts.words, kHintSize, c.theme.dim});
  if (point.count > 1 && track != nullptr && hit.position < track->series.size()) {
    const Time window = track->series[hit.position].question->window();
    lines.push_back({"the longest of " + countText(point.count) + " within " + durationText(window, c.clock()),
                     c.fonts.words, kHintSize, c.theme.warn});
  }
  lines.push_back({"click selects it", c.fonts.words, kHintSize, c.theme.faint});
  return lines;
}

}  // namespace tp::ui
