#include "ui/compare/compare_threads.h"

#include <algorithm>
#include <utility>

#include "core/text/visible_text.h"
#include "core/trace/sums.h"
#include "ui/base/menu.h"
#include "ui/base/time_text.h"
#include "ui/compare/change_text.h"
#include "ui/view/track_filter.h"

namespace tp::ui {
namespace {

constexpr const char* kMenu = "compared threads menu";

constexpr CompareColumn kColumns[] = {{"Running", {74, 0}},
                                      {"%", {56, 3}},
                                      {"In A", {62, 8}},
                                      {"In B", {62, 8}},
                                      {"Runnable", {74, 7}},
                                      {"Sleeping", {74, 6}},
                                      {"Uninterruptible", {88, 5}},
                                      {"Other", {74, 1}},
                                      {"Unknown", {74, 4}},
                                      {"Switches", {74, 2}}};
constexpr size_t kGrown = 1, kInA = 2, kInB = 3, kStates = 4, kSwitches = std::size(kColumns) - 1;

// The state of a column; Running of those that are about that.
ComparedState stateOf(size_t column) {
  return column >= kStates ? static_cast<ComparedState>(column - kStates + 1) : ComparedState::Running;
}

ShownFigures shownOf(const Context& c, const ThreadComparison& found) {
  return {c.clock(), !found.per.empty()};
}

std::string timeText(const ShownFigures& shown, const ThreadFigures& of) {
  return of.threads == 0 ? std::string() : shown.time(of.in(ComparedState::Running));
}

std::string cellText(const ShownFigures& shown, const ThreadChange& one, size_t column) {
  if (column == kInA) return timeText(shown, one.a);
  if (column == kInB) return timeText(shown, one.b);
  if (column == kSwitches) return shown.countChange(one.switchesChange());
  if (column == kGrown)
    return one.a.threads == 0   ? "new"
           : one.b.threads == 0 ? "gone"
                                : grownText(one.a.in(ComparedState::Running), one.b.in(ComparedState::Running));
  const Time change = one.change(stateOf(column));
  if (column > 0 && change == 0) return {};
  return (column == 0 && one.noise() ? "\u2248" : "") + shown.change(change);
}

// Changes are sorted by their size.
double cellValue(const ThreadChange& one, size_t column) {
  if (column == kInA) return static_cast<double>(one.a.in(ComparedState::Running));
  if (column == kInB) return static_cast<double>(one.b.in(ComparedState::Running));
  if (column == kSwitches) return std::abs(static_cast<double>(one.switchesChange()));
  if (column == kGrown)
    return one.a.threads == 0   ? 1e300
           : one.b.threads == 0 ? -100
                                : grownPercent(one.a.in(ComparedState::Running), one.b.in(ComparedState::Running));
  return std::abs(static_cast<double>(one.change(stateOf(column))));
}

std::string nameOf(const ThreadChange& one) {
  std::string name = visibleText(one.name);
  if (one.a.threads == one.b.threads && one.a.threads < 2) return name;
  return name + "  (" + countText(one.a.threads) + " \u2192 " + countText(one.b.threads) + ")";
}

std::vector<TipLine> tipOf(const Context& c, const ShownFigures& shown, const ThreadChange& one) {
  std::vector<TipLine> lines{{visibleText(one.name), c.fonts.strong, kWordSize, c.theme.text}};
  lines.push_back({countText(one.a.threads, "thread") + " of this name in A, " + countText(one.b.threads) + " in B",
                   c.fonts.words, kWordSize, c.theme.dim});
  for (size_t state = 0; state < kComparedStates.size(); ++state) {
    const Time a = one.a.times[state], b = one.b.times[state];
    if (a == 0 && b == 0) continue;
    lines.push_back({std::string(kComparedStates[state]) + "  " + shown.time(a) + " \u2192 " + shown.time(b) + ", " +
                         shown.change(minus(b, a)),
                     c.fonts.mono, kMonoSize, c.theme.text});
  }
  if (const Time assumed = std::max(one.a.assumed, one.b.assumed); assumed > 0)
    lines.push_back({"of which up to " + shown.time(assumed) + " are assumed: a CPU was not recorded", c.fonts.words,
                     kWordSize, c.theme.warn});
  if (one.noise())
    lines.push_back({"Noise: less than " + shown.time(*one.noiseBelow) +
                         ", which is five times what the halves of a side differ by",
                     c.fonts.words, kWordSize, c.theme.warn});
  return lines;
}

// Returns the threads of this name in the trace of a side, as far as they have tracks.
std::vector<TrackId> threadsOf(const Context& c, const ComparedScope& scope, const std::string& name) {
  std::vector<TrackId> threads;
  const TrackTable& tracks = c.index().tracks();
  for (TrackId track = 0; track < tracks.size(); ++track)
    if (tracks[track].key.kind == TrackKind::Thread && tracks[track].name == name &&
        (scope.trace == kEveryTrace || tracks[track].key.trace == scope.trace))
      threads.push_back(track);
  return threads;
}

// Shows the first thread of this name in B or, if it has none, in A.
void showThread(Context& c, const std::string& name) {
  const auto scopes = compared(c);
  for (size_t side = 2; scopes && side-- > 0;) {
    const std::vector<TrackId> threads = threadsOf(c, (*scopes)[side], name);
    if (threads.empty()) continue;
    c.reveal = threads.front();
    return;
  }
}

// The names of the threads that are chosen, and of those whose menu is open.
struct ChosenName {
  std::string name, menu;
  bool asked = false;
  std::optional<ImVec2> at;
};

void drawItems(Context& c, const std::string& name) {
  const auto scopes = compared(c);
  if (!scopes) return;
  std::array<std::vector<TrackId>, 2> threads;
  for (size_t side = 0; side < 2; ++side) {
    threads[side] = threadsOf(c, (*scopes)[side], name);
    // Both sides may be of one trace, with the same threads.
    const bool once = side == 1 && threads[1] == threads[0];
    if (threads[side].empty() || once) continue;
    const bool same = side == 0 && threads[0] == threadsOf(c, (*scopes)[1], name);
    const std::string where = same ? "" : std::string(" of ") + sideName(side);
    if (menuItem(c, "Show its track" + where)) c.reveal = threads[side].front();
  }
  const bool both = !threads[0].empty() && !threads[1].empty();
  const std::string why = both ? "" : std::string(": ") + sideName(threads[0].empty() ? 0 : 1) + " has none";
  if (menuItem(c, "Compare what these threads did" + why, nullptr, false, both)) {
    for (size_t side = 0; side < 2; ++side) {
      ComparedScope scope = (*scopes)[side];
      scope.tracks = threads[side];
      chooseSide(c, side, std::move(scope));
    }
    compareView(c).by = c.index().info().traits.calls ? ComparedBy::Functions : ComparedBy::Waits;
  }
}

}  // namespace

CompareRows threadRows(Context& c, const ThreadComparison& found) {
  CompareRows rows;
  rows.number = compareView(c).answer.number();
  rows.count = found.changes.size();
  rows.nameTitle = "Thread";
  rows.columns = kColumns;
  const ShownFigures shown = shownOf(c, found);
  auto at = [&found](size_t row) -> const ThreadChange& { return found.changes[row]; };
  rows.name = [at](size_t row) { return nameOf(at(row)); };
  rows.text = [shown, at](size_t row, size_t column) { return cellText(shown, at(row), column); };
  rows.value = [at](size_t row, size_t column) { return cellValue(at(row), column); };
  rows.bars = [at](size_t row) { return std::array<int64_t, 2>{at(row).change(ComparedState::Running), 0}; };
  rows.barTitles = {"less or more running", nullptr};
  rows.noise = [at](size_t row) { return at(row).noise(); };
  rows.note = [](size_t) { return std::string_view(); };
  rows.tip = [&c, shown, at](size_t row) { return tipOf(c, shown, at(row)); };
  rows.matches = [&c, at](size_t row) { return containsFolded(at(row).name, c.search); };
  rows.chosen = [&c, at](size_t row) { return c.memory.of<ChosenName>().name == at(row).name; };
  rows.choose = [&c, at](size_t row) { c.memory.of<ChosenName>().name = at(row).name; };
  rows.open = [&c, at](size_t row) { showThread(c, at(row).name); };
  rows.menu = [&c, at](size_t row, std::optional<ImVec2> place) {
    ChosenName& chosen = c.memory.of<ChosenName>();
    chosen.menu = at(row).name;
    chosen.asked = true;
    chosen.at = place;
    c.moreToCome = true;
  };
  return rows;
}

void drawThreadsMenu(Context& c) {
  ChosenName& chosen = c.memory.of<ChosenName>();
  if (std::exchange(chosen.asked, false)) {
    openMenu(kMenu, chosen.at);
    c.moreToCome = true;
  }
  if (!beginPopup(kMenu)) return;
  drawItems(c, chosen.menu);
  if (menuItem(c, "Copy the name")) {
    ImGui::SetClipboardText(chosen.menu.c_str());
    c.say("The name is copied.");
  }
  endMenu();
}

std::string threadsSentence(const Context& c, const ThreadComparison& found) {
  const ShownFigures shown = shownOf(c, found);
  const Time a = found.a.in(ComparedState::Running), b = found.b.in(ComparedState::Running);
  std::string text = found.per.empty() ? "" : "for each " + found.per + ": ";
  text += "running " + shown.time(a) + " \u2192 " + shown.time(b);
  if (a != b) text += ", " + shown.change(minus(b, a)) + " (" + grownText(a, b) + ")";
  for (size_t state = static_cast<size_t>(ComparedState::Runnable); state < kComparedStates.size(); ++state) {
    const Time before = found.a.times[state], after = found.b.times[state];
    if (before == 0 && after == 0) continue;
    text += ", " + std::string(kComparedStates[state]) + " " + shown.time(before) + " \u2192 " + shown.time(after);
    if (before != after) text += " (" + grownText(before, after) + ")";
  }
  text += "; " + countText(found.changes.size(), "name") + (found.changes.size() == 1 ? " differs" : " differ");
  return found.same == 0 ? text : text + ", " + countText(found.same) + (found.same == 1 ? " does not" : " do not");
}

PanelTable threadChanges(Context& c, const ThreadComparison& found) {
  const ShownFigures shown = shownOf(c, found);
  PanelTable table{"Compare: " + threadsSentence(c, found), {"Thread"}, {}};
  for (const CompareColumn& column : kColumns) table.head.push_back(column.title);
  for (const ThreadChange& one : found.changes) {
    if (table.rows.size() >= kMaxPanelRows) break;
    std::vector<std::string>& cells = table.rows.emplace_back();
    cells.push_back(nameOf(one));
    for (size_t column = 0; column < std::size(kColumns); ++column) cells.push_back(cellText(shown, one, column));
  }
  return table;
}

}  // namespace tp::ui
