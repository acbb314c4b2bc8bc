#include "ui/panels/scheduling_softirqs.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/export/latency_text.h"
#include "core/session/waits/softirqs_question.h"
#include "ui/base/menu.h"
#include "ui/base/row_list.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/panels/scheduling_panel.h"
#include "ui/view/cpu_meanwhile.h"
#include "ui/view/drawn_times.h"
#include "ui/view/leads.h"
#include "ui/view/navigation.h"
#include "ui/view/waits_answer.h"

namespace tp::ui {
namespace {

constexpr float kFigure = 62, kCount = 48, kTitles = 18;
constexpr float kWide = 360, kWidest = 520;  // has room for all figures; is wide enough
constexpr std::array<const char*, 4> kTitlesOf = {"Count", "Median", "99 %", "Longest"};
constexpr size_t kOfMost = 2;  // position of the figure that is left out first

// What the panel counts is asked for once for each scope.
struct SoftirqsAnswer {
  uint64_t opening = 0;
  bool tells = false;
  std::shared_ptr<SoftirqsQuestion> asked;
  std::shared_ptr<SoftirqsQuestion> shown;  // that the table is of; null: none is there yet
  LatencyTable table;
};

SoftirqsAnswer& answerOf(WindowState& c, const Session& session) {
  SoftirqsAnswer& answer = c.memory.of<SoftirqsAnswer>();
  if (answer.opening == session.opening() || session.phase() != Phase::Ready) return answer;
  answer = {};
  answer.opening = session.opening();
  const NameTable& names = session.index().names();
  for (NameId name = 0; name < names.size() && !answer.tells; ++name)
    answer.tells = SoftirqAggregator::isRaise(names.view(name));
  return answer;
}

// Returns the answer for the scope of the panel, which is asked for; null until it is there. While a range is being
// dragged, nothing is asked for.
const LatencyTable* wantSoftirqs(Context& c) {
  SoftirqsAnswer& answer = answerOf(c, c.session);
  const SchedulingScope scope = countedScope(c);
  const bool idle = c.session.phase() == Phase::Ready && !c.session.working(JobKind::Softirqs);
  if (!(answer.asked && answer.asked->scope() == scope) && idle && !ImGui::IsMouseDown(0))
    c.session.ask(answer.asked = std::make_shared<SoftirqsQuestion>(scope));
  if (answer.asked != answer.shown && answer.asked->done()) {
    answer.shown = answer.asked;
    answer.table = {};
    addSoftirqs(answer.table, c.index(), answer.shown->waits());
  }
  return answer.shown && answer.shown->scope() == scope ? &answer.table : nullptr;
}

// The texts of kTitlesOf; a row of which nothing is known has its count only.
std::array<std::string, 4> figuresOf(const LatencyRow& row, const ClockInfo& clock) {
  if (row.count == 0) return {};
  return {countText(row.count), durationText(row.median, clock), durationText(row.p99, clock),
          durationText(row.max, clock)};
}

// Shows the time from the raising to the entry, and selects what the CPU then does.
void showLongest(Context& c, const LatencyRow& row) {
  if (row.track == kNoTrack) return;
  const Time margin = std::max<Time>(2 * row.max, 100);
  showTimes(c, c.index(), row.track, std::max(row.at - margin, std::min(row.at, c.index().begin())),
            std::min(row.at + row.max + margin, std::max(row.at + row.max, c.index().end())));
  c.memory.of<WaitOnCpu>() = {row.track, row.at, row.at + row.max};
  // Above who runs on the CPU.
  c.goTo = {row.track, row.at + row.max, 1};
}

constexpr const char* kMenu = "softirq menu";

// The row that the menu is about.
struct SoftirqMenu {
  LatencyRow row;
  bool asked = false, open = false;
};

// Marks the time from the raising to the entry on the CPU's track, and shows who used the CPU then.
void showCpuOfLongest(Context& c, const LatencyRow& row) {
  markRange(c, MarkedRange(row.at, row.at + row.max, {row.track}));
  c.reveal = row.track;
  c.schedulingView.section = SchedulingView::kCpus;
  c.moreToCome = true;
}

void drawSoftirqMenu(Context& c) {
  SoftirqMenu& menu = c.memory.of<SoftirqMenu>();
  if (std::exchange(menu.asked, false)) {
    openMenu(kMenu);
    c.moreToCome = true;
  }
  menu.open = beginPopup(kMenu);
  if (!menu.open) return;
  const LatencyRow& row = menu.row;
  menuTitle(c, row.name, " \u00b7 longest " + durationText(row.max, c.clock()));
  if (row.track < c.index().tracks().size()) {
    if (menuItem(c, "Show the longest")) showLongest(c, row);
    if (menuItem(c, "Why: who used " + c.index().tracks()[row.track].name + " meanwhile")) showCpuOfLongest(c, row);
  }
  endMenu();
}

void drawRowTip(Context& c, const LatencyRow& row, const Rect& box) {
  std::vector<TipLine> lines{
      {row.name + ": from raising to the entry of its handler", c.fonts.strong, kWordSize, c.theme.text}};
  if (row.unknown > 0)
    lines.push_back(
        {countText(row.unknown) + " more entered without a recorded raising", c.fonts.words, kWordSize, c.theme.dim});
  if (row.track != kNoTrack) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    WaitsAnswer& waits = c.memory.of<WaitsAnswer>();
    waits.want(c.session, false);
    const std::string& pending = waits.pendingOf(c.session, {row.name, row.track, row.at, row.at + row.max});
    if (!pending.empty()) lines.push_back({pending, c.fonts.words, kWordSize, c.theme.dim});
    lines.push_back({"The longest was raised at " + durationText(row.at - c.timesFrom(), c.clock()) + " on " +
                         c.index().tracks()[row.track].name + ". A click shows it.",
                     c.fonts.words, kHintSize, c.theme.dim});
  }
  drawTip(c, lines, ImGui::GetIO().DisplaySize.y - kFooterHeight, &box, true);
}

}  // namespace

bool tellsSoftirqs(WindowState& c, const Session& session) {
  const SoftirqsAnswer& answer = answerOf(c, session);
  // Functions of the kernel have such names, too.
  const bool none = answer.shown && answer.shown->scope() == SchedulingScope() && answer.table.rows.empty();
  return answer.tells && !none;
}

bool openSoftirqs(Context& c) {
  if (!tellsSoftirqs(c, c.session)) {
    c.say("The trace does not tell when softirqs were raised.");
    return false;
  }
  openTab(c, Tab::Scheduling);
  c.schedulingView.section = SchedulingView::kLatencies;
  c.schedulingView.softirqs = true;
  c.moreToCome = true;
  return true;
}

void drawSoftirqs(Context& c, const Rect& whole) {
  // Figures that are far from their names are hard to follow.
  const Rect area{whole.x, whole.y, std::min(whole.w, kWidest), whole.h};
  const LatencyTable* table = wantSoftirqs(c);
  drawListTitle(c, area.x, area.y, "Softirqs pending");
  const float wide = textWidth(c.fonts.strong, kWordSize, "Softirqs pending") + 10;
  std::string scope = "from raising to entry, " + countedText(c, c.index());
  if (table == nullptr) {
    const SoftirqsAnswer& answer = c.memory.of<SoftirqsAnswer>();
    scope =
        "counting \u2026 " + std::to_string(answer.asked ? static_cast<int>(100 * answer.asked->progress()) : 0) + " %";
  }
  drawCell(c, c.fonts.words, kHintSize, {area.x + wide, area.y + 1.5f}, c.theme.dim, scope,
           {area.x + wide, area.y, area.w - wide, 18});
  if (table == nullptr) return;
  if (table->rows.empty())
    return drawText(c, c.fonts.words, kWordSize, {area.x, area.y + 24}, c.theme.dim,
                    "None was raised and entered here.");
  // Figures are right-aligned, each below its title. Where there is little room, that of 99 % is left to screen
  // readers.
  struct Column {
    size_t figure;
    float end;
  };
  std::vector<Column> columns;
  float x = area.x + area.w - 12;
  for (size_t i = kTitlesOf.size(); i-- > 0;) {
    if (i == kOfMost && area.w < kWide) continue;
    columns.push_back({i, x});
    x -= i == 0 ? kCount : kFigure;
  }
  const float names = std::max(0.0f, x - area.x - 8);
  for (const Column& column : columns)
    drawText(c, c.fonts.words, kHintSize,
             {column.end - textWidth(c.fonts.words, kHintSize, kTitlesOf[column.figure]), area.y + 22}, c.theme.dim,
             kTitlesOf[column.figure]);
  const SoftirqMenu& menu = c.memory.of<SoftirqMenu>();
  const auto chosen = std::find_if(table->rows.begin(), table->rows.end(), [&](const LatencyRow& row) {
    return (menu.open || menu.asked) && row.name == menu.row.name && row.track == menu.row.track;
  });
  drawList(
      c, "softirqs", {area.x, area.y + 22 + kTitles, area.w, area.h - 24 - kTitles}, table->rows.size(),
      chosen != table->rows.end() ? static_cast<int>(chosen - table->rows.begin()) : -1,
      [&](size_t i, const Rect& box, bool pressed, bool hovered) {
        const LatencyRow& row = table->rows[i];
        drawText(c, c.fonts.words, kWordSize, {box.x + 4, box.y + 1}, c.theme.text,
                 fitText(c.fonts.words, kWordSize, row.name, names));
        if (row.count == 0) {
          const std::string text = countText(row.unknown) + " without a recorded raising";
          drawText(c, c.fonts.words, kHintSize,
                   {columns.front().end - textWidth(c.fonts.words, kHintSize, text), box.y + 2.5f}, c.theme.dim, text);
        }
        const std::array<std::string, 4> texts = figuresOf(row, c.clock());
        for (const auto& [figure, end] : columns)
          drawText(c, c.fonts.mono, kMonoSize, {end - textWidth(c.fonts.mono, kMonoSize, texts[figure]), box.y + 2},
                   c.theme.text, texts[figure]);
        if (pressed) {
          showLongest(c, row);
          c.say(row.name + " was pending " + durationText(row.max, c.clock()) + ", up to what is selected. The key U " +
                "shows who used the CPU meanwhile.");
          c.tipsHidden = true;
        }
        if (row.track != kNoTrack && ImGui::IsItemClicked(ImGuiMouseButton_Right))
          c.memory.of<SoftirqMenu>() = {row, true, false};
        if (hovered) drawRowTip(c, row, box);
      });
  drawSoftirqMenu(c);
}

PanelTable softirqsTable(Context& c) {
  PanelTable out{"Softirqs pending, from raising to entry, " + countedText(c, c.index()), {"Softirq"}, {}};
  out.head.insert(out.head.end(), kTitlesOf.begin(), kTitlesOf.end());
  out.head.push_back("Raised at");
  out.head.push_back("Not known");
  const LatencyTable* table = wantSoftirqs(c);
  if (table == nullptr) return out;
  for (const LatencyRow& row : table->rows) {
    std::vector<std::string>& cells = out.rows.emplace_back(1, row.name);
    for (std::string& text : figuresOf(row, c.clock())) cells.push_back(std::move(text));
    cells[1] = countText(row.count);
    cells.push_back(row.track != kNoTrack ? durationText(row.at - c.timesFrom(), c.clock()) : "");
    cells.push_back(countText(row.unknown));
  }
  return out;
}

}  // namespace tp::ui
