#include "ui/compare/compare_stacks.h"

#include <algorithm>
#include <cmath>

#include "core/export/compare_limit.h"
#include "core/export/compare_text.h"
#include "core/text/visible_text.h"
#include "ui/base/time_text.h"
#include "ui/compare/change_text.h"
#include "ui/compare/compare_functions.h"
#include "ui/compare/compare_lines.h"
#include "ui/compare/difference_flame.h"
#include "ui/view/calls.h"
#include "ui/view/function_menu.h"
#include "ui/view/leads.h"

namespace tp::ui {
namespace {

// The callers of a stack and its function, the outermost first.
std::string stackText(const StackComparison& found, uint32_t stack) {
  std::string text;
  for (uint32_t at = stack; at != 0; at = found.stacks[at].parent)
    text = visibleText(found.nameOf(at).name) + (text.empty() ? "" : " > ") + text;
  return text;
}

// "all calls 18.8 ms \u2192 707 \u00b5s, \u221218.1 ms (\u221296 %)".
std::string stacksSentence(const StackComparison& found) {
  const ClockInfo& clock = found.sideB.clock;
  const int64_t a = found.root().a.total, b = found.root().b.total;
  std::string text = "all calls " + durationText(a, clock) + " \u2192 " + durationText(b, clock);
  if (a != b) text += ", " + changeText(found.change(), clock) + " (" + grownText(a, b) + ")";
  return text;
}

}  // namespace

std::string stacksDoubt(Context& c, const StackComparison& found) {
  std::string text;
  auto add = [&text](const std::string& more) { text += (text.empty() ? "" : " \u00b7 ") + more; };
  const ComparedSide* sides[] = {&found.sideA, &found.sideB};
  for (size_t side = 0; side < 2; ++side)
    if (const std::string lost = lossesText(*sides[side]); !lost.empty())
      add(std::string(sideName(side)) + ": " + lost);
  if (const std::string lack = lackText(found); !lack.empty()) add(lack);
  const std::array<FunctionTotals, 2>* totals = compareView(c).answer.totalsBeside(c.session);
  for (size_t side = 0; side < 2; ++side) {
    const ComparedSide& of = *sides[side];
    const StackFigures& all = side == 0 ? found.root().a : found.root().b;
    for (const std::string& one : {of.copies, of.left})
      if (!one.empty()) add(std::string(sideName(side)) + ": " + one);
    if (totals == nullptr) continue;
    std::string sums = graphSumText(sideName(side), all.total, (*totals)[side],
                                    [&](int64_t time) { return durationText(time, of.clock); });
    if (!sums.empty()) sums.pop_back();  // the line feed
    if (!sums.empty()) add(sums);
  }
  return text;
}

PanelTable stackChanges(Context& c, const StackComparison& found) {
  std::vector<uint32_t> order;
  for (uint32_t stack = 1; stack < found.stacks.size(); ++stack)
    if (found.stacks[stack].differs()) order.push_back(stack);
  auto size = [&](uint32_t stack) { return std::abs(static_cast<double>(found.stacks[stack].selfChange())); };
  const size_t shown = std::min(order.size(), kMaxPanelRows);
  std::partial_sort(order.begin(), order.begin() + static_cast<ptrdiff_t>(shown), order.end(),
                    [&](uint32_t a, uint32_t b) { return size(a) != size(b) ? size(a) > size(b) : a < b; });
  PanelTable table{"Compare: stacks, " + changeText(found.change(), c.clock()),
                   {"Stack", "Change of self", "Self in A", "Self in B", "Total in A", "Total in B"},
                   {}};
  for (size_t i = 0; i < shown; ++i) {
    const ComparedStack& one = found.stacks[order[i]];
    std::vector<std::string>& cells = table.rows.emplace_back();
    cells = {stackText(found, order[i]), one.known() ? changeText(one.selfChange(), c.clock()) : "?"};
    for (const int64_t figure : {one.a.self, one.b.self, one.a.total, one.b.total})
      cells.push_back(durationText(figure, c.clock()));
  }
  return table;
}

void drawStacks(Context& c, const CompareAnswer::Scopes& scopes, ImVec2 at, const Rect& area) {
  CompareAnswer& answer = compareView(c).answer;
  const StackComparison* found = answer.stacks(c.session, scopes, compareView(c).how, false);
  if (found == nullptr) return sayCounting(c, c.session, answer.progress(), {area.x, at.y - 8, area.w, area.h});
  const CompareLines lines = linesOf(area);
  const float width = area.w - 28;
  at.y = drawLines(c, lines.size, at, c.theme.text, stacksSentence(*found), width, lines.line, lines.most);
  if (const std::string doubt = stacksDoubt(c, *found); !doubt.empty())
    at.y = drawLines(c, kHintSize, at, c.theme.warn, doubt, width, lines.noteLine, lines.mostNotes);
  const Rect rest{area.x + 10, at.y - 2, area.w - 24, area.y + area.h - at.y + 2};
  const FlameAnswer answered = drawDifferenceFlame(c, c.memory.of<DifferenceFlame>(), compareView(c).look, *found,
                                                   answer.number(), rest, !lines.tight);
  if (answered.opened && *answered.opened != 0) {
    const NameId name = c.index().names().find(found->nameOf(*answered.opened).name);
    if (name != kNoName) askFunctionMenu(c, name, countedClass(c.index()), answered.at);
  }
  drawFunctionMenu(c);
}

}  // namespace tp::ui
