#include "ui/calls/duration_histogram.h"

#include <algorithm>
#include <cmath>

#include "ui/base/tooltip.h"

namespace tp::ui {
namespace {

constexpr size_t kBars = DurationBars::kBars;
constexpr float kBelow = 33;      // height below the bars, for a row of percentiles and the axis
constexpr float kLeastPlot = 30;  // with less height, only the figures are shown
constexpr float kRow = 13;        // height of each further row of percentiles
constexpr float kBetween = 8;     // least distance of two labels

// The histogram that is drawn.
struct Bars : DurationBars {
  uint32_t question = 0;  // as in DurationPlot
  NameId name = kNoName;
  std::optional<size_t> dragged;  // bar where the drag began
};

double logOf(Time duration) {
  return std::log2(static_cast<double>(std::max<Time>(1, duration)));
}

// Draws the durations at both ends and in the middle of the logarithmic axis.
void drawAxis(Canvas& c, const ClockInfo& clock, const Bars& bars, const Rect& plot, float top) {
  const float width = plot.w / static_cast<float>(kBars), floor = plot.y + plot.h;
  float free = plot.x, last = plot.x + plot.w;  // the room between the labels at the ends
  std::string first;
  for (double part : {0.0, 1.0, 0.5}) {
    const double bar = part * (kBars - 1);
    const float x = plot.x + (static_cast<float>(bar) + 0.5f) * width;
    c.draw->AddLine({x, floor}, {x, floor + 4}, c.theme.line);
    const std::string text = durationText(bars.durationAt(bar), clock);
    const float wide = textWidth(c.fonts.mono, kHintSize, text);
    const float at = std::clamp(x - wide / 2, plot.x, plot.x + plot.w - wide);
    // The one in the middle comes last, and only if the others leave room for it. A coarse clock has few durations.
    if (part == 0.5 && (at < free + 8 || at + wide + 8 > last)) continue;
    if (part > 0 && text == first) continue;
    drawText(c, c.fonts.mono, kHintSize, {at, top}, c.theme.dim, text);
    if (part == 0.0) free = at + wide, first = text;
    if (part == 1.0) last = at;
  }
}

// A line over the bars, with its label below them. Percentiles that are equal share one.
struct Percentile {
  std::string text;
  Time value = 0;
  float line = 0, wide = 0;  // where the line is, and the width of the label
  float x = 0;               // where the label begins
  int row = 0;
};

// Puts the labels below their lines, beside each other as far as they would overlap, and each into a row of its own if
// one row has no room for all.
void placeLabels(std::vector<Percentile>& all, float left, float right) {
  float wide = -kBetween;
  for (const Percentile& one : all) wide += one.wide + kBetween;
  const bool apart = wide > right - left;
  float free = left;
  for (Percentile& one : all) {
    one.row = apart ? static_cast<int>(&one - all.data()) : 0;
    one.x = std::max(one.line - one.wide / 2, apart ? left : free);
    free = one.x + one.wide + kBetween;
  }
  float end = right;
  for (size_t i = all.size(); i-- > 0;) {
    all[i].x = std::max(left, std::min(all[i].x, (apart ? right : end) - all[i].wide));
    end = all[i].x - kBetween;
  }
}

std::vector<Percentile> percentilesOf(const Canvas& c, const ClockInfo& clock, const Bars& bars,
                                      const DurationPlot& what, const Rect& area) {
  std::vector<Percentile> all;
  for (auto [label, value] : {std::pair{"median", what.median}, {"p90", what.p90}, {"p99", what.p99}}) {
    if (all.empty() || all.back().value != value) all.push_back({});
    Percentile& one = all.back();
    one.text += (one.text.empty() ? "" : " = ") + std::string(label);
    one.value = value;
  }
  for (Percentile& one : all) {
    const double part = (logOf(one.value) - bars.least) / (bars.most - bars.least);
    one.line = area.x + (static_cast<float>(part * (kBars - 1)) + 0.5f) * area.w / static_cast<float>(kBars);
    one.text += " " + durationText(one.value, clock, what.bound);
    one.wide = textWidth(c.fonts.mono, kHintSize, one.text);
  }
  placeLabels(all, area.x, area.x + area.w);
  return all;
}

// `barHeight`: of the bar that the line goes through.
void drawPercentile(Canvas& c, const Percentile& one, const Rect& plot, float barHeight) {
  const float floor = plot.y + plot.h;
  c.draw->AddLine({one.line, plot.y}, {one.line, floor + 3}, c.theme.warn);
  // In this theme, bars have nearly the colour of the lines.
  if (c.theme.name == ThemeName::Contrast && barHeight > 0)
    c.draw->AddLine({one.line, floor - barHeight}, {one.line, floor}, c.theme.panel);
  drawText(c, c.fonts.mono, kHintSize, {one.x, floor + 5 + kRow * static_cast<float>(one.row)}, c.theme.text, one.text);
}

}  // namespace

void DurationBars::fill(const DurationCounts* of) {
  counts.fill(0);
  highest = 1;
  if (of == nullptr) return;
  least = logOf(of->min());
  most = std::max(least + 0.5, logOf(of->max()));
  for (const DurationCount& one : of->sorted()) {
    double part = (logOf(one.duration) - least) / (most - least);
    size_t bar = static_cast<size_t>(std::lround(std::clamp(part, 0.0, 1.0) * (kBars - 1)));
    const std::pair<Time, Time> alike = of->alike(one.duration);
    if (counts[bar] == 0) durations[bar].first = alike.first;
    durations[bar].second = alike.second;
    counts[bar] += one.count;
  }
  for (uint64_t count : counts) highest = std::max(highest, count);
}

std::optional<std::pair<Time, Time>> DurationBars::durationsOf(size_t first, size_t last) const {
  std::optional<std::pair<Time, Time>> all;
  for (size_t bar = first; bar <= last && bar < kBars; ++bar) {
    if (counts[bar] == 0) continue;
    if (!all) all = durations[bar];
    all->second = durations[bar].second;
  }
  return all;
}

Time DurationBars::durationAt(double bar) const {
  constexpr double kLongest = 9.2e18;  // about the largest Time
  return static_cast<Time>(std::min(kLongest, std::exp2(least + bar / (kBars - 1) * (most - least)) + 0.5));
}

namespace {

// The bars of what is asked now.
Bars& barsOf(WindowState& c, const DurationPlot& what) {
  Bars& bars = c.memory.of<Bars>();
  if (bars.question != what.question || bars.name != what.name) {
    bars.question = what.question;
    bars.name = what.name;
    bars.dragged.reset();
    bars.fill(what.durations);
  }
  return bars;
}

Rect barsArea(const std::vector<Percentile>& percentiles, const Rect& area) {
  const float below = kBelow + kRow * static_cast<float>(percentiles.back().row);
  return {area.x, area.y + 38, area.w, area.h - 38 - below};
}

}  // namespace

void DurationsInstead::chip(Canvas& c, const char* label, ImVec2& at) {
  if (!ui::chip(c, label, at, on)) return;
  on = !on;
  c.moreToCome = true;
}

bool hasRoomForBars(Context& c, const DurationPlot& what, const Rect& area) {
  return barsArea(percentilesOf(c, c.clock(), barsOf(c, what), what, area), area).h >= kLeastPlot;
}

std::optional<std::pair<Time, Time>> drawDurationHistogram(Context& c, const DurationPlot& what, const Rect& area) {
  std::optional<std::pair<Time, Time>> chosen;
  Bars& bars = barsOf(c, what);
  Rect head{area.x, area.y, area.w, 18};
  drawCell(c, c.fonts.strong, kWordSize, {area.x, area.y}, c.theme.text, what.title, head);
  const std::vector<Percentile> percentiles = percentilesOf(c, c.clock(), bars, what, area);
  const Rect plot = barsArea(percentiles, area);
  const bool drawn = plot.h >= kLeastPlot;
  const std::string scales = what.subtitle + ", both scales logarithmic";
  const bool room = drawn && textWidth(c.fonts.words, kHintSize, scales) <= area.w;
  drawCell(c, c.fonts.words, kHintSize, {area.x, area.y + 18}, c.theme.dim, room ? scales : what.subtitle,
           {area.x, area.y + 18, area.w, 18});
  if (!drawn) return chosen;
  float width = plot.w / static_cast<float>(kBars);
  float floor = plot.y + plot.h;
  // Logarithmic, so that one call is visible beside a million.
  double perLog = static_cast<double>(plot.h) / std::log2(1 + static_cast<double>(bars.highest));
  auto heightOf = [&](size_t bar) {
    return static_cast<float>(perLog * std::log2(1 + static_cast<double>(bars.counts[std::min(bar, kBars - 1)])));
  };
  ImVec2 mouse = ImGui::GetIO().MousePos;
  bool hovered = plot.contains(mouse) && ImGui::IsWindowHovered();
  const auto barAt = static_cast<size_t>(std::clamp((mouse.x - plot.x) / width, 0.0f, static_cast<float>(kBars - 1)));
  if (what.hint != nullptr) {
    ImGui::SetCursorScreenPos(plot.min());
    ImGui::InvisibleButton("durations", {plot.w, plot.h});
    if (ImGui::IsItemActivated()) bars.dragged = barAt;
    if (bars.dragged) {
      const auto [first, last] = std::minmax(*bars.dragged, barAt);
      c.draw->AddRectFilled({plot.x + static_cast<float>(first) * width, plot.y},
                            {plot.x + static_cast<float>(last + 1) * width, floor}, c.theme.accentSoft);
      if (ImGui::IsItemDeactivated()) chosen = bars.durationsOf(first, last);
      if (!ImGui::IsItemActive()) bars.dragged.reset();
    }
    hovered = hovered || (bars.dragged && ImGui::IsItemActive());
  }
  for (size_t i = 0; i < kBars; ++i) {
    float x = plot.x + static_cast<float>(i) * width;
    float height = heightOf(i);
    bool hot = hovered && mouse.x >= x && mouse.x < x + width;
    if (height > 0)
      c.draw->AddRectFilled({x, floor - height}, {x + width - 1, floor}, hot ? c.theme.text : c.theme.accent);
    if (!hot) continue;
    // Of an empty bar, where it would lie on the axis.
    const auto [from, to] = bars.durationsOf(i, i).value_or(
        std::pair{bars.durationAt(static_cast<double>(i) - 0.5), bars.durationAt(static_cast<double>(i) + 0.5)});
    std::vector<TipLine> lines{{countText(bars.counts[i], what.unit), c.fonts.strong, kWordSize, c.theme.text},
                               {durationText(from, c.clock()) + (from < to ? " to " + durationText(to, c.clock()) : ""),
                                c.fonts.mono, kMonoSize, c.theme.dim}};
    if (what.hint != nullptr) lines.push_back({what.hint, c.fonts.words, kHintSize, c.theme.dim});
    drawTip(c, lines, ImGui::GetIO().DisplaySize.y - kFooterHeight, &area);
  }
  c.draw->AddLine({plot.x, floor}, {plot.x + plot.w, floor}, c.theme.line);
  if (what.durations != nullptr) drawAxis(c, c.clock(), bars, plot, area.y + area.h - 15);
  for (const Percentile& one : percentiles)
    drawPercentile(c, one, plot, heightOf(static_cast<size_t>((one.line - plot.x) / width)));
  return chosen;
}

}  // namespace tp::ui
