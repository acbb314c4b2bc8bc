#include "ui/compare/compare_times.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/text/quoted_text.h"
#include "core/text/visible_text.h"
#include "ui/base/menu.h"
#include "ui/base/time_text.h"
#include "ui/compare/change_text.h"
#include "ui/view/drawn_times.h"
#include "ui/view/leads.h"
#include "ui/view/state_track.h"
#include "ui/view/track_filter.h"

namespace tp::ui {
namespace {

constexpr const char* kMenu = "compared times menu";

enum Column : size_t {
  kChange,
  kGrown,
  kByCount,
  kByEach,
  kSumA,
  kSumB,
  kCountA,
  kCountB,
  kMaxA,
  kMaxB,
  kMedianA,
  kMedianB,
  kColumnCount
};
constexpr CompareColumn kColumns[] = {{"Change", {74, 0}},     {"%", {60, 9}},           {"By count", {66, 5}},
                                      {"By each", {70, 5}},    {"Sum in A", {66, 10}},   {"Sum in B", {66, 10}},
                                      {"Count in A", {72, 7}}, {"Count in B", {72, 7}},  {"Max in A", {66, 1}},
                                      {"Max in B", {66, 1}},   {"Median in A", {78, 3}}, {"Median in B", {78, 3}}};
static_assert(std::size(kColumns) == kColumnCount);

// Waits have no medians, which are the last columns.
std::span<const CompareColumn> columnsOf(const TimedComparison& found) {
  const bool medians = std::any_of(found.changes.begin(), found.changes.end(), [](const TimedChange& one) {
    return one.a.median.has_value() || one.b.median.has_value();
  });
  return std::span(kColumns).first(medians ? kColumnCount : kMedianA);
}

// The row that is chosen, and that whose menu is open.
struct ChosenTime {
  std::string key;
  TimedChange menu;
  bool asked = false;
  std::optional<ImVec2> at;
};

ShownFigures shownOf(const Context& c, const TimedComparison& found) {
  return {c.clock(), !found.per.empty()};
}

std::string keyOf(const TimedChange& one) {
  return std::to_string(one.kind) + "\n" + one.thread + "\n" + one.name;
}

// "read  (system call)", "wakeup", "cc1  sleeping: make".
std::string nameOf(const TimedComparison& found, const TimedChange& one) {
  const std::string name = visibleText(one.name), kind = found.kinds.all[one.kind].one;
  if (one.thread.empty()) return name == kind ? name : name + "  (" + kind + ")";
  return visibleText(one.thread) + "  " + kind + (name.empty() ? "" : ": " + name);
}

// `time`: of one, which is not divided; nullopt: it was not counted.
std::string timeText(const TimedFigures& of, std::optional<Time> time, ToldTime told, const ClockInfo& clock) {
  if (of.none() || (of.count > 0 && !time)) return {};
  return told == ToldTime::Unknown ? "?" : toldText(told, *time, clock);
}

std::string medianText(const TimedFigures& of, const ClockInfo& clock) {
  return timeText(of, of.median, toldAs(of, of.median), clock);
}

std::string longestText(const TimedFigures& of, const ClockInfo& clock) {
  return timeText(of, of.max, longestToldAs(of), clock);
}

std::string sumText(const ShownFigures& shown, const TimedFigures& of) {
  if (of.none()) return {};
  const ToldTime told = toldAs(of, of.sum);
  return told == ToldTime::Unknown ? "?" : shown.told(told, of.sum);
}

std::string countsText(const ShownFigures& shown, const TimedFigures& of) {
  if (of.none()) return {};
  const std::string text = shown.count(of.countOrRate());
  return of.unknown == 0 ? text : text + "+" + countText(of.unknown);
}

std::string cellText(const ShownFigures& shown, const TimedChange& one, size_t column) {
  const bool known = (one.added() || one.a.count > 0) && (one.vanished() || one.b.count > 0);
  switch (column) {
    case kChange:
      return known ? (one.noise() ? "\u2248" : "") + shown.change(one.parts.change) : "?";
    case kGrown:
      return !known ? "" : one.added() ? "new" : one.vanished() ? "gone" : grownText(one.a.sum, one.b.sum);
    case kByCount:
      return known ? shown.change(one.parts.byCount) : "";
    case kByEach:
      return known ? shown.change(one.parts.byEach) : "";
    case kSumA:
    case kSumB:
      return sumText(shown, column == kSumA ? one.a : one.b);
    case kCountA:
    case kCountB:
      return countsText(shown, column == kCountA ? one.a : one.b);
    default:
      break;
  }
  const TimedFigures& of = column == kMedianA || column == kMaxA ? one.a : one.b;
  return column >= kMedianA ? medianText(of, shown.clock) : longestText(of, shown.clock);
}

double size(int64_t change) {
  return std::abs(static_cast<double>(change));
}

// By which rows are sorted: changes by their size.
double cellValue(const TimedChange& one, size_t column) {
  const TimedFigures& of =
      column == kSumA || column == kCountA || column == kMedianA || column == kMaxA ? one.a : one.b;
  switch (column) {
    case kChange:
      return size(one.parts.change);
    case kGrown:
      return one.added() ? 1e300 : one.vanished() ? -100 : grownPercent(one.a.sum, one.b.sum);
    case kByCount:
      return size(one.parts.byCount);
    case kByEach:
      return size(one.parts.byEach);
    case kSumA:
    case kSumB:
      return static_cast<double>(of.sum);
    case kCountA:
    case kCountB:
      return static_cast<double>(of.countOrRate());
    case kMedianA:
    case kMedianB:
      return static_cast<double>(of.median.value_or(-1));
    default:
      return static_cast<double>(of.max);
  }
}

std::string sideTip(const ShownFigures& shown, size_t side, const TimedFigures& of) {
  const std::string name = sideName(side) + std::string(":  ");
  if (of.none()) return name + "none";
  std::string text = name + countsText(shown, of);
  if (of.count == 0) return text + " of unknown length";
  text += ", in all " + sumText(shown, of);
  if (of.median) text += ", median " + medianText(of, shown.clock);
  return text + ", longest " + longestText(of, shown.clock);
}

std::vector<TipLine> tipOf(const Context& c, const TimedComparison& found, const TimedChange& one) {
  const ShownFigures shown = shownOf(c, found);
  std::vector<TipLine> lines{{nameOf(found, one), c.fonts.strong, kWordSize, c.theme.text}};
  auto add = [&](const std::string& text, ImU32 ink) { lines.push_back({text, c.fonts.words, kWordSize, ink}); };
  if (!one.thread.empty()) add(found.kinds.all[one.kind].title, c.theme.dim);
  lines.push_back({sideTip(shown, 0, one.a), c.fonts.mono, kMonoSize, c.theme.dim});
  lines.push_back({sideTip(shown, 1, one.b), c.fonts.mono, kMonoSize, c.theme.dim});
  if (!one.added() && !one.vanished() && one.parts.change != 0) {
    add(partsText(shown, one.countChange(), one.parts.byCount, one.parts.byEach, ""), c.theme.text);
  }
  const uint64_t uncertain = one.a.uncertain + one.b.uncertain;
  if (uncertain > 0) add("Records are missing at the ends of " + countText(uncertain), c.theme.warn);
  if (one.noise())
    add("Noise: less than " + shown.time(*one.noiseBelow) + ", which is five times what the halves of a side differ by",
        c.theme.warn);
  return lines;
}

// Shows where the longest is, and selects it.
void showLongest(Context& c, const TimedRow& row) {
  const Time margin = std::max<Time>(2 * row.figures.max, 100), end = row.at + row.figures.max;
  showTimes(c, c.index(), row.track, std::max(row.at - margin, std::min(row.at, c.index().begin())),
            std::min(end + margin, std::max(end, c.index().end())));
  const TrackTable& tracks = c.index().tracks();
  const TrackId states = tracks[row.track].key.kind == TrackKind::Thread ? stateTrackOf(tracks, row.track) : kNoTrack;
  const bool cpu = tracks[row.track].key.kind == TrackKind::Cpu;
  // Above who runs on the CPU, the handler begins where a softirq was no longer pending. A thread may be woken while
  // it still runs: the end of its waiting is selected.
  c.goTo = {states != kNoTrack ? states : row.track, cpu ? end : std::max(row.at, end - 1),
            static_cast<uint16_t>(cpu ? 1 : 0)};
}

// The slices of a row that has any: system calls, interrupts, softirqs and requests.
std::optional<SliceKind> slicesOf(const TimedChange& one) {
  if (!one.thread.empty()) return std::nullopt;
  for (const SliceKind kind : kLatencySlices)
    if (static_cast<size_t>(latencyKind(kind, one.name)) == one.kind) return kind;
  return std::nullopt;
}

// Lists those of a side, the longest first, and selects that.
void listLongest(Context& c, const TimedChange& one, SliceKind kind, const ComparedScope& scope) {
  c.range.reset();
  if (scope.ranged()) c.range = MarkedRange(scope.begin, scope.end, scope.tracks);
  SliceListing listing;
  listing.kind = kind;
  listing.filter = sameName(one.name);
  if (const std::string own = latencyQuery(kind).filter; !own.empty()) listing.filter += " && " + own;
  for (const TracePart& part : c.index().info().parts)
    if (part.number == scope.trace) listing.filter += " && trace == " + quotedText(part.name);
  listing.title = visibleText(one.name);
  listing.chooseFirst = true;
  listSlices(c, std::move(listing));
}

void drawItems(Context& c, const TimedChange& one) {
  const auto scopes = compared(c);
  if (!scopes) return;
  for (size_t side = 0; side < 2; ++side) {
    const TimedFigures& of = side == 0 ? one.a : one.b;
    if (of.count == 0) continue;
    const std::string longest = std::string("the longest of ") + sideName(side) + ", " + longestText(of, c.clock());
    const TimedRow* row = compareView(c).times.row(one, side);
    const std::optional<SliceKind> slices = slicesOf(one);
    if (row != nullptr && row->track < c.index().tracks().size()) {
      if (menuItem(c, "Show " + longest)) showLongest(c, *row);
    } else if (slices && menuItem(c, "List those of " + std::string(sideName(side)) + ", and show " + longest)) {
      listLongest(c, one, *slices, (*scopes)[side]);
    }
  }
}

// Of waits, without whom they are told by, so that several may stand beside each other.
const char* shortTitle(const TimedComparison& found, size_t kind) {
  const TimedKind& its = found.kinds.all[kind];
  return found.kinds.by == std::string_view("wait") ? its.one : its.title;
}

}  // namespace

const TimedComparison* timesOf(Context& c, const CompareAnswer::Scopes& scopes, bool quiet) {
  CompareView& view = compareView(c);
  if (comparedBy(c) == ComparedBy::Latencies) return view.times.latencies(c.session, scopes, view.how.perSecond, quiet);
  return view.times.waits(c.session, c.memory.of<WaitsAnswer>(), scopes, view.how.perSecond, quiet);
}

CompareRows timesRows(Context& c, const TimedComparison& found) {
  CompareRows rows;
  rows.number = compareView(c).times.number();
  rows.count = found.changes.size();
  rows.nameTitle = found.changes.empty() || found.changes[0].thread.empty() ? "What" : "Thread, and what it waited for";
  rows.columns = columnsOf(found);
  const ShownFigures shown = shownOf(c, found);
  auto at = [&found](size_t row) -> const TimedChange& { return found.changes[row]; };
  rows.name = [&found, at](size_t row) { return nameOf(found, at(row)); };
  rows.text = [shown, at](size_t row, size_t column) { return cellText(shown, at(row), column); };
  rows.value = [at](size_t row, size_t column) { return cellValue(at(row), column); };
  rows.bars = [at](size_t row) { return std::array<int64_t, 2>{at(row).parts.byCount, at(row).parts.byEach}; };
  rows.barTitles = {"more or fewer", "longer or shorter ones"};
  rows.noise = [at](size_t row) { return at(row).noise(); };
  rows.note = [](size_t) { return std::string_view(); };
  rows.tip = [&c, &found, at](size_t row) { return tipOf(c, found, at(row)); };
  rows.matches = [&c, &found, at](size_t row) { return containsFolded(nameOf(found, at(row)), c.search); };
  rows.chosen = [&c, at](size_t row) { return c.memory.of<ChosenTime>().key == keyOf(at(row)); };
  rows.choose = [&c, at](size_t row) { c.memory.of<ChosenTime>().key = keyOf(at(row)); };
  rows.menu = [&c, at](size_t row, std::optional<ImVec2> place) {
    ChosenTime& chosen = c.memory.of<ChosenTime>();
    chosen.menu = at(row);
    chosen.asked = true;
    chosen.at = place;
    c.moreToCome = true;
  };
  rows.open = [menu = rows.menu](size_t row) { menu(row, std::nullopt); };
  return rows;
}

void drawTimesMenu(Context& c, const TimedComparison& found) {
  ChosenTime& chosen = c.memory.of<ChosenTime>();
  if (std::exchange(chosen.asked, false)) {
    openMenu(kMenu, chosen.at);
    c.moreToCome = true;
  }
  if (!beginPopup(kMenu)) return;
  drawItems(c, chosen.menu);
  const std::string name = nameOf(found, chosen.menu);
  if (menuItem(c, "Copy the name")) {
    ImGui::SetClipboardText(name.c_str());
    c.say("The name is copied.");
  }
  endMenu();
}

std::string timesSentence(const Context& c, const TimedComparison& found) {
  const ShownFigures shown = shownOf(c, found);
  std::string text;
  for (size_t kind = 0; kind < found.totals.size(); ++kind) {
    const TimedComparison::Kind& of = found.totals[kind];
    if (!of.compared() || (of.a.sum == 0 && of.b.sum == 0)) continue;
    text += (text.empty() ? "" : ", ") + std::string(shortTitle(found, kind)) + " " +
            shown.told(toldAs(of.a), of.a.sum) + " \u2192 " + shown.told(toldAs(of.b), of.b.sum);
    if (of.change() != 0) text += " (" + grownText(of.a.sum, of.b.sum) + ")";
  }
  return (found.per.empty() ? "" : "for each " + found.per + ": ") + text;
}

std::string timesDoubt(const TimedComparison& found, bool besideGaps) {
  std::string text;
  const auto add = [&text](const std::string& more) { text += (text.empty() ? "" : " \u00b7 ") + more; };
  for (size_t side = 0; side < 2; ++side) {
    const bool gaps = besideGaps && !(side == 0 ? found.sideA : found.sideB).gaps.empty();
    uint64_t unknown = 0, atMost = 0, uncertain = 0;
    std::string bounded;  // the kinds with upper bounds
    for (size_t kind = 0; kind < found.totals.size(); ++kind) {
      const TimedTotals& of = side == 0 ? found.totals[kind].a : found.totals[kind].b;
      unknown += of.unknown;
      uncertain += of.uncertain;
      const std::string_view key = found.kinds.all[kind].key;
      if (of.atMost == 0 || (gaps && key == kLatencyKeys[static_cast<size_t>(LatencyKind::Wakeup)])) continue;
      atMost += of.atMost;
      bounded += (bounded.empty() ? "" : ", ") + std::string(shortTitle(found, kind));
    }
    std::string one;
    if (unknown > 0) one = countText(unknown) + " of unknown length, in no sum";
    if (atMost > 0) one += (one.empty() ? "" : "; ") + countText(atMost, "upper bound") + " (\u2264) of " + bounded;
    if (uncertain > 0) one += (one.empty() ? "" : "; ") + countText(uncertain) + " with records missing at an end (~)";
    if (!one.empty()) add(std::string(sideName(side)) + ": " + one);
  }
  for (size_t kind = 0; kind < found.totals.size(); ++kind)
    if (found.totals[kind].a.told != found.totals[kind].b.told)
      add(std::string("only ") + (found.totals[kind].a.told ? "A" : "B") + " has " + shortTitle(found, kind) +
          ", which is not compared");
  return text;
}

PanelTable timesChanges(Context& c, const TimedComparison& found) {
  const ShownFigures shown = shownOf(c, found);
  PanelTable table{"Compare: " + timesSentence(c, found), {"Kind", "What"}, {}};
  const std::span<const CompareColumn> columns = columnsOf(found);
  for (const CompareColumn& column : columns) table.head.push_back(column.title);
  table.head.push_back("Noise");
  for (size_t row = 0; row < std::min(found.changes.size(), kMaxPanelRows); ++row) {
    const TimedChange& one = found.changes[row];
    std::vector<std::string>& cells = table.rows.emplace_back();
    cells.push_back(found.kinds.all[one.kind].title);
    cells.push_back(nameOf(found, one));
    for (size_t column = 0; column < columns.size(); ++column) cells.push_back(cellText(shown, one, column));
    cells.push_back(one.noise() ? "noise" : "");
  }
  return table;
}

BothDurations timesDurations(Context& c, const TimedChange& one, const std::string& name) {
  const ComparedTimes& times = compareView(c).times;
  BothDurations out{times.number(), keyOf(one), name, "time", "logarithmic", [&times, &one](size_t side) {
                      const TimedRow* row = times.row(one, side);
                      return row != nullptr ? row->durations : DurationCounts();
                    }};
  out.told = {toldAs(one.a, one.a.median), toldAs(one.b, one.b.median)};
  out.longestTold = {longestToldAs(one.a), longestToldAs(one.b)};
  out.met = {!one.a.none(), !one.b.none()};
  return out;
}

}  // namespace tp::ui
