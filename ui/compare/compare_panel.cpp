#include "ui/compare/compare_panel.h"

#include <algorithm>
#include <cmath>

#include "core/export/compare_limit.h"
#include "core/text/visible_text.h"
#include "ui/base/time_text.h"
#include "ui/compare/change_text.h"
#include "ui/compare/compare_durations.h"
#include "ui/compare/compare_functions.h"
#include "ui/compare/compare_kinds.h"
#include "ui/compare/compare_lines.h"
#include "ui/compare/compare_scopes.h"
#include "ui/compare/compare_stacks.h"
#include "ui/compare/compare_threads.h"
#include "ui/compare/compare_times.h"
#include "ui/compare/compared_durations.h"
#include "ui/view/calls.h"
#include "ui/view/function_menu.h"

namespace tp::ui {
namespace {

constexpr float kBesideTable = 1080;  // narrower panels have no room for durations beside the table
constexpr float kDurations = 280, kDurationsShare = 0.23f;

// The tables of the panel.
struct Tables {
  CompareTable functions, threads, latencies, waits;
};

// What is in no sum, of both sides, on one line.
std::string doubtText(Context& c, const FunctionComparison& found) {
  std::string text;
  for (size_t side = 0; side < 2; ++side) {
    const std::string one = functionsDoubt(c, found, side);
    if (!one.empty()) text += (text.empty() ? "" : " \u00b7 ") + std::string(sideName(side)) + ": " + one;
  }
  return text;
}

// "A: records lost at 3 places. B has no calls of known duration: there is nothing to compare A with. ". This comes
// before all else, as what is too long is cut at its end: losses, what a side lacks, and recordings that are copies.
template <class Found>
std::string firstNotes(const Found& found) {
  const ComparedSide* sides[] = {&found.sideA, &found.sideB};
  std::string text;
  for (size_t side = 0; side < 2; ++side)
    if (const std::string lost = lossesText(*sides[side]); !lost.empty())
      text += std::string(sideName(side)) + ": " + lost + ". ";
  if (const std::string lack = lackText(found); !lack.empty()) text += lack + ". ";
  for (size_t side = 0; side < 2; ++side)
    if (!sides[side]->copies.empty()) text += std::string(sideName(side)) + ": " + sides[side]->copies + ". ";
  return text;
}

std::string gapsText(const ComparedSide& a, const ComparedSide& b) {
  std::string text;
  const std::string* gaps[] = {&a.gaps, &b.gaps};
  for (size_t side = 0; side < 2; ++side)
    if (!gaps[side]->empty()) text += (text.empty() ? "" : " ") + std::string(sideName(side)) + ": " + *gaps[side];
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

// Where what follows the chips begins, and the room that is left beside these.
struct Start {
  ImVec2 at;
  Rect beside;
};

struct Said {
  std::string sentence, first, doubt;
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

// How much of the panel's width durations take beside a table, while some are shown; 0: there is no room for them.
float besideTable(const Rect& panel) {
  constexpr float kGap = 16;
  return panel.w < kBesideTable ? 0 : std::max(kDurations, panel.w * kDurationsShare) + kGap;
}

// Draws the sentence and what is in doubt from `at` on, as wide as the panel, so that what is beneath does not move
// when durations come or go: a second click hits the row of the first. Returns the room that is left beneath.
Rect drawSaid(Context& c, CompareTable& table, const CompareRows& rows, const Said& said, const Start& start,
              const Rect& panel) {
  ImVec2 at = start.at;
  const CompareLines lines = linesOf(panel);
  const float width = panel.w - 28;
  float legend = 0;
  if (!lines.tight && barLegendWidth(c, rows) <= start.beside.w)
    drawBarLegend(c, rows, start.beside);
  else if (!lines.tight)
    legend = at.x + width - drawBarLegend(c, rows, {at.x, at.y - 2, width, lines.line}) + 8;
  // In little room, what is in doubt goes on in the lines of the sentence.
  const std::string doubt = said.first + said.doubt;
  const bool together = lines.tight && !doubt.empty();
  const std::string sentence = together ? said.first + said.sentence + ". " + said.doubt : said.sentence;
  at.y = drawLines(c, lines.size, at, c.theme.text, sentence, width - legend, lines.line, lines.most);
  const std::pair<std::string, ImU32> notes[] = {{together ? "" : doubt, c.theme.warn},
                                                 {hiddenText(c, table, rows), c.theme.dim}};
  for (const auto& [text, ink] : notes) {
    if (text.empty()) continue;
    at.y = drawLines(c, kHintSize, at, ink, text, width, lines.noteLine, lines.mostNotes);
  }
  return {panel.x, at.y, panel.w, panel.y + panel.h - at.y};
}

// Takes the room for durations from the right of `area`, and draws the line before it.
Rect takeDurations(Context& c, Rect& area) {
  const float beside = besideTable(area);
  area.w -= beside;
  const float x = area.x + area.w;
  c.draw->AddLine({x, area.y}, {x, area.y + area.h}, c.theme.line);
  return {x + 14, area.y + 4, beside - 30, area.h - 8};
}

// `lack`: lackText(), which says more than that nothing differs.
void drawRows(Context& c, CompareTable& table, const CompareRows& rows, const std::string& lack, const Rect& area) {
  const ImVec2 at{area.x + 14, area.y};
  if (rows.count == 0 && lack.empty())
    return drawText(c, c.fonts.words, kWordSize, {at.x, at.y + 6}, c.theme.dim, "Nothing differs.");
  if (rows.count == 0) return;
  drawCompareTable(c, table, rows, {at.x, at.y, area.w - 28, area.h - 2});
}

// Null while it is being computed.
const DurationComparison* doubtOf(Context& c, const FunctionChange& one, const CompareAnswer::Scopes& scopes) {
  return c.memory.of<ComparedDurations>().of(c.session, scopes, {one.before.empty() ? one.name : one.before, one.name},
                                             ImGui::IsMouseDown(0));
}

void drawFunctions(Context& c, const CompareAnswer::Scopes& scopes, const Start& start, const Rect& panel) {
  CompareAnswer& answer = compareView(c).answer;
  const FunctionComparison* found =
      answer.functions(c.session, scopes, compareView(c).how, ImGui::IsMouseDown(0) && c.range.has_value());
  if (!answer.missing().empty()) return drawText(c, c.fonts.words, kWordSize, start.at, c.theme.dim, answer.missing());
  if (found == nullptr)
    return sayCounting(c, c.session, answer.progress(), {panel.x, start.at.y - 8, panel.w, panel.h});
  const CompareRows rows = functionRows(c, *found);
  size_t chosen = 0;
  while (chosen < found->changes.size() && !rows.chosen(chosen)) ++chosen;
  CompareTable& table = c.memory.of<Tables>().functions;
  Rect area = drawSaid(c, table, rows,
                       {functionsSentence(c, *found), firstNotes(*found),
                        slowestText(c, scopes) + cutText(answer) +
                            lengthsText(c, found->sideA, found->sideB, !found->per.empty()) + doubtText(c, *found)},
                       start, panel);
  // Of some calls of a function, no durations of others are counted.
  const bool durations = !compareView(c).how.slowest && chosen < found->changes.size();
  if (durations && besideTable(panel) > 0) {
    const FunctionChange& one = found->changes[chosen];
    const bool doubted = !one.added() && !one.vanished() && !severalRecordings(scopes);
    BothDurations both{answer.number(),
                       "function " + one.name,
                       rows.name(chosen),
                       "call",
                       severalRecordings(scopes) ? "with callees, of all recordings together"
                       : doubted                 ? "durations with callees, logarithmic"
                                                 : "with callees, logarithmic",
                       [&](size_t of) { return answer.durationsOf(one, of); }};
    both.doubted = doubted;
    both.doubt = doubted ? doubtOf(c, one, scopes) : nullptr;
    both.met = {!one.added(), !one.vanished()};
    drawBothDurations(c, both, takeDurations(c, area));
  }
  drawRows(c, table, rows, lackText(*found), area);
  drawFunctionMenu(c);
}

void drawThreads(Context& c, const CompareAnswer::Scopes& scopes, const Start& start, const Rect& area) {
  CompareAnswer& answer = compareView(c).answer;
  const ThreadComparison* found =
      answer.threads(c.session, scopes, compareView(c).how, ImGui::IsMouseDown(0) && c.range.has_value());
  if (!answer.missing().empty()) return drawText(c, c.fonts.words, kWordSize, start.at, c.theme.dim, answer.missing());
  if (found == nullptr) return sayCounting(c, c.session, answer.progress(), {area.x, start.at.y - 8, area.w, area.h});
  if (!found->known)
    return drawText(c, c.fonts.words, kWordSize, start.at, c.theme.dim,
                    "One of both does not tell which thread ran when: there is nothing to compare by thread.");
  const CompareRows rows = threadRows(c, *found);
  CompareTable& table = c.memory.of<Tables>().threads;
  drawRows(c, table, rows, lackText(*found),
           drawSaid(c, table, rows,
                    {threadsSentence(c, *found), firstNotes(*found),
                     cutText(answer) + lengthsText(c, found->sideA, found->sideB, !found->per.empty()) +
                         gapsText(found->sideA, found->sideB)},
                    start, area));
  drawThreadsMenu(c);
}

void drawTimes(Context& c, const CompareAnswer::Scopes& scopes, const Start& start, const Rect& panel) {
  const ComparedTimes& times = compareView(c).times;
  const TimedComparison* found = timesOf(c, scopes, ImGui::IsMouseDown(0) && c.range.has_value());
  if (!times.missing().empty()) return drawText(c, c.fonts.words, kWordSize, start.at, c.theme.dim, times.missing());
  if (found == nullptr) {
    // What is left to sum up is summed up here.
    c.moreToCome = true;
    return sayCounting(c, c.session, times.progress(), {panel.x, start.at.y - 8, panel.w, panel.h});
  }
  const bool told = std::any_of(found->totals.begin(), found->totals.end(),
                                [](const TimedComparison::Kind& one) { return one.a.told || one.b.told; });
  if (!told)
    return drawText(c, c.fonts.words, kWordSize, start.at, c.theme.dim,
                    std::string("Neither A nor B tells of ") + found->kinds.what + ".");
  const CompareRows rows = timesRows(c, *found);
  const auto& changes = found->changes;
  size_t chosen = 0;
  while (chosen < changes.size() && !rows.chosen(chosen)) ++chosen;
  std::string doubt = times.cut() ? "This is of what can still be read, not of all. " : "";
  doubt += lengthsText(c, found->sideA, found->sideB, !found->per.empty()) + timesDoubt(*found, true);
  if (const std::string gaps = gapsText(found->sideA, found->sideB); !gaps.empty())
    doubt += (doubt.empty() ? "" : " \u00b7 ") + gaps;
  Tables& tables = c.memory.of<Tables>();
  CompareTable& table = comparedBy(c) == ComparedBy::Latencies ? tables.latencies : tables.waits;
  Rect area = drawSaid(c, table, rows, {timesSentence(c, *found), firstNotes(*found), doubt}, start, panel);
  const bool durations = chosen < changes.size() && (changes[chosen].a.median || changes[chosen].b.median);
  if (durations && besideTable(panel) > 0)
    drawBothDurations(c, timesDurations(c, changes[chosen], rows.name(chosen)), takeDurations(c, area));
  drawRows(c, table, rows, lackText(*found), area);
  drawTimesMenu(c, *found);
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
  const bool tight = linesOf(area).tight;
  drawScopes(c, *scopes, at, tight);
  drawKinds(c, *scopes, at, tight);
  c.chips = chips;
  const Rect beside{at.x + 8, at.y, area.x + area.w - 22 - at.x, 18};
  ImVec2 below{area.x + 14, at.y + kChipLine};
  for (const std::string& note : {c.linkAwaits, containedText(*scopes)})
    if (!note.empty())
      below.y = drawLines(c, kHintSize, below, c.theme.warn, note, area.w - 28, linesOf(area).noteLine,
                          linesOf(area).mostNotes);
  switch (comparedBy(c)) {
    case ComparedBy::Functions:
      return drawFunctions(c, *scopes, {below, beside}, area);
    case ComparedBy::Threads:
      return drawThreads(c, *scopes, {below, beside}, area);
    case ComparedBy::Stacks:
      return drawStacks(c, *scopes, below, area);
    case ComparedBy::Latencies:
    case ComparedBy::Waits:
      return drawTimes(c, *scopes, {below, beside}, area);
  }
}

std::vector<PanelTable> compareTables(Context& c) {
  const auto scopes = c.session.phase() == Phase::Ready ? compared(c) : std::nullopt;
  if (!scopes) return {};
  PanelTable sides{"Compared", {"Side", "What"}, {}};
  for (size_t side = 0; side < 2; ++side) sides.rows.push_back({sideName(side), sideWords(c, *scopes, side)});
  if (const std::string note = containedText(*scopes); !note.empty()) sides.rows.push_back({"Both", note});
  CompareAnswer& answer = compareView(c).answer;
  if (comparedBy(c) == ComparedBy::Threads) {
    const ThreadComparison* found = answer.threads(c.session, *scopes, compareView(c).how, true);
    if (found != nullptr && found->known) {
      if (const std::string notes = firstNotes(*found); !notes.empty()) sides.rows.push_back({"In doubt", notes});
      return {threadChanges(c, *found), sides};
    }
  } else if (comparedBy(c) == ComparedBy::Stacks) {
    const StackComparison* found = answer.stacks(c.session, *scopes, compareView(c).how, true);
    if (found != nullptr) {
      if (const std::string doubt = stacksDoubt(c, *found); !doubt.empty()) sides.rows.push_back({"In doubt", doubt});
      return {stackChanges(c, *found), sides};
    }
  } else if (comparedBy(c) != ComparedBy::Functions) {
    if (const TimedComparison* found = timesOf(c, *scopes, true)) {
      if (const std::string doubt = firstNotes(*found) + timesDoubt(*found, false); !doubt.empty())
        sides.rows.push_back({"In doubt", doubt});
      return {timesChanges(c, *found), sides};
    }
  } else if (const FunctionComparison* found = answer.functions(c.session, *scopes, compareView(c).how, true)) {
    const std::string doubt = firstNotes(*found) + doubtText(c, *found);
    if (!doubt.empty()) sides.rows.push_back({"In no sum", doubt});
    return {functionChanges(c, *found), sides};
  }
  return {sides};
}

}  // namespace tp::ui
