#include "ui/calls/sandwich_panel.h"

// One function over all stacks: who calls it above, what it calls below.
#include <algorithm>

#include "ui/base/row_list.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/calls/figure_text.h"
#include "ui/calls/flame_menu.h"
#include "ui/calls/function_times.h"
#include "ui/calls/sandwich.h"
#include "ui/view/calls.h"
#include "ui/view/function_menu.h"
#include "ui/view/row_keys.h"
#include "ui/view/sampled_weight.h"

namespace tp::ui {
namespace {

constexpr float kHead = 30;
constexpr float kTable = 330;
constexpr float kTitle = 19;

// The function of the selected call, else the one with the most self time, which time off the CPU is not.
NameId firstChoice(const WindowState& c, const Calls& calls) {
  const FunctionStats* best = nullptr;
  for (const FunctionStats& row : calls.functions.rows) {
    if (c.selection && !c.selection->mark.aggregate() && c.selection->mark.name == row.name) return row.name;
    if (!row.offCpu && (best == nullptr || row.self > best->self)) best = &row;
  }
  return best != nullptr ? best->name : kNoName;
}

void chosen(Context& c, const CallTree& tree, const FlameView::Answer& answer) {
  std::optional<uint32_t> node = answer.clicked ? answer.clicked : answer.opened;
  if (!node || *node == CallTree::kRoot) return;
  c.function = tree.nodes()[*node].name;
  c.moreToCome = true;
}

void drawHalf(Context& c, SandwichHalf& half, const char* id, const Rect& area, bool callers) {
  if (!half.shown) return sayCounting(c, c.session, half.answers.progress(), area);
  const CallTree& tree = half.shown->tree();
  FlameView::Shown shown;
  shown.tree = &tree;
  shown.version = half.made;
  shown.upwards = callers;
  shown.inverted = callers;
  shown.states = half.shown->query().scope.states;
  shown.counter = half.shown->query().scope.counter;
  // Includes calls of unknown duration, as far as something is known of it.
  shown.whole = half.shown->sums().root;
  ImGui::SetCursorScreenPos(area.min());
  if (ImGui::BeginChild(id, {area.w, area.h}, ImGuiChildFlags_None, ImGuiWindowFlags_NoNav)) {
    ImDrawList* outer = c.draw;
    c.draw = ImGui::GetWindowDrawList();
    // Both halves leave room for a scrollbar, so that they are equally wide.
    const Rect boxes{area.x, area.y, area.w - ImGui::GetStyle().ScrollbarSize, area.h};
    chosen(c, tree, half.view.draw(c, boxes, shown));
    // Callers are read from the function upwards, so the view begins at the bottom.
    if (callers && (half.fresh || ImGui::IsWindowAppearing())) ImGui::SetScrollHereY(1);
    c.draw = outer;
  }
  ImGui::EndChild();
}

// A weight: time, or samples.
std::string amountText(const Context& c, int64_t amount) {
  const std::string counter = sampledWeight(c);
  return counter.empty() ? durationText(amount, c.clock()) : gainText(counter, amount);
}

// The time of a row; "recursive" if all of it is part of other rows' time.
std::string timeText(const Context& c, const DirectCall& row) {
  if (row.calls == 0 && row.total == 0) return "not known";
  return row.within > 0 && row.within == row.calls ? "recursive" : amountText(c, row.total);
}

void rowTip(Context& c, const DirectCall& row) {
  auto line = [&](std::string text, ImU32 ink) { return TipLine{std::move(text), c.fonts.words, kHintSize, ink}; };
  std::vector<TipLine> lines{{directText(c.names, row), c.fonts.mono, kMonoSize, c.theme.text}};
  const char* one = c.flame.states != StateWeight::None ? "time" : sampledWeight(c).empty() ? "call" : "sample";
  lines.push_back(line(countText(row.calls, one) + ", " + amountText(c, row.total), c.theme.text));
  if (row.within > 0)
    lines.push_back(line(countText(row.within) + " within another call, which has the time already", c.theme.dim));
  if (row.open > 0)
    lines.push_back(line("+" + countText(row.open) + ": of " + (row.open == 1 ? "this call" : "these calls") +
                             " no end is known, and so not how long " + (row.open == 1 ? "it" : "they") + " took",
                         c.theme.dim));
  drawTip(c, lines, ImGui::GetIO().DisplaySize.y - kFooterHeight);
}

// Draws the direct callers or callees.
void drawTable(Context& c, const SandwichHalf& half, const char* title, const Rect& area, int chosen, bool reveal) {
  std::string head = title;
  if (half.shown) head += "  " + countText(half.rows.size());
  drawText(c, c.fonts.words, kHintSize, {area.x, area.y + 2}, c.theme.dim, head);
  if (!half.shown) return;
  if (half.rows.empty()) return drawText(c, c.fonts.words, kHintSize, {area.x, area.y + kTitle}, c.theme.faint, "none");
  Rect list{area.x, area.y + kTitle, area.w, area.h - kTitle};
  auto draw = [&](size_t i, const Rect& row, bool pressed, bool hovered) {
    const DirectCall& one = half.rows[i];
    const bool named = one.name != kNoName;
    std::string time = timeText(c, one);
    const float right = row.x + row.w - 4;
    drawText(c, c.fonts.mono, kMonoSize, {right - textWidth(c.fonts.mono, kMonoSize, time), row.y + 2},
             one.within < one.calls || one.calls == 0 ? c.theme.text : c.theme.faint, time);
    std::string count = countText(one.calls) + (one.open > 0 ? "+" + countText(one.open) : "") + "\u00d7";
    // The weight is the number already.
    if (sampledWeight(c).starts_with("samples of ")) count.clear();
    const float counted = textWidth(c.fonts.mono, kMonoSize, count);
    drawText(c, c.fonts.mono, kMonoSize, {right - 84 - counted, row.y + 2}, c.theme.dim, count);
    Rect clip{row.x, row.y, std::max(40.0f, row.w - 104 - counted), row.h};
    const auto ink = !named ? c.theme.dim : hovered ? c.theme.accent : c.theme.text;
    drawCell(c, c.fonts.mono, kMonoSize, {row.x, row.y + 2}, ink, directText(c.names, one), clip);
    if (hovered) rowTip(c, one);
    if (!named) return;
    if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) askFunctionMenu(c, one.name, c.memory.of<Sandwich>().trackClass);
    if (!pressed) return;
    c.function = one.name;
    c.moreToCome = true;
  };
  drawList(c, title, list, half.rows.size(), chosen, draw, reveal);
}

// Arrows choose among the callers and then the callees, Enter makes the chosen one the function.
void followKeys(Context& c, Sandwich& kept) {
  RowKeys& keys = c.memory.of<RowKeys>();
  if (std::exchange(kept.function, c.function) != c.function) kept.row = -1;
  const std::vector<DirectCall>& callers = kept.halves[0].rows;
  const std::vector<DirectCall>& callees = kept.halves[1].rows;
  const size_t count = callers.size() + callees.size();
  kept.moved = false;
  if (auto to = keys.moved(count, kept.row, 10)) {
    kept.row = static_cast<int>(*to);
    kept.moved = c.moreToCome = true;
  }
  const auto at = static_cast<size_t>(kept.row);
  if (kept.row < 0 || at >= count) return;
  const NameId name = at < callers.size() ? callers[at].name : callees[at - callers.size()].name;
  const bool entered = keys.entered(), menu = keys.menuWanted();
  if (name == kNoName) return;
  if (menu) askFunctionMenu(c, name, kept.trackClass, ImGui::GetWindowPos());
  if (!entered) return;
  c.function = name;
  c.moreToCome = true;
}

std::string figuresOf(const Context& c, const FunctionStats& row) {
  std::string figures = countText(row.calls) + (row.calls == 1 ? " call, " : " calls, ");
  const std::optional<int64_t> total = knownFigure(row, FunctionFigure::Total);
  figures += (total ? figureText(row, FunctionFigure::Total, c.clock()) : "unknown") + " total, " +
             figureText(row, FunctionFigure::Self, c.clock()) + " self";
  if (row.open > 0) figures += ", and " + countText(row.open) + " not ended";
  if (row.open > 0 && row.openTotal > 0) figures += ", drawn for " + durationText(row.openTotal, c.clock());
  if (row.unbegun > 0) figures += ", and " + countText(row.unbegun) + " that ended without a beginning";
  return figures;
}

// The time in the states, or the samples, within the function, whoever called it.
std::string gainWithin(const Context& c, const SandwichHalf& callers) {
  return callers.shown ? amountText(c, callers.shown->sums().root) : "counting \u2026";
}

}  // namespace

void drawSandwichPanel(Context& c, const Rect& area) {
  Sandwich& kept = c.memory.of<Sandwich>();
  if (kept.opening != c.session.opening()) {
    kept = {};
    kept.opening = c.session.opening();
  }
  const Calls* calls = wantCalls(c, false, area);
  if (calls == nullptr) return;
  if (calls->functions.rows.empty() && weighBySamples(c)) return;
  const bool gains = c.flame.states != StateWeight::None || !sampledWeight(c).empty();
  if (c.function == kNoName)
    c.function = sampledWeight(c).empty() ? firstChoice(c, *calls) : c.memory.of<FunctionTimes>().most(c);
  if (c.function == kNoName && gains) return;
  kept.trackClass = calls->trackClass;

  ImVec2 at{area.x + 14, area.y + 6};
  std::string name(c.names.text(c.function));
  Rect clip{at.x, area.y, area.w * 0.45f, kHead};
  drawCell(c, c.fonts.strong, kWordSize, {at.x, at.y + 1}, c.theme.text, name, clip);
  at.x += std::min(clip.w, textWidth(c.fonts.strong, kWordSize, name)) + 14;
  const std::vector<FunctionStats>& rows = calls->functions.rows;
  auto row = std::find_if(rows.begin(), rows.end(), [&](const FunctionStats& one) { return one.name == c.function; });
  if (row == rows.end() && !gains) {
    drawText(c, c.fonts.words, kHintSize, {at.x, at.y + 3}, c.theme.dim, "is not called " + scopeText(c, c.session));
    return;
  }
  auto& [callers, callees] = kept.halves;
  callers.update(c);
  callees.update(c);
  const std::string figures = (gains ? gainWithin(c, callers) : figuresOf(c, *row)) + " " + scopeText(c, c.session);
  drawText(c, c.fonts.words, kHintSize, {at.x, at.y + 3}, c.theme.dim, figures);
  at.x += textWidth(c.fonts.words, kHintSize, figures) + 14;
  drawStatesMenu(c, at);
  threadChips(c, at);
  float head = kHead + at.y - area.y - 6;

  bool tables = area.w >= 900;
  float width = area.w - 16 - (tables ? kTable + 20 : 0);
  float half = (area.h - head - 6) / 2;
  Rect top{area.x + 8, area.y + head, width, half};
  Rect bottom{area.x + 8, area.y + head + half + 2, width, half};
  drawHalf(c, callers, "callers", top, true);
  c.draw->AddLine({top.x, bottom.y - 1}, {top.x + width, bottom.y - 1}, c.theme.accent);
  drawHalf(c, callees, "callees", bottom, false);
  if (!tables) return;
  float x = area.x + area.w - kTable - 14;
  c.draw->AddLine({x - 10, area.y + head}, {x - 10, area.y + area.h}, c.theme.line);
  followKeys(c, kept);
  const int first = static_cast<int>(callers.rows.size());
  drawTable(c, callers, "Called by", {x, top.y, kTable, top.h}, kept.row < first ? kept.row : -1, kept.moved);
  drawTable(c, callees, "Calls", {x, bottom.y, kTable, bottom.h}, kept.row >= first ? kept.row - first : -1,
            kept.moved);
  drawFunctionMenu(c);
}

}  // namespace tp::ui
