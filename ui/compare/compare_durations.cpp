#include "ui/compare/compare_durations.h"

#include <algorithm>
#include <cmath>

#include "core/export/compare_durations_text.h"
#include "core/text/visible_text.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/compare/compared_durations.h"

namespace tp::ui {
namespace {

constexpr size_t kBars = 48;
constexpr float kHead = 38, kBelow = 50, kDoubt = 50;  // above and below the bars; of what is beneath, for doubt
constexpr float kLeastPlot = 30;

// What is drawn, made once for each BothDurations.
struct Drawn {
  uint64_t number = ~uint64_t{0};
  std::string key;
  Time shortest = 0, longest = 0;  // of both sides
  std::array<size_t, 2> ofSide{};  // which side has the shortest, and which the longest
  double least = 0, most = 1;      // binary logarithms of where the axis begins and ends
  struct Side {
    uint64_t calls = 0;
    Time median = 0;
    std::array<uint64_t, kBars> counts{};
  } sides[2];
  uint64_t highest = 1;

  double placeOf(Time duration) const {
    const double log = std::log2(static_cast<double>(std::max<Time>(1, duration)));
    return std::clamp((log - least) / (most - least), 0.0, 1.0) * kBars;
  }
  Time durationAt(double place) const {
    return static_cast<Time>(std::min(9.2e18, std::exp2(least + place / kBars * (most - least)) + 0.5));
  }
};

Drawn& drawnOf(Context& c, const BothDurations& durations) {
  Drawn& drawn = c.memory.of<Drawn>();
  if (drawn.number == durations.number && drawn.key == durations.key) return drawn;
  drawn = {};
  drawn.number = durations.number;
  drawn.key = durations.key;
  std::array<DurationCounts, 2> counts = {durations.of(0), durations.of(1)};
  drawn.ofSide = {counts[1].min() < counts[0].min(), counts[1].max() > counts[0].max()};
  drawn.shortest = counts[drawn.ofSide[0]].min();
  drawn.longest = counts[drawn.ofSide[1]].max();
  drawn.least = std::log2(static_cast<double>(std::max<Time>(1, drawn.shortest)));
  drawn.most = std::log2(static_cast<double>(std::max<Time>(1, drawn.longest)));
  // Where all are nearly equal, the axis goes on at both sides.
  constexpr double kLeastSpan = 0.5;
  if (const double lack = kLeastSpan - (drawn.most - drawn.least); lack > 0) {
    drawn.least -= lack / 2;
    drawn.most += lack / 2;
  }
  for (size_t side = 0; side < 2; ++side) {
    Drawn::Side& of = drawn.sides[side];
    const std::vector<DurationCount> sorted = counts[side].sorted();
    for (const DurationCount& count : sorted) {
      const auto bar = static_cast<size_t>(std::min(drawn.placeOf(count.duration), kBars - 1.0));
      of.counts[bar] += count.count;
      of.calls += count.count;
      drawn.highest = std::max(drawn.highest, of.counts[bar]);
    }
    of.median = quantile(sorted, of.calls, 0.5);
  }
  return drawn;
}

// A is drawn as a line of steps, B as bars.
void drawBars(Context& c, const Drawn& drawn, const Rect& plot) {
  const float width = plot.w / kBars, floor = plot.y + plot.h;
  // Logarithmic, so that one call is visible beside a million.
  const double perLog = static_cast<double>(plot.h) / std::log2(1 + static_cast<double>(drawn.highest));
  auto topOf = [&](size_t side, size_t bar) {
    return floor - static_cast<float>(perLog * std::log2(1 + static_cast<double>(drawn.sides[side].counts[bar])));
  };
  for (size_t bar = 0; bar < kBars; ++bar) {
    const float x = plot.x + static_cast<float>(bar) * width;
    if (drawn.sides[1].counts[bar] > 0)
      c.draw->AddRectFilled({x, topOf(1, bar)}, {x + width - 1, floor}, c.theme.accent);
  }
  float before = floor;
  for (size_t bar = 0; bar <= kBars; ++bar) {
    const float x = plot.x + static_cast<float>(bar) * width;
    const float top = bar < kBars ? topOf(0, bar) : floor;
    if (top != before) c.draw->AddLine({x, before}, {x, top}, c.theme.warn, 1.5f);
    if (bar < kBars && top < floor) c.draw->AddLine({x, top}, {x + width, top}, c.theme.warn, 1.5f);
    before = top;
  }
  c.draw->AddLine({plot.x, floor}, {plot.x + plot.w, floor}, c.theme.line);
}

// The axis may go on beyond what it says beneath: the shortest and the longest duration.
void drawExtremes(Context& c, const Drawn& drawn, const BothDurations& durations, const Rect& plot) {
  if (drawn.sides[0].calls + drawn.sides[1].calls == 0) return;
  const float y = plot.y + plot.h + 3;
  const std::string texts[] = {"shortest " + toldText(durations.told[drawn.ofSide[0]], drawn.shortest, c.clock()),
                               "longest " + toldText(durations.longestTold[drawn.ofSide[1]], drawn.longest, c.clock())};
  const float wide = textWidth(c.fonts.mono, kHintSize, texts[1]);
  drawText(c, c.fonts.mono, kHintSize, {plot.x, y}, c.theme.dim,
           fitText(c.fonts.mono, kHintSize, texts[0], plot.w - wide - 8));
  drawText(c, c.fonts.mono, kHintSize, {plot.x + plot.w - wide, y}, c.theme.dim, texts[1]);
}

// The median of a side, as a line over the bars and as a text beneath the axis.
void drawMedian(Context& c, const Drawn& drawn, const BothDurations& durations, size_t side, const Rect& plot) {
  const Drawn::Side& of = drawn.sides[side];
  const float y = plot.y + plot.h + 19 + 14 * static_cast<float>(side);
  const ImU32 ink = side == 0 ? c.theme.warn : c.theme.accent;
  c.draw->AddRectFilled({plot.x, y + 3}, {plot.x + 8, y + 11}, ink, 1);
  std::string text = sideName(side) + std::string("  ");
  if (!durations.met[side])
    text += std::string("no ") + durations.each + "s";
  else if (of.calls == 0)
    text += "none of known duration";
  else
    text += countText(of.calls, durations.each) + ", median " + toldText(durations.told[side], of.median, c.clock());
  drawText(c, c.fonts.mono, kHintSize, {plot.x + 13, y}, c.theme.text,
           fitText(c.fonts.mono, kHintSize, text, plot.w - 13));
  if (of.calls == 0) return;
  const float x = plot.x + static_cast<float>(drawn.placeOf(of.median)) * plot.w / kBars;
  c.draw->AddLine({x, plot.y - 4}, {x, plot.y + plot.h}, ink);
}

void drawBarTip(Context& c, const Drawn& drawn, const char* each, const Rect& plot, const Rect& area) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!plot.contains(mouse) || !ImGui::IsWindowHovered()) return;
  const auto bar = static_cast<size_t>(std::clamp((mouse.x - plot.x) / plot.w * kBars, 0.0f, kBars - 1.0f));
  const auto at = static_cast<double>(bar);
  std::vector<TipLine> lines{
      {durationText(drawn.durationAt(at), c.clock()) + " to " + durationText(drawn.durationAt(at + 1), c.clock()),
       c.fonts.mono, kMonoSize, c.theme.text}};
  for (size_t side = 0; side < 2; ++side)
    lines.push_back({sideName(side) + std::string(": ") + countText(drawn.sides[side].counts[bar], each), c.fonts.words,
                     kWordSize, c.theme.dim});
  drawTip(c, lines, ImGui::GetIO().DisplaySize.y - kFooterHeight, &area);
}

std::string shortText(double number, int digits = 3) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", digits, number);
  return text;
}

// "1.12", "1.11 to 1.13", "1.0002 to 1.0004": with as many digits as tell both apart.
std::string shortText(const Between<double>& figure) {
  for (int digits = 3; figure.least != figure.most && digits < 8; ++digits) {
    const std::string least = shortText(figure.least, digits), most = shortText(figure.most, digits);
    if (least != most) return least + " to " + most;
  }
  return shortText(figure.least);
}

// "median of B: 1.12 times that of A", "the medians differ by less than 0.5 %".
std::string mediansText(const Between<double>& ratio) {
  constexpr double kNear = 0.005;
  if (ratio.least == 1 && ratio.most == 1) return "the medians are equal";
  if (std::max(std::abs(ratio.least - 1), std::abs(ratio.most - 1)) < kNear)
    return "the medians differ by less than 0.5 %";
  return "median of B: " + shortText(ratio) + " times that of A";
}

// Where the median of B lies by the interval, seen from that of A.
void drawInterval(Context& c, const Drawn& drawn, const DurationComparison& doubt, const Rect& plot) {
  if (!doubt.interval || doubt.a.median() == nullptr) return;
  const auto median = static_cast<double>(doubt.a.median()->middle());
  auto placeOf = [&](double duration) {
    const Time time = static_cast<Time>(std::clamp(duration, 0.0, 9.2e18));
    return plot.x + static_cast<float>(drawn.placeOf(time)) * plot.w / kBars;
  };
  const float from = placeOf(median * doubt.interval->least), to = placeOf(median * doubt.interval->most);
  const float y = plot.y - 4;
  c.draw->AddLine({from, y}, {to, y}, c.theme.accent, 2);
  for (const float end : {from, to}) c.draw->AddLine({end, y - 3}, {end, y + 3.5f}, c.theme.accent, 1.5f);
}

// The ratio of the medians with its interval, and how often a call of B lasts longer, as lines at `at`.
void drawDoubt(Context& c, const DurationComparison* doubt, ImVec2 at, float width) {
  auto line = [&](const std::string& text) {
    drawCell(c, c.fonts.words, kHintSize, at, c.theme.text, text, {at.x, at.y, width, 16});
    at.y += 16;
  };
  if (doubt == nullptr) return drawText(c, c.fonts.words, kHintSize, at, c.theme.dim, "how certain it is: counting");
  if (!doubt->longer) return drawText(c, c.fonts.words, kHintSize, at, c.theme.dim, "a side has no durations");
  if (doubt->ratio) line(mediansText(*doubt->ratio));
  if (doubt->interval)
    line("95 % interval: " + shortText(*doubt->interval));
  else
    line(std::string("no interval: ") + noIntervalText(doubt->noInterval));
  line("a call of B lasts longer in " + betweenText({doubt->longer->least * 100, doubt->longer->most * 100}, 1) +
       " % of all pairs");
}

}  // namespace

void drawBothDurations(Context& c, const BothDurations& durations, const Rect& area) {
  const Drawn& drawn = drawnOf(c, durations);
  drawCell(c, c.fonts.strong, kWordSize, {area.x, area.y}, c.theme.text, durations.name, {area.x, area.y, area.w, 18});
  const Time a = drawn.sides[0].median, b = drawn.sides[1].median;
  std::string text = durations.what;
  const bool exact = durations.told[0] == ToldTime::Exact && durations.told[1] == ToldTime::Exact;
  if (a > 0 && b > 0 && exact && !durations.doubted) {
    const double ratio = static_cast<double>(b) / static_cast<double>(a);
    text.insert(0, mediansText({ratio, ratio}) + "; ");
  }
  drawCell(c, c.fonts.words, kHintSize, {area.x, area.y + 18}, c.theme.dim, text, {area.x, area.y + 18, area.w, 16});
  const float below = kBelow + (durations.doubted ? kDoubt : 0);
  const Rect plot{area.x, area.y + kHead + 4, area.w, area.h - kHead - 4 - below};
  if (plot.h < kLeastPlot) return;
  drawBars(c, drawn, plot);
  drawExtremes(c, drawn, durations, plot);
  for (size_t side = 0; side < 2; ++side) drawMedian(c, drawn, durations, side, plot);
  if (durations.doubted) {
    if (durations.doubt != nullptr) drawInterval(c, drawn, *durations.doubt, plot);
    drawDoubt(c, durations.doubt, {area.x, plot.y + plot.h + kBelow}, area.w);
  }
  drawBarTip(c, drawn, durations.each, plot, area);
}

}  // namespace tp::ui
