#include "ui/compare/compare_panel.h"

#include <algorithm>
#include <cmath>

#include "core/text/visible_text.h"
#include "ui/base/menu.h"
#include "ui/base/time_text.h"
#include "ui/compare/change_text.h"
#include "ui/compare/compare_durations.h"
#include "ui/compare/compare_functions.h"
#include "ui/compare/compare_scopes.h"
#include "ui/compare/compare_threads.h"
#include "ui/compare/compare_times.h"
#include "ui/compare/compared_durations.h"
#include "ui/compare/difference_flame.h"
#include "ui/view/calls.h"
#include "ui/view/function_menu.h"
#include "ui/view/leads.h"
#include "ui/view/told_states.h"

namespace tp::ui {
namespace {

constexpr float kLine = 19;
constexpr float kBesideTable = 1080;  // narrower panels have no room for durations beside the table
constexpr float kLowPanel = 180;
constexpr size_t kMostLines = 3;  // of a sentence
constexpr float kDurations = 280, kDurationsShare = 0.23f;

// The callers of a stack and its function, the outermost first.
std::string stackText(const StackComparison& found, uint32_t stack) {
  std::string text;
  for (uint32_t at = stack; at != 0; at = found.stacks[at].parent)
    text = visibleText(found.nameOf(at).name) + (text.empty() ? "" : " > ") + text;
  return text;
}

// The stacks whose own time has changed most.
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

// The tables of the panel.
struct Tables {
  CompareTable functions, threads, latencies, waits;
};

void drawFiles(Context& c, ImVec2& at) {
  if (!c.host.beginFile) return;
  at.x += 8;
  if (!beginMenu(c, "save comparison", "Save", at, false)) return;
  const auto scopes = compared(c);
  const bool tableOnly = compareView(c).how.slowest || (scopes && severalRecordings(*scopes));
  for (const CompareFileRow& row : kCompareFiles)
    if (menuItem(c, std::string(row.label), nullptr, false, row.file == CompareFile::Csv || !tableOnly))
      c.runAction = {"compare-save", std::string(row.word)};
  endMenu();
}

// What is compared: latencies only of a kernel, threads and waits only where the trace tells when threads ran.
void drawKinds(Context& c, ImVec2& at) {
  struct Kind {
    ComparedBy by;
    const char* label;
    bool there;
  };
  const bool running = toldStates(c, c.session).running;
  const Kind kinds[] = {{ComparedBy::Functions, "Functions", true},
                        {ComparedBy::Stacks, "Flame graph", true},
                        {ComparedBy::Threads, "Threads", running},
                        {ComparedBy::Latencies, "Latencies", c.index().info().traits.kernel},
                        {ComparedBy::Waits, "Waits", running}};
  const ComparedBy shown = comparedBy(c);
  FunctionsHow& how = compareView(c).how;
  if (how.slowest) return drawFiles(c, at);
  const auto scopes = compared(c);
  const bool several = scopes && severalRecordings(*scopes);
  at.x += 8;
  for (const Kind& one : kinds)
    if (one.there && (!several || one.by == ComparedBy::Functions) && chip(c, one.label, at, shown == one.by))
      compareView(c).by = one.by;
  if (shown != ComparedBy::Stacks) {
    at.x += 8;
    if (chip(c, "For each second", at, how.perSecond)) how.perSecond = !how.perSecond;
  }
  drawFiles(c, at);
}

// What is in no sum, of both sides, on one line.
std::string doubtText(Context& c, const FunctionComparison& found) {
  std::string text;
  for (size_t side = 0; side < 2; ++side) {
    const std::string one = functionsDoubt(c, found, side);
    if (!one.empty()) text += (text.empty() ? "" : " \u00b7 ") + std::string(sideName(side)) + ": " + one;
  }
  return text;
}

std::string gapsText(const ComparedSide& a, const ComparedSide& b) {
  std::string text;
  const ComparedSide* sides[] = {&a, &b};
  for (size_t side = 0; side < 2; ++side) {
    std::string one = lossesText(*sides[side]);
    if (const std::string& gaps = sides[side]->gaps; !gaps.empty()) one += (one.empty() ? "" : ". ") + gaps;
    if (!one.empty()) text += (text.empty() ? "" : " ") + std::string(sideName(side)) + ": " + one;
  }
  return text;
}

// That the sides are not equally long, where figures are not divided by that.
std::string lengthsText(const Context& c, const ComparedSide& a, const ComparedSide& b, bool divided) {
  if (divided || a.begin > a.end || b.begin > b.end) return {};
  const double ofA = static_cast<double>(a.end - a.begin), ofB = static_cast<double>(b.end - b.begin);
  constexpr double kNear = 1.02;
  if (std::max(ofA, ofB) <= kNear * std::min(ofA, ofB)) return {};
  return "A is of " + durationText(a.end - a.begin, c.clock()) + ", B of " + durationText(b.end - b.begin, c.clock()) +
         ". ";
}

struct Said {
  std::string sentence, doubt;
};

// Before what is in doubt: that files can't be read any more.
std::string cutText(const CompareAnswer& answer) {
  return answer.cut() ? "This is of what can still be read, not of all. " : std::string();
}

// That the search hides rows, whose figures are in the sentence.
std::string hiddenText(const Context& c, CompareTable& table, const CompareRows& rows) {
  const size_t shown = shownRows(c, table, rows);
  if (shown == rows.count) return {};
  return "The search \u201c" + visibleText(c.search) + "\u201d leaves " + countText(shown) + " of " +
         countText(rows.count, "row") + "; what is said above is of all";
}

// Draws a text into as many lines as it takes, but for panels that have few: the last line is cut then, and its tip has
// all. Returns where it ends.
float drawLines(Context& c, float size, ImVec2 at, ImU32 ink, const std::string& text, float width, float line,
                size_t most) {
  const std::vector<std::string_view> lines = wrapText(c.fonts.words, size, text, width);
  for (size_t i = 0; i < std::min(lines.size(), most); ++i, at.y += line) {
    const bool last = i + 1 == most;
    const std::string_view rest = std::string_view(text).substr(static_cast<size_t>(lines[i].data() - text.data()));
    drawCell(c, c.fonts.words, size, at, ink, last ? rest : lines[i], {at.x, at.y, width, line - 1});
  }
  return at.y;
}

// Draws the sentence, what is in doubt, and the rows beneath `at`.
void drawFound(Context& c, CompareTable& table, const CompareRows& rows, const Said& said, ImVec2 at,
               const Rect& area) {
  const float width = area.w - 28;
  const float legend = drawBarLegend(c, rows, {at.x, at.y - 2, width, kLine});
  // Rows need the room of low panels.
  const size_t most = area.h < kLowPanel ? 1 : kMostLines;
  at.y = drawLines(c, kWordSize, at, c.theme.text, said.sentence, legend - at.x - 8, kLine, most);
  const std::pair<std::string, ImU32> notes[] = {{said.doubt, c.theme.warn}, {hiddenText(c, table, rows), c.theme.dim}};
  for (const auto& [text, ink] : notes) {
    if (text.empty()) continue;
    at.y = drawLines(c, kHintSize, at, ink, text, width, kLine - 2, most);
  }
  if (rows.count == 0) return drawText(c, c.fonts.words, kWordSize, {at.x, at.y + 6}, c.theme.dim, "Nothing differs.");
  drawCompareTable(c, table, rows, {at.x, at.y, width, area.y + area.h - 2 - at.y});
}

// Null while it is being computed.
const DurationComparison* doubtOf(Context& c, const FunctionChange& one, const CompareAnswer::Scopes& scopes) {
  return c.memory.of<ComparedDurations>().of(c.session, scopes, {one.before.empty() ? one.name : one.before, one.name},
                                             ImGui::IsMouseDown(0));
}

void drawFunctions(Context& c, const CompareAnswer::Scopes& scopes, ImVec2 at, const Rect& whole) {
  Rect area = whole;
  CompareAnswer& answer = compareView(c).answer;
  const FunctionComparison* found =
      answer.functions(c.session, scopes, compareView(c).how, ImGui::IsMouseDown(0) && c.range.has_value());
  if (!answer.missing().empty()) return drawText(c, c.fonts.words, kWordSize, at, c.theme.dim, answer.missing());
  if (found == nullptr) return sayCounting(c, c.session, answer.progress(), {area.x, at.y - 8, area.w, area.h});
  const CompareRows rows = functionRows(c, *found);
  size_t chosen = 0;
  while (chosen < found->changes.size() && !rows.chosen(chosen)) ++chosen;
  // Of some calls of a function, no durations of others are counted.
  const bool durations = !compareView(c).how.slowest && chosen < found->changes.size();
  if (durations && whole.w >= kBesideTable) {
    const float side = std::max(kDurations, whole.w * kDurationsShare);
    area.w -= side + 16;
    const float x = area.x + area.w;
    c.draw->AddLine({x, whole.y}, {x, whole.y + whole.h}, c.theme.line);
    const FunctionChange& one = found->changes[chosen];
    const bool doubted = !one.added() && !one.vanished() && !severalRecordings(scopes);
    drawBothDurations(
        c,
        {answer.number(), "function " + one.name, rows.name(chosen), "call",
         severalRecordings(scopes) ? "with callees, of all recordings together"
         : doubted                 ? "durations with callees, logarithmic"
                                   : "with callees, logarithmic",
         [&](size_t of) { return answer.durationsOf(one, of); }, doubted, doubted ? doubtOf(c, one, scopes) : nullptr},
        {x + 14, whole.y + 10, side - 14, whole.h - 14});
  }
  drawFound(c, c.memory.of<Tables>().functions, rows,
            {functionsSentence(c, *found),
             cutText(answer) + lengthsText(c, found->sideA, found->sideB, !found->per.empty()) + doubtText(c, *found)},
            at, area);
  drawFunctionMenu(c);
}

void drawThreads(Context& c, const CompareAnswer::Scopes& scopes, ImVec2 at, const Rect& area) {
  CompareAnswer& answer = compareView(c).answer;
  const ThreadComparison* found =
      answer.threads(c.session, scopes, compareView(c).how, ImGui::IsMouseDown(0) && c.range.has_value());
  if (!answer.missing().empty()) return drawText(c, c.fonts.words, kWordSize, at, c.theme.dim, answer.missing());
  if (found == nullptr) return sayCounting(c, c.session, answer.progress(), {area.x, at.y - 8, area.w, area.h});
  if (!found->known)
    return drawText(c, c.fonts.words, kWordSize, at, c.theme.dim,
                    "One of both does not tell which thread ran when: there is nothing to compare by thread.");
  const CompareRows rows = threadRows(c, *found);
  drawFound(
      c, c.memory.of<Tables>().threads, rows,
      {threadsSentence(c, *found), cutText(answer) + lengthsText(c, found->sideA, found->sideB, !found->per.empty()) +
                                       gapsText(found->sideA, found->sideB)},
      at, area);
  drawThreadsMenu(c);
}

void drawTimes(Context& c, const CompareAnswer::Scopes& scopes, ImVec2 at, const Rect& whole) {
  Rect area = whole;
  const ComparedTimes& times = compareView(c).times;
  const TimedComparison* found = timesOf(c, scopes, ImGui::IsMouseDown(0) && c.range.has_value());
  if (!times.missing().empty()) return drawText(c, c.fonts.words, kWordSize, at, c.theme.dim, times.missing());
  if (found == nullptr) {
    // What is left to sum up is summed up here.
    c.moreToCome = true;
    return sayCounting(c, c.session, times.progress(), {area.x, at.y - 8, area.w, area.h});
  }
  const CompareRows rows = timesRows(c, *found);
  const auto& changes = found->changes;
  size_t chosen = 0;
  while (chosen < changes.size() && !rows.chosen(chosen)) ++chosen;
  const bool durations = chosen < changes.size() && (changes[chosen].a.median || changes[chosen].b.median);
  if (durations && whole.w >= kBesideTable) {
    const float side = std::max(kDurations, whole.w * kDurationsShare);
    area.w -= side + 16;
    const float x = area.x + area.w;
    c.draw->AddLine({x, whole.y}, {x, whole.y + whole.h}, c.theme.line);
    drawBothDurations(c, timesDurations(c, changes[chosen], rows.name(chosen)),
                      {x + 14, whole.y + 10, side - 14, whole.h - 14});
  }
  std::string doubt = times.cut() ? "This is of what can still be read, not of all. " : "";
  doubt += lengthsText(c, found->sideA, found->sideB, !found->per.empty()) + timesDoubt(*found);
  if (const std::string gaps = gapsText(found->sideA, found->sideB); !gaps.empty())
    doubt += (doubt.empty() ? "" : " \u00b7 ") + gaps;
  Tables& tables = c.memory.of<Tables>();
  drawFound(c, comparedBy(c) == ComparedBy::Latencies ? tables.latencies : tables.waits, rows,
            {timesSentence(c, *found), doubt}, at, area);
  drawTimesMenu(c, *found);
}

void drawStacks(Context& c, const CompareAnswer::Scopes& scopes, ImVec2 at, const Rect& area) {
  CompareAnswer& answer = compareView(c).answer;
  const StackComparison* found = answer.stacks(c.session, scopes, compareView(c).how, false);
  if (found == nullptr) return sayCounting(c, c.session, answer.progress(), {area.x, at.y - 8, area.w, area.h});
  std::string left;
  for (size_t side = 0; side < 2; ++side) {
    const ComparedSide& of = side == 0 ? found->sideA : found->sideB;
    for (const std::string& one : {lossesText(of), of.left})
      if (!one.empty()) left += (left.empty() ? "" : " ") + std::string(sideName(side)) + ": " + one;
  }
  if (!left.empty()) {
    drawCell(c, c.fonts.words, kHintSize, at, c.theme.warn, left, {at.x, at.y, area.w - 28, kLine});
    at.y += kLine - 2;
  }
  const Rect rest{area.x + 10, at.y - 2, area.w - 24, area.y + area.h - at.y + 2};
  const auto pressed =
      drawDifferenceFlame(c, c.memory.of<DifferenceFlame>(), compareView(c).look, *found, answer.number(), rest);
  if (pressed && *pressed != 0) {
    const NameId name = c.index().names().find(found->nameOf(*pressed).name);
    if (name != kNoName) askFunctionMenu(c, name, countedClass(c.index()));
  }
  drawFunctionMenu(c);
}

}  // namespace

void drawComparePanel(Context& c, const Rect& area) {
  if (c.session.phase() != Phase::Ready)
    return drawText(c, c.fonts.words, kWordSize, {area.x + 14, area.y + 12}, c.theme.dim,
                    "What differs is told when the trace is indexed.");
  const auto scopes = compared(c);
  if (!scopes) return drawNothingCompared(c, area);
  ImVec2 at{area.x + 10, area.y + 4};
  const Rect chips = c.chips;
  c.chips = {area.x + 10, area.y, area.w - 20, area.h};
  drawScopes(c, *scopes, at);
  drawKinds(c, at);
  c.chips = chips;
  const ImVec2 below{area.x + 14, at.y + kChipLine};
  switch (comparedBy(c)) {
    case ComparedBy::Functions:
      return drawFunctions(c, *scopes, below, area);
    case ComparedBy::Threads:
      return drawThreads(c, *scopes, below, area);
    case ComparedBy::Stacks:
      return drawStacks(c, *scopes, below, area);
    case ComparedBy::Latencies:
    case ComparedBy::Waits:
      return drawTimes(c, *scopes, below, area);
  }
}

std::vector<PanelTable> compareTables(Context& c) {
  const auto scopes = c.session.phase() == Phase::Ready ? compared(c) : std::nullopt;
  if (!scopes) return {};
  PanelTable sides{"Compared", {"Side", "What"}, {}};
  for (size_t side = 0; side < 2; ++side) sides.rows.push_back({sideName(side), sideWords(c, *scopes, side)});
  CompareAnswer& answer = compareView(c).answer;
  if (comparedBy(c) == ComparedBy::Threads) {
    const ThreadComparison* found = answer.threads(c.session, *scopes, compareView(c).how, true);
    if (found != nullptr && found->known) return {threadChanges(c, *found), sides};
  } else if (comparedBy(c) == ComparedBy::Stacks) {
    const StackComparison* found = answer.stacks(c.session, *scopes, compareView(c).how, true);
    if (found != nullptr) return {stackChanges(c, *found), sides};
  } else if (comparedBy(c) != ComparedBy::Functions) {
    if (const TimedComparison* found = timesOf(c, *scopes, true)) {
      if (const std::string doubt = timesDoubt(*found); !doubt.empty()) sides.rows.push_back({"In doubt", doubt});
      return {timesChanges(c, *found), sides};
    }
  } else if (const FunctionComparison* found = answer.functions(c.session, *scopes, compareView(c).how, true)) {
    const std::string doubt = doubtText(c, *found);
    if (!doubt.empty()) sides.rows.push_back({"In no sum", doubt});
    return {functionChanges(c, *found), sides};
  }
  return {sides};
}

}  // namespace tp::ui
