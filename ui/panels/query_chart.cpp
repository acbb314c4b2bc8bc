#include "ui/panels/query_chart.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <tuple>
#include <vector>

#include "core/text/visible_text.h"
#include "ui/base/menu.h"
#include "ui/base/row_list.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/panels/query_place.h"
#include "ui/panels/query_table.h"
#include "ui/view/result_values.h"

namespace tp::ui {
namespace {

using Chart = QueryState::Chart;

constexpr float kHead = 26, kValues = 150, kLeft = 88, kBelow = 22;
constexpr float kPoint = 3;        // pixels
constexpr float kNear = 12;        // pixels from the pointer to a point
constexpr size_t kTipColumns = 8;  // columns in the tip of a point
constexpr int kTicks = 5;          // about so many on an axis
constexpr double kLargest = 1e300;
constexpr double kExact = 1e15;  // not all digits of larger doubles are meaningful

std::optional<double> numberOf(const Cell& cell) {
  if (cell.kind == Cell::Kind::Integer) return static_cast<double>(cell.integer);
  // The difference of two such numbers is finite as well.
  if (cell.kind == Cell::Kind::Real && std::abs(cell.real) < kLargest) return cell.real;
  return std::nullopt;
}

void measure(Chart& chart, const SqlResult& result) {
  chart.least = chart.leastX = std::numeric_limits<double>::infinity();
  chart.most = chart.mostX = -std::numeric_limits<double>::infinity();
  chart.without = 0;
  chart.points.clear();
  chart.room = {};
  const bool points = result.numeric(chart.x);
  for (size_t row = 0; row < result.rows(); ++row) {
    const std::optional<double> y = numberOf(result.cell(row, chart.y));
    const std::optional<double> x = points ? numberOf(result.cell(row, chart.x)) : 0.0;
    if (!x || !y) {
      ++chart.without;
      continue;
    }
    chart.least = std::min(chart.least, *y);
    chart.most = std::max(chart.most, *y);
    chart.leastX = std::min(chart.leastX, *x);
    chart.mostX = std::max(chart.mostX, *x);
  }
}

// The names of the two columns. Each is a menu of the columns that may take its place.
void drawColumns(Canvas& c, Chart& chart, const SqlResult& result, const Rect& area) {
  ImVec2 at{area.x + 8, area.y + 3};
  size_t x = chart.x, y = chart.y;
  auto choose = [&](const char* id, const std::string& label, size_t& column, bool numbers, size_t other) {
    if (!beginMenu(c, id, label + visibleText(result.columns()[column]), at, false)) return;
    for (size_t i = 0; i < result.columns().size(); ++i)
      if ((!numbers || result.numeric(i)) && i != other)
        if (menuItem(c, result.columns()[i], nullptr, i == column)) column = i;
    endMenu();
  };
  choose("chart y", result.numeric(x) ? "up: " : "bars: ", y, true, x);
  choose("chart x", result.numeric(x) ? "across: " : "down: ", x, false, y);
  std::string note;
  if (chart.without > 0)
    note = countText(chart.without, "row") + (chart.without == 1 ? " has" : " have") + " no number here";
  drawCell(c, c.fonts.words, kHintSize, {at.x + 6, at.y + 4}, c.theme.warn, note,
           {at.x + 6, at.y, area.x + area.w - at.x - 14, kHead});
  if (x == chart.x && y == chart.y) return;
  chart.x = x;
  chart.y = y;
  measure(chart, result);
  c.moreToCome = true;
}

void drawBars(Context& c, QueryState& state, const SqlResult& result, const Rect& area) {
  const Chart& chart = state.chart;
  const float names = std::clamp(area.w * 0.35f, 90.0f, 300.0f);
  const float wide = std::max(20.0f, area.w - names - kValues - 24);
  // Bars begin at zero.
  const double least = std::min(0.0, chart.least), most = std::max(0.0, chart.most);
  const double scale = most > least ? wide / (most - least) : 0;
  const int chosen = state.row ? static_cast<int>(*state.row) : -1;
  drawList(c, "bars", area, state.order.size(), chosen, [&](size_t i, const Rect& row, bool pressed, bool) {
    const size_t at = state.order[i];
    const Cell name = result.cell(at, chart.x);
    const ImU32 ink = name.kind == Cell::Kind::Null ? c.theme.faint : c.theme.text;
    const Rect label{row.x + 8, row.y, names - 14, row.h};
    drawCell(c, c.fonts.mono, kMonoSize, {label.x, label.y + 2}, ink, cellText(name, state.kinds[chart.x]), label);
    const float zero = row.x + names - static_cast<float>(least * scale);
    if (const std::optional<double> value = numberOf(result.cell(at, chart.y))) {
      const float end = zero + static_cast<float>(*value * scale);
      c.draw->AddRectFilled({std::min(zero, end), row.y + 3}, {std::max({zero, end, zero + 1}), row.y + row.h - 3},
                            c.theme.accent, 2);
    }
    const Rect figure{row.x + names + wide + 6, row.y + 2, kValues, row.h - 2};
    drawFigure(c, c.theme.text, cellText(result.cell(at, chart.y), state.kinds[chart.y]), figure);
    if (pressed) chooseRow(c, state, result, i);
  });
}

// The distance of ticks so that there are about kTicks of them: 1, 2 or 5 times a power of ten.
double tickStep(double range) {
  const double rough = range / kTicks, power = std::pow(10.0, std::floor(std::log10(rough)));
  for (double step : {1.0, 2.0, 5.0})
    if (step * power >= rough) return step * power;
  return 10 * power;
}

std::string tickText(double value, double step) {
  if (step >= 1 && std::abs(value) < kExact) {
    const std::string text = countText(static_cast<uint64_t>(std::abs(value)));
    return value < 0 ? "-" + text : text;
  }
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

// Calls `draw(value, text)` for each tick from `least` to `most`.
template <class Draw>
void eachTick(double least, double most, Draw&& draw) {
  if (!(most > least)) return draw(least, tickText(least, least == std::floor(least) ? 1 : 0));
  const double step = tickStep(most - least);
  const double first = std::ceil(least / step) * step;
  // Ticks are counted because adding a small step to a large number may not change it.
  for (int i = 0; i <= 2 * kTicks && first + i * step <= most; ++i)
    draw(first + i * step, tickText(first + i * step, step));
}

float across(const Chart& chart, double x, float room) {
  const double wide = chart.mostX - chart.leastX;
  return wide > 0 ? static_cast<float>((x - chart.leastX) / wide) * room : room / 2;
}

float down(const Chart& chart, double y, float room) {
  const double high = chart.most - chart.least;
  return high > 0 ? room - static_cast<float>((y - chart.least) / high) * room : room / 2;
}

// Where the point of a row is in a plot of this size; nullopt if it has none.
std::optional<ImVec2> placeOf(const Chart& chart, const SqlResult& result, size_t row, ImVec2 room) {
  const std::optional<double> x = numberOf(result.cell(row, chart.x)), y = numberOf(result.cell(row, chart.y));
  if (!x || !y) return std::nullopt;
  return ImVec2{across(chart, *x, room.x), down(chart, *y, room.y)};
}

// Of points that lie on each other the first is kept, so that there are no more than pixels, however many rows there
// are.
void layOut(Chart& chart, const SqlResult& result, ImVec2 room) {
  if (chart.room.x == room.x && chart.room.y == room.y) return;
  chart.room = room;
  chart.points.clear();
  const size_t columns = static_cast<size_t>(room.x) + 1, lines = static_cast<size_t>(room.y) + 1;
  std::vector<bool> taken(columns * lines);
  for (size_t row = 0; row < result.rows(); ++row) {
    const std::optional<ImVec2> at = placeOf(chart, result, row, room);
    if (!at) continue;
    const size_t pixel = static_cast<size_t>(at->y) * columns + static_cast<size_t>(at->x);
    if (!taken[pixel]) chart.points.push_back({*at, static_cast<uint32_t>(row)});
    taken[pixel] = true;
  }
}

void drawAxes(Canvas& c, const Chart& chart, const Rect& plot, const Rect& area) {
  eachTick(chart.least, chart.most, [&](double value, const std::string& text) {
    const float y = std::round(plot.y + down(chart, value, plot.h));
    c.draw->AddLine({plot.x, y}, {plot.x + plot.w, y}, c.theme.line);
    drawFigure(c, c.theme.dim, text, {area.x + 4, y - 8, kLeft - 12, 16});
  });
  float free = area.x;
  eachTick(chart.leastX, chart.mostX, [&](double value, const std::string& text) {
    const float x = std::round(plot.x + across(chart, value, plot.w));
    const float half = textWidth(c.fonts.mono, kHintSize, text) / 2;
    c.draw->AddLine({x, plot.y}, {x, plot.y + plot.h + 3}, c.theme.line);
    if (x - half < free || x + half > area.x + area.w) return;
    drawText(c, c.fonts.mono, kHintSize, {x - half, plot.y + plot.h + 6}, c.theme.dim, text);
    free = x + half + 10;
  });
}

// Shows the row of the point under the pointer, and goes there by a click.
void followPointer(Context& c, QueryState& state, const SqlResult& result, const Rect& plot) {
  ImGui::SetCursorScreenPos(plot.min());
  const bool pressed = ImGui::InvisibleButton("points", {plot.w, plot.h});
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse{ImGui::GetIO().MousePos.x - plot.x, ImGui::GetIO().MousePos.y - plot.y};
  const Chart::Point* nearest = nullptr;
  float best = kNear * kNear;
  for (const Chart::Point& one : state.chart.points) {
    const float x = one.at.x - mouse.x, y = one.at.y - mouse.y;
    if (x * x + y * y >= best) continue;
    best = x * x + y * y;
    nearest = &one;
  }
  if (nearest == nullptr) return;
  c.draw->AddCircle({plot.x + nearest->at.x, plot.y + nearest->at.y}, 6, c.theme.dim, 0, 1.5f);
  std::vector<TipLine> tip;
  for (size_t i = 0; i < std::min<size_t>(result.columns().size(), kTipColumns); ++i)
    tip.push_back({visibleText(result.columns()[i]) + "  " + cellText(result.cell(nearest->row, i), state.kinds[i]),
                   c.fonts.mono, kMonoSize, i == state.chart.x || i == state.chart.y ? c.theme.text : c.theme.dim});
  drawTip(c, tip, ImGui::GetIO().DisplaySize.y, &plot);
  const auto position = std::find(state.order.begin(), state.order.end(), nearest->row) - state.order.begin();
  if (pressed) chooseRow(c, state, result, static_cast<size_t>(position));
}

void drawPoints(Context& c, QueryState& state, const SqlResult& result, const Rect& area) {
  Chart& chart = state.chart;
  const Rect plot{area.x + kLeft, area.y + 8, area.w - kLeft - 20, area.h - kBelow - 12};
  if (plot.w < 40 || plot.h < 30) return;
  layOut(chart, result, {plot.w, plot.h});
  drawAxes(c, chart, plot, area);
  for (const Chart::Point& one : chart.points) {
    const ImVec2 at{plot.x + one.at.x, plot.y + one.at.y};
    c.draw->AddRectFilled({at.x - kPoint / 2, at.y - kPoint / 2}, {at.x + kPoint / 2, at.y + kPoint / 2},
                          c.theme.accent);
  }
  if (state.row && *state.row < state.order.size())
    if (const auto at = placeOf(chart, result, state.order[*state.row], {plot.w, plot.h}))
      c.draw->AddCircle({plot.x + at->x, plot.y + at->y}, 6, c.theme.text, 0, 1.5f);
  followPointer(c, state, result, plot);
}

}  // namespace

std::pair<size_t, size_t> columnsOfChart(const SqlResult& result, std::span<const ValueKind> kinds) {
  const std::vector<std::string>& names = result.columns();
  const std::optional<size_t> time = result.column("ts"), value = result.column("value");
  if (time && value && result.numeric(*time) && result.numeric(*value)) return {*time, *value};
  // How well a column serves as the vertical axis: best a duration, then another figure, a time or a place, an id.
  auto rank = [&](size_t i) {
    if (!result.numeric(i)) return -1;
    if (kinds[i] == ValueKind::Duration) return 3;
    if (kinds[i] == ValueKind::Id) return 0;
    return kinds[i] == ValueKind::Time || names[i] == "depth" ? 1 : 2;
  };
  size_t y = 0;
  for (size_t i = 1; i < names.size(); ++i)
    // Of durations the first one, of other figures the last.
    if (rank(i) > rank(y) || (rank(i) == rank(y) && rank(i) < 3)) y = i;
  size_t x = y == 0 ? 1 : 0;
  for (size_t i = names.size(); i-- > 0;)
    if (i != y && !result.numeric(i)) x = i;
  return {x, y};
}

bool hasChart(const SqlResult& result) {
  if (!result.over() || result.rows() == 0 || result.columns().size() < 2) return false;
  for (size_t i = 0; i < result.columns().size(); ++i)
    if (result.numeric(i)) return true;
  return false;
}

void drawQueryChart(Context& c, QueryState& state, const SqlResult& result, const Rect& area) {
  Chart& chart = state.chart;
  if (chart.of != result.request().id) {
    chart.of = result.request().id;
    std::tie(chart.x, chart.y) = columnsOfChart(result, state.kinds);
    measure(chart, result);
  }
  drawColumns(c, chart, result, {area.x, area.y, area.w, kHead});
  const Rect body{area.x, area.y + kHead, area.w, area.h - kHead};
  if (chart.without == result.rows()) return;
  if (result.numeric(chart.x))
    drawPoints(c, state, result, body);
  else
    drawBars(c, state, result, body);
}

}  // namespace tp::ui
