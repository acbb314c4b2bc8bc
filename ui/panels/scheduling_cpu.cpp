#include "ui/panels/scheduling_cpu.h"

#include <algorithm>
#include <utility>

#include "core/analysis/call_profile.h"
#include "core/analysis/waits/cpu_user_words.h"
#include "core/trace/priority.h"
#include "core/trace/sums.h"
#include "ui/base/row_list.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/panels/scheduling_panel.h"
#include "ui/panels/thread_menu.h"
#include "ui/view/leads.h"
#include "ui/view/slice_conditions.h"
#include "ui/view/state_track.h"

namespace tp::ui {
namespace {

constexpr float kShare = 58;

CpuWorkScope scopeOf(const WindowState& c, const TraceIndex& index) {
  return {markedCpu(c, index), c.range->first, c.range->second};
}

const CpuWork* wantWork(WindowState& c, Session& session) {
  return c.memory.of<CpuWorkAnswer>().want(session, scopeOf(c, session.index()), ImGui::IsMouseDown(0));
}

// "120", "79 (rt 20), 120"; empty if no record tells it.
std::string prioritiesText(const CpuWork::Row& row) {
  std::string text;
  for (int32_t priority : row.priorities) text += (text.empty() ? "" : ", ") + priorityText(priority);
  return text;
}

std::string nameOf(const ShownNames& names, const CpuWork::Row& row) {
  return row.names.empty() ? std::string() : std::string(names.text(row.names.front()));
}

// The track of a row's thread; kNoTrack if there is none.
TrackId threadOf(const WindowState& c, const TraceIndex& index, const CpuWork::Row& row) {
  const TrackTable& tracks = index.tracks();
  const TrackKey& cpu = tracks[markedCpu(c, index)].key;
  TrackId found = kNoTrack;
  for (TrackId id = 0; row.tid >= 0 && id < tracks.size(); ++id) {
    const TrackKey& key = tracks[id].key;
    const bool same = key.kind == TrackKind::Thread && key.tid == row.tid && key.trace == cpu.trace;
    if (same && (found == kNoTrack || key.label == cpu.label)) found = id;
  }
  return found;
}

std::string whoText(const WindowState& c, const TraceIndex& index, const ShownNames& names, const CpuWork::Row& row) {
  if (row.interrupt) return interruptOnCpu(nameOf(names, row));
  if (const TrackId thread = threadOf(c, index, row); thread != kNoTrack) return threadText(index, thread);
  return row.tid >= 0 ? nameOf(names, row) + " " + std::to_string(row.tid) : nameOf(names, row);
}

// The names that the thread had meanwhile, if they are not the one that it is known by.
std::string otherNames(const WindowState& c, const TraceIndex& index, const ShownNames& names,
                       const CpuWork::Row& row) {
  const TrackId thread = threadOf(c, index, row);
  const std::string known = thread != kNoTrack ? index.tracks()[thread].name : nameOf(names, row);
  std::string text;
  for (NameId name : row.names)
    if (names.text(name) != known) text += (text.empty() ? "" : ", ") + std::string(names.text(name));
  return text;
}

// In brackets, as everywhere, where it is for how long it is drawn.
std::string drawnText(const CpuWork::Row& row, const std::string& text) {
  return row.uncertain ? "(" + text + ")" : text;
}

CpuWorkText textOf(const WindowState& c, const TraceIndex& index, const ShownNames& names, const CpuWork::Row& row,
                   Time window) {
  return {drawnText(row, percentText(row.time, window)), drawnText(row, durationText(row.time, index.info().clock)),
          whoText(c, index, names, row), prioritiesText(row)};
}

// The part of the range in which the CPU was recorded; nullopt if `scheduling` is of another range.
std::optional<Time> recordedTime(const WindowState& c, const TraceIndex& index, const Scheduling& scheduling) {
  if (scheduling.scope.begin != c.range->first || scheduling.scope.end != c.range->second) return {};
  const TrackKey& key = index.tracks()[markedCpu(c, index)].key;
  const CpuScheduling* found = nullptr;
  for (const CpuScheduling& cpu : scheduling.cpus) {
    if (cpu.cpu != key.cpu || cpu.trace != key.trace) continue;
    // CPUs of several machines.
    if (found != nullptr) return {};
    found = &cpu;
  }
  return found != nullptr ? std::optional(scheduling.recordedOf(*found)) : std::nullopt;
}

// What is left of the range when all rows are taken away.
std::vector<CpuWorkText> restTexts(const WindowState& c, const TraceIndex& index, const Scheduling& scheduling,
                                   const CpuWork& work) {
  const Time window = c.range->second - c.range->first, sum = work.sum();
  std::vector<CpuWorkText> rest;
  auto add = [&](Time time, const char* who) {
    if (time > 0) rest.push_back({percentText(time, window), durationText(time, index.info().clock), who, ""});
  };
  const std::optional<Time> recorded = recordedTime(c, index, scheduling);
  if (!recorded || sum > *recorded) {
    add(window - sum, "idle, or not recorded");
  } else {
    add(*recorded - sum, "idle");
    add(window - *recorded, "not recorded");
  }
  return rest;
}

void drawTexts(Canvas& c, const CpuWorkText& text, const Rect& box, ImU32 ink) {
  drawText(c, c.fonts.mono, kMonoSize, {box.x + kShare - textWidth(c.fonts.mono, kMonoSize, text.share), box.y + 2},
           ink, text.share);
  const std::string priority = text.priorities.empty() ? "" : "prio " + text.priorities;
  const float wide = textWidth(c.fonts.words, kHintSize, priority);
  drawText(c, c.fonts.words, kHintSize, {box.x + box.w - wide, box.y + 2.5f}, c.theme.dim, priority);
  const float room = box.w - kShare - 8 - wide - (wide > 0 ? 8 : 0);
  drawText(c, c.fonts.words, kWordSize, {box.x + kShare + 8, box.y + 1}, ink,
           fitText(c.fonts.words, kWordSize, text.who, room));
}

// The track with the states of a row's thread; kNoTrack if there is none.
TrackId statesOf(const WindowState& c, const TraceIndex& index, const CpuWork::Row& row) {
  const TrackId thread = threadOf(c, index, row);
  return thread != kNoTrack ? stateTrackOf(index.tracks(), thread) : kNoTrack;
}

bool listable(const WindowState& c, const TraceIndex& index, const CpuWork::Row& row) {
  return row.interrupt ? !row.names.empty() : statesOf(c, index, row) != kNoTrack;
}

void drawRowTip(Context& c, const CpuWork::Row& row, const CpuWorkText& text) {
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  const char* one = row.interrupt ? "interrupt" : "turn";
  std::vector<TipLine> lines{{text.who, c.fonts.strong, kWordSize, c.theme.text},
                             {text.time + " in " + countText(row.count, one), c.fonts.mono, kMonoSize, c.theme.dim}};
  if (const std::string names = otherNames(c, c.index(), c.names, row); !names.empty())
    lines.push_back({"called " + names + " then", c.fonts.words, kHintSize, c.theme.dim});
  if (!text.priorities.empty())
    lines.push_back({"priority " + text.priorities + " of the kernel: 120 is nice 0, rt is real time", c.fonts.words,
                     kHintSize, c.theme.dim});
  if (row.uncertain)
    lines.push_back({"In brackets, for how long it is drawn: of some, no record says when they began or ended",
                     c.fonts.words, kHintSize, c.theme.dim});
  lines.push_back({listable(c, c.index(), row) ? "A click lists them" : "A click shows the thread", c.fonts.words,
                   kHintSize, c.theme.dim});
  drawTip(c, lines, ImGui::GetIO().DisplaySize.y - kFooterHeight);
}

// Marks the track as well, so that what is listed in the range may be on it.
void markAlso(WindowState& c, TrackId track) {
  const bool kept = keepsLatencies(c);
  if (c.range->covers(track)) return;
  c.range->tracks.push_back(track);
  std::sort(c.range->tracks.begin(), c.range->tracks.end());
  if (kept) c.schedulingView.kept->range = c.range;
}

// Leads to the list of a thread's turns on the CPU or of the interrupts of a name, in the range; else to the thread's
// track.
void lead(Context& c, const CpuWork::Row& row) {
  const TrackId thread = threadOf(c, c.index(), row);
  if (!listable(c, c.index(), row)) {
    if (thread != kNoTrack) c.reveal = thread;
    return;
  }
  SliceListing listing;
  listing.title = whoText(c, c.index(), c.names, row);
  if (row.interrupt) {
    listing.kind = SliceKind::Cpus;
    listing.filter = nameCondition(c.index(), row.names.front());
  } else {
    markAlso(c, statesOf(c, c.index(), row));
    listing.kind = SliceKind::States;
    listing.filter = trackCondition(c.index(), thread) +
                     " && name == " + std::string(threadStateName(ThreadState::Running)) +
                     " && cpu == " + std::to_string(c.index().tracks()[markedCpu(c, c.index())].key.cpu);
  }
  listSlices(c, std::move(listing));
}

}  // namespace

std::vector<CpuWorkText> cpuWorkTexts(Context& c, const Scheduling& scheduling, size_t most) {
  std::vector<CpuWorkText> texts;
  const CpuWorkQuestion* last = c.memory.of<CpuWorkAnswer>().last();
  if (markedCpu(c, c.index()) == kNoTrack || last == nullptr || last->scope() != scopeOf(c, c.index())) return texts;
  const Time window = c.range->second - c.range->first;
  const std::vector<CpuWork::Row>& rows = last->work().rows;
  std::vector<CpuWorkText> rest = restTexts(c, c.index(), scheduling, last->work());
  // Where there is no room for all rows, one has those that are left.
  const bool all = rows.size() + rest.size() <= most;
  const size_t shown = all ? rows.size() : most - std::min(most, rest.size() + 1);
  Time others = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (i < shown)
      texts.push_back(textOf(c, c.index(), c.names, rows[i], window));
    else
      others = plus(others, rows[i].time);
  }
  if (shown < rows.size())
    texts.push_back(
        {percentText(others, window), durationText(others, c.clock()), countText(rows.size() - shown, "other"), ""});
  for (CpuWorkText& text : rest) texts.push_back(std::move(text));
  return texts;
}

void drawCpuWork(Context& c, const Scheduling& scheduling, const Rect& area) {
  const Time window = c.range->second - c.range->first;
  const Track& cpu = c.index().tracks()[markedCpu(c, c.index())];
  const std::string_view trace = traceName(c.index().tracks(), cpu.key.trace);
  const std::string title = "Who used " + cpu.name + (trace.empty() ? "" : ", " + std::string(trace));
  drawListTitle(c, area.x, area.y, title.c_str());
  const float wide = textWidth(c.fonts.strong, kWordSize, title) + 10;
  const CpuWork* work = wantWork(c, c.session);
  drawCell(c, c.fonts.words, kHintSize, {area.x + wide, area.y + 1.5f}, c.theme.dim,
           work != nullptr ? "in the marked " + durationText(window, c.clock()) : "counting \u2026",
           {area.x + wide, area.y, area.w - wide, 18});
  if (work == nullptr) return;
  const std::vector<CpuWorkText> rest = restTexts(c, c.index(), scheduling, *work);
  drawList(c, "cpu work", {area.x, area.y + 20, area.w, area.h - 22}, work->rows.size() + rest.size(), -1,
           [&](size_t i, const Rect& place, bool pressed, bool hovered) {
             const Rect box{place.x + 4, place.y, place.w - 16, place.h};
             if (i >= work->rows.size()) return drawTexts(c, rest[i - work->rows.size()], box, c.theme.dim);
             const CpuWork::Row& row = work->rows[i];
             const CpuWorkText text = textOf(c, c.index(), c.names, row, window);
             drawTexts(c, text, box, c.theme.text);
             if (pressed) lead(c, row);
             if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) askThreadMenu(c, threadOf(c, c.index(), row));
             if (hovered) drawRowTip(c, row, text);
           });
}

}  // namespace tp::ui
