#include "ui/panels/query_chart.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <vector>

#include "core/text/visible_text.h"
#include "ui/base/menu.h"
#include "ui/base/row_list.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/panels/query_place.h"
#include "ui/panels/query_table.h"

namespace tp::ui {
namespace {

using Chart = QueryState::Chart;

constexpr float kHead = 26, kValues = 150, kLeft = 88, kBelow = 22;
constexpr float kPoint = 3;  // pixels
constexpr float kNear = 12;  // pixels from the pointer to a point
constexpr int kTicks = 5;    // about so many on an axis
constexpr double kLargest = 1e300;
constexpr double kExact = 1e15;  // larger doubles are no longer told digit by digit

std::optional<double> numberOf(const Cell& cell) {
  if (cell.kind == Cell::Kind::Integer) return static_cast<double>(cell.integer);
  // The distance of two is a number, too.
  if (cell.kind == Cell::Kind::Real && std::abs(cell.real) < kLargest) return cell.real;
  return std::nullopt;
}

bool isName(std::string_view column) {
  return column == "id" || (column.size() > 3 && column.substr(column.size() - 3) == "_id");
}

// What people mostly want to see: the last number that is no id, over what comes first.
void chooseColumns(Chart& chart, const SqlResult& result) {
  const std::vector<std::string>& names = result.columns();
  chart.y = names.size();
  for (size_t i = 0; i < names.size(); ++i)
    if (result.numeric(i) && (chart.y == names.size() || !isName(names[i]))) chart.y = i;
  chart.x = chart.y == 0 ? 1 : 0;
  for (size_t i = names.size(); i-- > 0;)
    if (i != chart.y && !result.numeric(i)) chart.x = i;
}

void measure(Chart& chart, const SqlResult& result) {
  chart.least = chart.leastX = std::numeric_limits<double>::infinity();
  chart.most = chart.mostX = -std::numeric_limits<double>::infinity();
  chart.without = 0;
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

// The names of the two columns, as menus of what there is instead.
void drawColumns(Context& c, Chart& chart, const SqlResult& result, const Rect& area) {
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
    drawCell(c, c.fonts.mono, kMonoSize, {label.x, label.y + 2}, ink, valueText(result, at, chart.x), label);
    const float zero = row.x + names - static_cast<float>(least * scale);
    if (const std::optional<double> value = numberOf(result.cell(at, chart.y))) {
      const float end = zero + static_cast<float>(*value * scale);
      c.draw->AddRectFilled({std::min(zero, end), row.y + 3}, {std::max({zero, end, zero + 1}), row.y + row.h - 3},
                            c.theme.accent, 2);
    }
    const Rect figure{row.x + names + wide + 6, row.y + 2, kValues, row.h - 2};
    drawFigure(c, c.theme.text, valueText(result, at, chart.y), figure);
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
  // Counted: a large number stays what it is if a small one is added.
  for (int i = 0; i <= 2 * kTicks && first + i * step <= most; ++i)
    draw(first + i * step, tickText(first + i * step, step));
}

void drawPoints(Context& c, QueryState& state, const SqlResult& result, const Rect& area) {
  const Chart& chart = state.chart;
  const Rect plot{area.x + kLeft, area.y + 8, area.w - kLeft - 20, area.h - kBelow - 12};
  if (plot.w < 40 || plot.h < 30) return;
  const double wide = chart.mostX - chart.leastX, high = chart.most - chart.least;
  auto across = [&](double x) {
    return plot.x + (wide > 0 ? static_cast<float>((x - chart.leastX) / wide) * plot.w : plot.w / 2);
  };
  auto up = [&](double y) {
    return plot.y + plot.h - (high > 0 ? static_cast<float>((y - chart.least) / high) * plot.h : plot.h / 2);
  };
  eachTick(chart.least, chart.most, [&](double value, const std::string& text) {
    const float y = std::round(up(value));
    c.draw->AddLine({plot.x, y}, {plot.x + plot.w, y}, c.theme.line);
    drawFigure(c, c.theme.dim, text, {area.x + 4, y - 8, kLeft - 12, 16});
  });
  float free = area.x;
  eachTick(chart.leastX, chart.mostX, [&](double value, const std::string& text) {
    const float x = std::round(across(value)), half = textWidth(c.fonts.mono, kHintSize, text) / 2;
    c.draw->AddLine({x, plot.y}, {x, plot.y + plot.h + 3}, c.theme.line);
    if (x - half < free || x + half > area.x + area.w) return;
    drawText(c, c.fonts.mono, kHintSize, {x - half, plot.y + plot.h + 6}, c.theme.dim, text);
    free = x + half + 10;
  });
  // Points that lie on each other are drawn once, however many rows there are.
  const size_t columns = static_cast<size_t>(plot.w) + 1, lines = static_cast<size_t>(plot.h) + 1;
  std::vector<bool> drawn(columns * lines);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  std::optional<size_t> nearest;
  float best = kNear * kNear;
  for (size_t i = 0; i < state.order.size(); ++i) {
    const std::optional<double> vx = numberOf(result.cell(state.order[i], chart.x));
    const std::optional<double> vy = numberOf(result.cell(state.order[i], chart.y));
    if (!vx || !vy) continue;
    const float x = across(*vx), y = up(*vy);
    const float far = (x - mouse.x) * (x - mouse.x) + (y - mouse.y) * (y - mouse.y);
    if (far < best) best = far, nearest = i;
    const size_t cell = static_cast<size_t>(y - plot.y) * columns + static_cast<size_t>(x - plot.x);
    if (drawn[cell]) continue;
    drawn[cell] = true;
    c.draw->AddRectFilled({x - kPoint / 2, y - kPoint / 2}, {x + kPoint / 2, y + kPoint / 2}, c.theme.accent);
  }
  auto mark = [&](size_t i, ImU32 colour) {
    const ImVec2 at{across(*numberOf(result.cell(state.order[i], chart.x))),
                    up(*numberOf(result.cell(state.order[i], chart.y)))};
    c.draw->AddCircle(at, 6, colour, 0, 1.5f);
  };
  if (state.row && *state.row < state.order.size() && numberOf(result.cell(state.order[*state.row], chart.x)) &&
      numberOf(result.cell(state.order[*state.row], chart.y)))
    mark(*state.row, c.theme.text);
  ImGui::SetCursorScreenPos(plot.min());
  const bool pressed = ImGui::InvisibleButton("points", {plot.w, plot.h});
  if (!ImGui::IsItemHovered() || !nearest) return;
  mark(*nearest, c.theme.dim);
  std::vector<TipLine> lines_;
  for (size_t i = 0; i < std::min<size_t>(result.columns().size(), 8); ++i)
    lines_.push_back({visibleText(result.columns()[i]) + "  " + valueText(result, state.order[*nearest], i),
                      c.fonts.mono, kMonoSize, i == chart.x || i == chart.y ? c.theme.text : c.theme.dim});
  drawTip(c, lines_, ImGui::GetIO().DisplaySize.y);
  if (pressed) chooseRow(c, state, result, *nearest);
}

}  // namespace

bool hasChart(const SqlResult& result) {
  if (result.rows() == 0 || result.columns().size() < 2) return false;
  for (size_t i = 0; i < result.columns().size(); ++i)
    if (result.numeric(i)) return true;
  return false;
}

void drawQueryChart(Context& c, QueryState& state, const SqlResult& result, const Rect& area) {
  Chart& chart = state.chart;
  // What is still arriving is measured again in each frame.
  if (chart.of != result.request().id || !result.over()) {
    if (chart.of != result.request().id) chooseColumns(chart, result);
    measure(chart, result);
    if (result.over()) chart.of = result.request().id;
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
