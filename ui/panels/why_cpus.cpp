#include "ui/panels/why_cpus.h"

#include <algorithm>
#include <vector>

#include "core/analysis/waits/cpu_user_words.h"
#include "core/trace/priority.h"
#include "ui/base/row_list.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/panels/scheduling_panel.h"
#include "ui/panels/why_parts.h"

namespace tp::ui {
namespace {

struct CpuRow {
  std::string who;
  Time time = 0;
  bool uncertain = false;
  TrackId thread = kNoTrack;
  std::string turns;  // how often it had a CPU; empty: it is what is left
};

std::string withPriorities(std::string who, const std::vector<int32_t>& priorities) {
  for (const int32_t priority : priorities) who += ", priority " + priorityText(priority);
  return who;
}

void addRest(std::vector<CpuRow>& rows, const char* what, Time time) {
  if (time > 0) rows.push_back({what, time, false, kNoTrack, {}});
}

// Of a single wait, as its sentence has it: interrupts are rows of their own.
std::vector<CpuRow> rowsOf(const TraceIndex& index, const PathSegment& wait, const CpuWork& work) {
  std::vector<CpuRow> rows;
  for (const CpuWork::Row& one : work.rows) {
    if (one.time <= 0) continue;
    const TrackId thread = threadOfRow(index.tracks(), wait.thread, one);
    std::string who = one.names.empty() ? std::string() : std::string(index.names().view(one.names.front()));
    if (thread != kNoTrack)
      who = threadText(index, thread);
    else if (one.interrupt)
      who = interruptOnCpu(who);
    else if (one.tid >= 0)
      who += " " + std::to_string(one.tid);
    rows.push_back({withPriorities(std::move(who), one.priorities), one.time, one.uncertain, thread,
                    countText(one.count, one.interrupt ? "time" : "turn")});
  }
  const CpuRest rest = restOf(work, wait.length());
  addRest(rows, "idle", rest.idle);
  addRest(rows, "not recorded", rest.notRecorded);
  addRest(rows, "idle or not recorded", rest.other);
  return rows;
}

std::vector<CpuRow> rowsOf(const TraceIndex& index, const CpuUse& use) {
  std::vector<CpuRow> rows;
  for (const CpuUser& one : use.users)
    rows.push_back({withPriorities(threadText(index, one.thread), one.priorities), one.time, one.uncertain, one.thread,
                    countText(one.turns, "turn") + ", with the interrupts amid them"});
  addRest(rows, "idle, interrupts or not recorded", use.rest);
  return rows;
}

std::vector<CpuRow> shownRows(WindowState& c, const TraceIndex& index) {
  WhyAnswer& answer = whyAnswer(c);
  if (const CpuWork* work = answer.work()) return rowsOf(index, answer.path().front(), *work);
  return rowsOf(index, answer.cpus(index));
}

Time sumOf(const std::vector<CpuRow>& rows) {
  Time sum = 0;
  for (const CpuRow& row : rows) sum += row.time;
  return sum;
}

}  // namespace

std::string whyCpusCount(Context& c) {
  WhyAnswer& answer = whyAnswer(c);
  const CpuWork* work = answer.work();
  if (work == nullptr)
    return countText(answer.cpus(c.index()).users.size(), "thread") + ", with the interrupts amid them";
  const auto interrupts =
      std::count_if(work->rows.begin(), work->rows.end(), [](const CpuWork::Row& one) { return one.interrupt; });
  const size_t threads = work->rows.size() - static_cast<size_t>(interrupts);
  return countText(threads, "thread") + (interrupts > 0 ? ", and the interrupts amid them" : "");
}

void drawWhyCpus(Context& c, const WhySubject& subject, const Rect& area) {
  const std::vector<CpuRow> rows = shownRows(c, c.index());
  const Time all = sumOf(rows);
  drawList(c, "cpus", area, rows.size(), -1, [&](size_t i, const Rect& place, bool pressed, bool hovered) {
    const CpuRow& row = rows[i];
    const Rect box{place.x + 4, place.y, place.w - 16, place.h};
    drawFigure(c, c.theme.text, pathTimeText(c.clock(), row.time, false, row.uncertain),
               {box.x, box.y + 1, kPathTime, box.h});
    drawFigure(c, c.theme.dim, percentText(row.time, all), {box.x + kPathTime, box.y + 1, kPathShare, box.h});
    const float x = box.x + kPathTime + kPathShare + 8;
    drawText(c, c.fonts.words, kWordSize, {x, box.y + 1}, c.theme.text,
             fitText(c.fonts.words, kWordSize, row.who, box.x + box.w - x));
    if (row.thread != kNoTrack && pressed) goFromWhy(c, row.thread, subject.from);
    if (row.turns.empty() || !hovered) return;
    std::vector<TipLine> lines{{row.who, c.fonts.strong, kWordSize, c.theme.text},
                               {row.turns, c.fonts.words, kWordSize, c.theme.dim}};
    if (row.thread != kNoTrack) lines.push_back({"A click leads to its track", c.fonts.words, kHintSize, c.theme.dim});
    drawTip(c, lines, ImGui::GetIO().DisplaySize.y - kFooterHeight);
  });
}

PanelTable whyCpusTable(Context& c) {
  PanelTable table{"Who had the CPU, " + whyCpusCount(c), {"Time", "Share", "Who"}, {}};
  const std::vector<CpuRow> rows = shownRows(c, c.index());
  const Time all = sumOf(rows);
  // The last row that there is room for has all that are left.
  const size_t shown = rows.size() <= kMaxPanelRows ? rows.size() : kMaxPanelRows - 1;
  Time left = all;
  for (size_t i = 0; i < shown; ++i) {
    const CpuRow& row = rows[i];
    table.rows.push_back(
        {pathTimeText(c.clock(), row.time, false, row.uncertain), percentText(row.time, all), row.who});
    left -= row.time;
  }
  if (shown < rows.size())
    table.rows.push_back(
        {durationText(left, c.clock()), percentText(left, all), countText(rows.size() - shown, "other")});
  return table;
}

}  // namespace tp::ui
