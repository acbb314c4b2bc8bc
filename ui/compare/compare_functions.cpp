#include "ui/compare/compare_functions.h"

#include <algorithm>

#include "core/analysis/compare/change_figures.h"
#include "core/analysis/compare/recordings.h"
#include "core/text/visible_text.h"
#include "core/trace/sums.h"
#include "ui/base/time_text.h"
#include "ui/calls/figure_text.h"
#include "ui/compare/change_text.h"
#include "ui/compare/compare_names.h"
#include "ui/view/function_menu.h"
#include "ui/view/leads.h"

namespace tp::ui {
namespace {

// The last three are there if several recordings are compared, and enough to judge chance.
enum Column : size_t {
  kChange,
  kGrown,
  kByCalls,
  kByEach,
  kSelfA,
  kSelfB,
  kCallsA,
  kCallsB,
  kTotal,
  kP,
  kQ,
  kEffect,
  kColumnCount
};
constexpr CompareColumn kColumns[] = {{"Change", {74, 0}},     {"%", {60, 6}},          {"By calls", {70, 7}},
                                      {"By each", {70, 7}},    {"Self in A", {66, 4}},  {"Self in B", {66, 4}},
                                      {"Calls in A", {72, 3}}, {"Calls in B", {72, 3}}, {"Total, change", {90, 1}},
                                      {"p", {60, 0}},          {"q", {60, 9}},          {"Effect", {60, 2}}};
static_assert(std::size(kColumns) == kColumnCount);

std::span<const CompareColumn> columnsOf(const FunctionComparison& found) {
  const bool judged = found.recordings && found.recordings->splits > 0;
  return std::span(kColumns).first(judged ? kColumnCount : kP);
}

// "0.1", "0.0079", "−1.20"; "?" if it is not known of this function.
std::string chanceText(const FunctionChange& one, size_t column) {
  if (!one.chance || (column == kEffect && !one.chance->effect)) return "?";
  char text[32];
  const double number = column == kP ? one.chance->p : column == kQ ? one.chance->q : std::abs(*one.chance->effect);
  std::snprintf(text, sizeof text, column == kEffect ? "%.2f" : "%.2g", number);
  return (column != kEffect ? "" : *one.chance->effect < 0 ? "\u2212" : "+") + std::string(text);
}

ShownFigures shownOf(const Context& c, const FunctionComparison& found) {
  return {c.clock(), !found.per.empty()};
}

std::string selfText(const FunctionFigures& of, const ShownFigures& shown) {
  if (!shown.divided)
    return figureText(TraceFigures{of.calls, 0, of.self, of.selfDoubt, of.atMost}, FunctionFigure::Self, shown.clock);
  if (of.calls == 0) return {};
  return of.selfDoubt > 0 ? "~" + shown.time(of.self) : shown.time(of.self, atMostIf(of.atMost > 0));
}

// "12", "12 + 1 of unknown duration".
std::string callsText(const FunctionFigures& of, const ShownFigures& shown, bool brief) {
  const uint64_t unknown = of.open + of.unbegun;
  if (unknown == 0) return shown.count(of.callsOrRate());
  return shown.count(of.callsOrRate()) + (brief ? "+" : " + ") + countText(unknown) +
         (brief ? "" : " of unknown duration");
}

std::string cellText(const ShownFigures& shown, const FunctionChange& one, size_t column) {
  // Without a call of known duration, the side's self time is not known.
  const bool known = (one.added() || one.a.calls > 0) && (one.vanished() || one.b.calls > 0);
  switch (column) {
    case kChange:
      return known ? (one.noise() ? "\u2248" : "") + shown.change(one.change) : "?";
    case kGrown:
      return !known ? "" : one.added() ? "new" : one.vanished() ? "gone" : grownText(one.a.self, one.b.self);
    case kByCalls:
      return known ? shown.change(one.byCalls) : "";
    case kByEach:
      return known ? shown.change(one.byEach) : "";
    case kSelfA:
      return selfText(one.a, shown);
    case kSelfB:
      return selfText(one.b, shown);
    case kCallsA:
      return one.a.none() ? "" : callsText(one.a, shown, true);
    case kCallsB:
      return one.b.none() ? "" : callsText(one.b, shown, true);
    case kP:
    case kQ:
    case kEffect:
      return chanceText(one, column);
    default:
      break;
  }
  const std::optional<int64_t> total = one.totalChange();
  return total ? shown.change(*total) : "?";
}

double size(int64_t change) {
  return std::abs(static_cast<double>(change));
}

// By which rows are sorted: changes by their size.
double cellValue(const FunctionChange& one, size_t column) {
  switch (column) {
    case kChange:
      return size(one.change);
    case kGrown:
      return one.added() ? 1e300 : one.vanished() ? -100 : grownPercent(one.a.self, one.b.self);
    case kByCalls:
      return size(one.byCalls);
    case kByEach:
      return size(one.byEach);
    case kSelfA:
      return static_cast<double>(one.a.self);
    case kSelfB:
      return static_cast<double>(one.b.self);
    case kCallsA:
      return static_cast<double>(one.a.callsOrRate());
    case kCallsB:
      return static_cast<double>(one.b.callsOrRate());
    case kP:
      return one.chance ? one.chance->p : 2;
    case kQ:
      return one.chance ? one.chance->q : 2;
    case kEffect:
      return one.chance && one.chance->effect ? std::abs(*one.chance->effect) : -1;
    default:
      return size(one.totalChange().value_or(0));
  }
}

// `recordings`: of the side, if there are several.
std::string sideTip(const ShownFigures& shown, size_t side, const FunctionFigures& of, size_t recordings) {
  const std::string name = sideName(side) + std::string(":  ");
  if (of.none()) return name + "not called";
  std::string text = name + callsText(of, shown, false) +
                     (of.callsOrRate() == (shown.divided ? 1000 : 1) && of.open + of.unbegun == 0 ? " call" : " calls");
  if (of.calls == 0) return text;
  text += ", self " + selfText(of, shown);
  // Of divided figures, both are in thousandths.
  if (of.callsOrRate() > 0) text += ", each " + durationText(of.self / of.callsOrRate(), shown.clock);
  if (of.total) text += ", total " + shown.time(*of.total, atMostIf(of.atMost > 0));
  // It may have another name in the others.
  if (of.recordings < recordings)
    text += ", in " + countText(of.recordings) + " of " + countText(recordings, "recording");
  return text;
}

// What of its time seems to have moved between rows, as a function was inlined.
void addInlined(const ShownFigures& shown, const FunctionChange& one,
                const std::function<void(const std::string&, ImU32)>& add, ImU32 ink) {
  constexpr size_t kTold = 4;
  auto told = [&](const std::vector<InlinedPart>& parts, auto&& words) {
    for (size_t i = 0; i < std::min(parts.size(), kTold); ++i) add(words(parts[i]), ink);
    if (parts.size() > kTold) add("and " + countText(parts.size() - kTold) + " more", ink);
  };
  told(one.inlinedInto, [&](const InlinedPart& part) {
    return std::string(one.added() ? "A" : "B") + " seems to have it inlined into " + visibleText(part.name) +
           ", with " + shown.time(part.change < 0 ? -part.change : part.change) + " of its time. That is a guess.";
  });
  told(one.inlined, [&](const InlinedPart& part) {
    return shown.change(part.change) + " of the change is " + visibleText(part.name) +
           ", which seems to be inlined in " + (part.change < 0 ? "A" : "B") + ". That is a guess.";
  });
}

std::vector<TipLine> tipOf(const Context& c, const FunctionComparison& found, const FunctionChange& one) {
  const ShownFigures shown = shownOf(c, found);
  std::vector<TipLine> lines{{visibleText(one.name), c.fonts.strong, kWordSize, c.theme.text}};
  auto add = [&](const std::string& text, ImU32 ink) { lines.push_back({text, c.fonts.words, kWordSize, ink}); };
  if (one.guessed())
    add("in A: " + visibleText(one.before) + ". That both are one function is a guess" +
            (one.by == MatchedBy::Callers ? ", by their callers and callees." : "."),
        c.theme.warn);
  else if (!one.before.empty())
    add("in A: " + visibleText(one.before) + ", as you said.", c.theme.text);
  addInlined(shown, one, add, c.theme.warn);
  if (one.moved.time != 0)
    add(shown.time(one.moved.time) + " moved: " + movedWords(one.moved) + ". That is no part of the change.",
        c.theme.text);
  const std::optional<ComparedRecordings>& several = found.recordings;
  lines.push_back({sideTip(shown, 0, one.a, several ? several->a : 0), c.fonts.mono, kMonoSize, c.theme.dim});
  lines.push_back({sideTip(shown, 1, one.b, several ? several->b : 0), c.fonts.mono, kMonoSize, c.theme.dim});
  if (one.offCpu) {
    add("Time off the CPU is self time of no function, and in no sum.", c.theme.dim);
  } else if (!one.added() && !one.vanished() && one.change != 0) {
    add(partsText(shown, one.callsChange(), one.byCalls, one.byEach, "call") +
            (one.inlined.empty() ? "" : ", with what seems to be inlined"),
        c.theme.text);
  }
  if (one.chance)
    add("p " + chanceText(one, kP) + ": so many splits of the recordings differ as much; q " + chanceText(one, kQ) +
            " for all functions; effect " + chanceText(one, kEffect) + " standard deviations",
        c.theme.text);
  else if (columnsOf(found).size() > kP)
    add("p, q and the effect are not known: in one recording at least, the self time is not.", c.theme.dim);
  if (one.noise())
    add("Noise: less than " + shown.time(*one.noiseBelow) + ", which is five times what the halves of a side differ by",
        c.theme.warn);
  return lines;
}

// The text of a row. It stands for all functions that share the name, and so is no signature of one of them.
std::string nameOf(const ShownFigures& shown, const FunctionChange& one) {
  std::string text = (one.guessed() ? "~" : "") + visibleText(one.name);
  if (!one.before.empty()) text += "  (A: " + visibleText(one.before) + ")";
  auto first = [](const auto& parts, std::string words) { return words + (parts.size() > 1 ? " and others" : ""); };
  if (!one.inlinedInto.empty())
    text += "  (" + first(one.inlinedInto, "~inlined into " + visibleText(one.inlinedInto.front().name)) + ")";
  if (!one.inlined.empty()) text += "  (" + first(one.inlined, visibleText(one.inlined.front().name)) + " ~inlined)";
  if (one.moved.time != 0)
    text += "  (" + shown.time(one.moved.time) + " moved to " +
            first(one.moved.to, visibleText(one.moved.to.front().within)) + ")";
  return text;
}

// "3 against 3 recordings, no p is below 0.1: ", "2 against 2 recordings, p, q and the effect take 3 of each side: ",
// "3 against 3 recordings, no p, as 2 are the same as another one: ".
std::string recordingsText(const FunctionComparison& found) {
  if (!found.recordings) return {};
  const ComparedRecordings& of = *found.recordings;
  char smallest[32];
  std::snprintf(smallest, sizeof smallest, "%.2g", of.smallest);
  return countText(of.a) + " against " + countText(of.b) + (of.a + of.b == 2 ? " recording, " : " recordings, ") +
         (of.copies > 0
              ? "no p, as " + countText(of.copies) + (of.copies == 1 ? " is" : " are") + " the same as another one"
          : of.splits > 0 ? "no p is below " + std::string(smallest)
                          : "p, q and the effect take " + countText(kTestedRecordings) + " of each side") +
         ": ";
}

}  // namespace

CompareRows functionRows(Context& c, const FunctionComparison& found) {
  CompareRows rows;
  rows.number = compareView(c).answer.number();
  rows.count = found.changes.size();
  rows.nameTitle = "Function";
  rows.columns = columnsOf(found);
  auto at = [&found](size_t row) -> const FunctionChange& { return found.changes[row]; };
  auto functionOf = [&c](size_t row) { return compareView(c).answer.nameOf(row); };
  const ShownFigures shown = shownOf(c, found);
  rows.name = [shown, at](size_t row) { return nameOf(shown, at(row)); };
  rows.text = [shown, at](size_t row, size_t column) { return cellText(shown, at(row), column); };
  rows.value = [at](size_t row, size_t column) {
    const double value = cellValue(at(row), column);
    // The comparison may have put a row first of which more has moved than has changed of the others.
    return row == 0 && column == kChange ? std::max(value, size(at(row).moved.time)) : value;
  };
  rows.bars = [at](size_t row) { return std::array<int64_t, 2>{at(row).byCalls, at(row).byEach}; };
  rows.barTitles = {"more or fewer calls", "longer or shorter calls"};
  rows.noise = [at](size_t row) { return at(row).noise(); };
  rows.note = [at](size_t row) { return std::string_view(at(row).offCpu ? "off the CPU, in no sum" : ""); };
  rows.tip = [&c, &found, at](size_t row) { return tipOf(c, found, at(row)); };
  rows.matches = [&c, functionOf](size_t row) {
    const NameId name = functionOf(row);
    return c.search.empty() || (name != kNoName && c.names.matches(name));
  };
  rows.chosen = [&c, functionOf](size_t row) { return c.function != kNoName && functionOf(row) == c.function; };
  rows.choose = [&c, functionOf](size_t row) { c.function = functionOf(row); };
  rows.open = [&c, functionOf](size_t row) {
    const NameId name = functionOf(row);
    if (name == kNoName) return;
    showSandwich(c, name);
    c.say(c.range ? "Sandwich is of all calls in the marked range, not of A or B alone"
                  : "Sandwich is of all calls, those of A and B together");
  };
  rows.menu = [&c, &found, functionOf](size_t row, std::optional<ImVec2> place) {
    const NameId name = functionOf(row);
    if (name == kNoName) return;
    askFunctionMenu(c, name, compareView(c).answer.calls(1).trackClass, place, nameItems(c, found, row));
  };
  return rows;
}

std::string functionsSentence(const Context& c, const FunctionComparison& found) {
  int64_t byCalls = 0, byEach = 0, inlined = 0;
  for (const FunctionChange& one : found.changes) {
    if (one.offCpu) continue;
    byCalls = plus(byCalls, one.byCalls);
    byEach = plus(byEach, one.byEach);
    inlined = plus(inlined, sumOf(one.inlined));
  }
  const ShownFigures shown = shownOf(c, found);
  std::string text = recordingsText(found);
  if (const FunctionChange* moved = movedFirst(found))
    text += shown.time(moved->moved.time) + " of " + visibleText(moved->name) + " moved: " + movedWords(moved->moved) +
            "; ";
  text += found.per.empty() ? "self time " : "self time for each " + visibleText(found.per) + " ";
  if (found.per == "second")
    text += "of " + durationText(minus(found.sideA.end, found.sideA.begin), c.clock()) + " and " +
            durationText(minus(found.sideB.end, found.sideB.begin), c.clock()) + ": ";
  text += shown.time(found.a.self) + " \u2192 " + shown.time(found.b.self);
  if (found.change() != 0) {
    text += ", " + shown.change(found.change()) + " (" + grownText(found.a.self, found.b.self) +
            "): " + shown.change(byCalls) + " by how many calls, " + shown.change(byEach) + " by how long they took";
    // What was inlined is no call any more, and each call of what has it takes longer.
    if (inlined != 0)
      text += " (" + shown.change(minus(0, inlined)) + " of the first and " + shown.change(inlined) +
              " of the second are functions that seem to be inlined)";
  }
  if (found.a.offCpu != found.b.offCpu)
    text += "; off the CPU " + shown.time(found.a.offCpu) + " \u2192 " + shown.time(found.b.offCpu);
  return text + "; " + countText(found.changes.size(), "function") +
         (found.changes.size() == 1 ? " differs, " : " differ, ") + countText(found.same) +
         (found.same == 1 ? " does not" : " do not");
}

std::string lossesText(const ComparedSide& side) {
  return side.lossPlaces > 0 ? "records lost at " + countText(side.lossPlaces, "place") : std::string();
}

std::string functionsDoubt(const Context& c, const FunctionComparison& found, size_t side) {
  const FunctionTotals& totals = side == 0 ? found.a : found.b;
  const ComparedSide& whole = side == 0 ? found.sideA : found.sideB;
  std::string text;
  auto add = [&text](const std::string& more) { text += (text.empty() ? "" : ", ") + more; };
  if (const uint64_t unknown = totals.open + totals.unbegun; unknown > 0)
    add(countText(unknown, "call") + " of unknown duration");
  if (totals.atMost > 0) add(countText(totals.atMost, "upper bound") + " (\u2264)");
  if (totals.selfDoubt > 0) add("self time may be off by " + shownOf(c, found).time(totals.selfDoubt));
  if (!whole.left.empty()) add(whole.left);
  return text;
}

PanelTable functionChanges(Context& c, const FunctionComparison& found) {
  PanelTable table{"Compare: " + functionsSentence(c, found), {"Function"}, {}};
  for (const CompareColumn& column : columnsOf(found)) table.head.push_back(column.title);
  table.head.push_back("Noise");
  for (size_t row = 0; row < std::min(found.changes.size(), kMaxPanelRows); ++row) {
    const FunctionChange& one = found.changes[row];
    std::vector<std::string>& cells = table.rows.emplace_back();
    cells.push_back(nameOf(shownOf(c, found), one));
    for (size_t column = 0; column < columnsOf(found).size(); ++column)
      cells.push_back(cellText(shownOf(c, found), one, column));
    cells.push_back(one.noise() ? "noise" : "");
  }
  return table;
}

}  // namespace tp::ui
