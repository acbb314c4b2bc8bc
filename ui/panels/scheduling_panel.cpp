#include "ui/panels/scheduling_panel.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/export/scheduling_text.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/panels/scheduling_advice.h"
#include "ui/panels/scheduling_cpu.h"
#include "ui/panels/scheduling_softirqs.h"
#include "ui/panels/thread_menu.h"
#include "ui/view/drawn_times.h"
#include "ui/view/told_states.h"
#include "ui/view/waits_answer.h"

namespace tp::ui {
namespace {

// Minimal widths in pixels, and shares of a wide window.
constexpr float kLatencies = 300, kLatenciesShare = 0.23f;
constexpr float kHead = 26, kGapsLine = 18, kLeastGaps = 100;
constexpr float kLeastStacked = 190;  // a panel that is lower has room for one list only
constexpr float kLow = 300;           // a panel that is lower has no room for two lines of what is not known

std::string headOf(const WindowState& c, const TraceIndex& index, bool fresh) {
  std::string text = countedText(c, index);
  if (c.range && !c.range->tracks.empty()) text += ", also those that are not marked";
  return fresh ? text : text + " \u00b7 counting \u2026";
}

// Of traces that are joined, people choose the one that is counted, or all. What is listed of others is no longer.
void drawTraces(Context& c, ImVec2& at) {
  const std::vector<TracePart>& parts = c.index().info().parts;
  if (parts.size() < 2) return;
  const auto choose = [&](const char* name, uint32_t trace) {
    if (!chip(c, name, at, c.schedulingView.trace == trace) || c.schedulingView.trace == trace) return;
    c.schedulingView.trace = trace;
    c.schedulingView.latencies = {};
    c.schedulingView.latency.reset();
  };
  choose("All traces", kEveryTrace);
  for (const TracePart& part : parts) choose(part.name.c_str(), part.number);
  at.x += 14;
}

// The section that is shown. `low`: there is no room for two lists of one.
SchedulingView::Section sectionOf(const SchedulingView& view, bool low) {
  const auto section = static_cast<SchedulingView::Section>(view.section);
  if (!low && section == SchedulingView::kWorst) return SchedulingView::kLatencies;
  if (!low && section == SchedulingView::kWakers) return SchedulingView::kCpus;
  return low && section == SchedulingView::kWorst && view.softirqs ? SchedulingView::kLatencies : section;
}

// Chooses which latencies are shown, where the trace knows those of wakeups and of softirqs.
void drawLatencyKinds(Context& c, ImVec2& at) {
  bool& softirqs = c.schedulingView.softirqs;
  if (chip(c, "Wakeups", at, !softirqs)) softirqs = false;
  if (chip(c, "Softirqs", at, softirqs)) softirqs = true;
  at.x += 14;
}

// Chooses what is shown if there is not room for all. `low`: nor for two lists of a section.
void drawSections(Context& c, ImVec2& at, bool softirqs, bool low) {
  SchedulingView& view = c.schedulingView;
  const auto shown = sectionOf(view, low);
  const auto choose = [&](const char* name, SchedulingView::Section section, bool ofSoftirqs = false) {
    const bool on = shown == section && (section != SchedulingView::kLatencies || view.softirqs == ofSoftirqs);
    if (!chip(c, name, at, on)) return;
    view.section = section;
    if (section == SchedulingView::kLatencies || section == SchedulingView::kWorst) view.softirqs = ofSoftirqs;
  };
  choose("Threads", SchedulingView::kThreads);
  choose("Latencies", SchedulingView::kLatencies);
  if (low) choose("Worst", SchedulingView::kWorst);
  if (softirqs) choose("Softirqs", SchedulingView::kLatencies, true);
  choose(low ? "CPUs" : "CPUs and wakers", SchedulingView::kCpus);
  if (low) choose("Wakers", SchedulingView::kWakers);
  at.x += 14;
}

// The latencies of wakeups, or of softirqs.
void drawEitherLatencies(Context& c, const Scheduling& scheduling, const Rect& area,
                         ShownLists shown = ShownLists::Both) {
  if (c.schedulingView.softirqs)
    drawSoftirqs(c, area);
  else
    drawLatencies(c, scheduling, area, shown);
}

void drawSection(Context& c, const Scheduling& scheduling, const Rect& body, bool low) {
  const Rect area{body.x + 14, body.y, body.w - 28, body.h};
  const ShownLists first = low ? ShownLists::First : ShownLists::Both;
  switch (sectionOf(c.schedulingView, low)) {
    case SchedulingView::kThreads:
      return drawThreadTable(c, scheduling, {body.x + 14, body.y, body.w - 20, body.h});
    case SchedulingView::kLatencies:
      return drawEitherLatencies(c, scheduling, area, first);
    case SchedulingView::kWorst:
      return drawLatencies(c, scheduling, area, ShownLists::Second);
    case SchedulingView::kCpus:
      return drawCpusAndWakings(c, scheduling, area, first);
    case SchedulingView::kWakers:
      return drawCpusAndWakings(c, scheduling, area, ShownLists::Second);
  }
}

}  // namespace

void drawListTitle(Canvas& c, float x, float y, const char* text) {
  drawText(c, c.fonts.strong, kWordSize, {x, y}, c.theme.text, text);
}

std::string threadText(const TraceIndex& index, TrackId thread) {
  const TrackTable& tracks = index.tracks();
  const std::string_view trace = thread == kNoTrack ? std::string_view() : traceName(tracks, tracks[thread].key.trace);
  return threadAndId(tracks, thread) + (trace.empty() ? "" : ", " + std::string(trace));
}

std::string wakerText(const TraceIndex& index, TrackId waker, WakeContext context, NameId handler) {
  return context == WakeContext::Thread ? threadText(index, waker) : interruptText(index, context, handler);
}

bool keepsLatencies(const WindowState& c) {
  const auto& kept = c.schedulingView.kept;
  return kept && c.range && kept->range == c.range;
}

int latencyAmong(std::span<const WakeupLatency> listed, const std::optional<WakeupLatency>& wanted) {
  const auto found = std::find_if(listed.begin(), listed.end(), [&](const WakeupLatency& one) {
    return wanted && one.state == wanted->state && one.woken == wanted->woken && one.ran == wanted->ran;
  });
  return found != listed.end() ? static_cast<int>(found - listed.begin()) : -1;
}

std::span<const WakeupLatency> listedLatencies(const WindowState& c, const Scheduling& scheduling) {
  if (keepsLatencies(c)) return c.schedulingView.kept->latencies;
  if (c.schedulingView.latencies.all()) return scheduling.worst;
  if (c.schedulingView.latencies == scheduling.filter) return scheduling.filtered;
  return {};
}

void listLatencies(Context& c, const LatencyFilter& filter) {
  c.schedulingView.latencies = filter;
  c.schedulingView.latency.reset();
  c.schedulingView.kept.reset();
  c.schedulingView.section = SchedulingView::kWorst;
  c.schedulingView.softirqs = false;
  c.moreToCome = true;
}

void showLatency(Context& c, WakeupLatency one) {
  c.schedulingView.latency = one;
  c.schedulingView.softirqs = false;
  // On to another wait: what was marked for the one before is marked no more.
  if (keepsLatencies(c)) c.range = c.schedulingView.kept->before;
  Time margin = std::max<Time>(2 * one.latency(), 100);
  // Not beyond the trace.
  showTimes(c, c.index(), one.state, std::max(one.woken - margin, std::min(one.woken, c.index().begin())),
            std::min(one.ran + margin, std::max(one.ran, c.index().end())));
  // A thread may be woken while it still runs. So this selects the end of the waiting, not its beginning.
  c.goTo = {one.state, std::max(one.woken, one.ran - 1)};
}

bool latencyCommand(Context& c, std::span<const std::string> args) {
  const Scheduling* found = c.scheduling.last();
  if (c.tab != Tab::Scheduling || !c.drawerOpen || found == nullptr) return false;
  const std::span<const WakeupLatency> listed = listedLatencies(c, *found);
  if (listed.empty()) return false;
  int count = static_cast<int>(listed.size());
  int wanted = (latencyAmong(listed, c.schedulingView.latency) + 1) % count;
  if (args.size() == 1) {
    const std::string& text = args[0];
    const char* end = text.data() + text.size();
    const auto [stopped, problem] = std::from_chars(text.data(), end, wanted);
    if (problem != std::errc() || stopped != end || wanted < 1) return false;
    --wanted;
  }
  if (wanted >= count) return false;
  // The list may be out of view, or scrolled away from it.
  c.schedulingView.section = SchedulingView::kWorst;
  c.schedulingView.revealLatency = true;
  showLatency(c, listed[static_cast<size_t>(wanted)]);
  return true;
}

SchedulingScope countedScope(const WindowState& c) {
  SchedulingScope scope;
  if (c.range) scope = {c.range->first, c.range->second};
  scope.trace = c.schedulingView.trace;
  return scope;
}

std::string countedText(const WindowState& c, const TraceIndex& index) {
  return c.range ? "in the marked " + durationText(c.range->second - c.range->first, index.info().clock)
                 : "in the whole trace";
}

void drawSchedulingPanel(Context& c, const Rect& area) {
  const SchedulingScope scope = countedScope(c);
  // While a range is being dragged, nothing is asked for.
  const LatencyFilter& wanted = c.schedulingView.latencies;
  // Where there is nothing of a scheduler, that is no reason to go through all records.
  const Scheduling none;
  const bool any = c.session.phase() != Phase::Ready || toldStates(c, c.session).running;
  const Scheduling* found = any ? c.scheduling.want(c.session, scope, wanted, ImGui::IsMouseDown(0)) : &none;
  bool fresh = found != nullptr && (wanted.all() || found->filter == wanted);
  if (fresh && std::exchange(c.schedulingView.goOn, false) && !latencyCommand(c, {}))
    c.say("The trace knows no wakeups, and so no latencies.");
  if (found == nullptr) found = c.scheduling.last();
  ImVec2 at{area.x + 14, area.y + 12};
  if (found == nullptr || c.session.phase() != Phase::Ready) {
    std::string text = "What the scheduler did is counted when the trace is indexed.";
    if (c.session.phase() == Phase::Ready)
      text = "Counting \u2026 " + std::to_string(static_cast<int>(100 * c.scheduling.progress())) + " %";
    return drawText(c, c.fonts.words, kWordSize, at, c.theme.dim, text);
  }
  std::string gaps = schedulingGaps(*found, c.clock(), toldStates(c, c.session).missing);
  const bool softirqs = tellsSoftirqs(c, c.session);
  if (!softirqs) c.schedulingView.softirqs = false;
  if (!found->switches) {
    drawText(c, c.fonts.words, kWordSize, at, c.theme.dim, gaps);
    // A trace that was recorded with them may have lost them.
    const bool whole = c.session.index().warnings().empty();
    drawText(
        c, c.fonts.words, kHintSize, {at.x, at.y + 22}, c.theme.dim,
        whole ? kKernelAdvice
              : "Something is wrong with the files: what is missing of them may have had some. Info has the warnings.");
    if (whole) drawText(c, c.fonts.words, kHintSize, {at.x, at.y + 40}, c.theme.dim, kProgramAdvice);
    if (softirqs) drawSoftirqs(c, {at.x, at.y + 66, area.w - 28, area.y + area.h - at.y - 70});
    return;
  }
  at.y = area.y + 4;
  // What can be pressed comes first: the text behind it changes with what is marked.
  drawTraces(c, at);
  const bool low = area.h < kLeastStacked;
  const bool all = area.w >= 1180 && !low;
  if (softirqs && !found->wakeups) c.schedulingView.softirqs = true;
  if (!all)
    drawSections(c, at, softirqs, low);
  else if (softirqs && found->wakeups)
    drawLatencyKinds(c, at);
  const std::string head = countText(found->threads.size(), "thread") + " " + headOf(c, c.index(), fresh);
  drawCell(c, c.fonts.words, kHintSize, {at.x, at.y + 3}, c.theme.dim, head,
           {at.x, at.y, area.x + area.w - 14 - at.x, 20});
  at.x += textWidth(c.fonts.words, kHintSize, head) + 14;
  if (!gaps.empty()) {
    // What is not known comes first: it gets lines of its own rather than losing its end. In a low panel the tooltip
    // has the rest: the histogram needs the room.
    const float whole = area.w - 28, left = area.x + area.w - 14 - at.x;
    const float wide = textWidth(c.fonts.words, kHintSize, gaps);
    const bool veryLow = area.h < kLeastStacked, low = area.h < kLow;
    if (wide > left && !(low && left >= (veryLow ? kLeastGaps : whole / 2))) at = {area.x + 14, at.y + kGapsLine};
    if (wide > whole && !low) {
      const char* end = c.fonts.words->CalcWordWrapPosition(kHintSize, gaps.data(), gaps.data() + gaps.size(), whole);
      const auto first = static_cast<size_t>(end - gaps.data());
      drawText(c, c.fonts.words, kHintSize, {at.x, at.y + 3}, c.theme.warn, gaps.substr(0, first));
      gaps.erase(0, gaps.find_first_not_of(' ', first));
      at.y += kGapsLine - 4;
    }
    drawCell(c, c.fonts.words, kHintSize, {at.x, at.y + 3}, c.theme.warn, gaps,
             {at.x, at.y, area.x + area.w - 14 - at.x, 20});
  }

  drawThreadMenu(c);
  float headHeight = kHead + at.y - area.y - 4;
  Rect body{area.x, area.y + headHeight, area.w, area.h - headHeight};
  if (!all) return drawSection(c, *found, body, low);
  float cpus = cpusWidth(c, c.index(), *found, area.w), latencies = std::max(kLatencies, area.w * kLatenciesShare);
  float right = area.x + area.w - cpus - 14;
  float middle = right - latencies - 26;
  const bool latenciesToo = found->wakeups || c.schedulingView.softirqs;
  if (!latenciesToo) middle = right;
  drawThreadTable(c, *found, {body.x + 14, body.y, middle - body.x - 34, body.h});
  for (float x : {middle, right}) c.draw->AddLine({x - 12, body.y}, {x - 12, body.y + body.h}, c.theme.line);
  if (latenciesToo) drawEitherLatencies(c, *found, {middle, body.y, latencies, body.h});
  drawCpusAndWakings(c, *found, {right, body.y, cpus, body.h});
}

std::vector<PanelTable> schedulingTables(Context& c) {
  const Scheduling* found = c.scheduling.last();
  if (found == nullptr) return {};
  if (!found->switches && tellsSoftirqs(c, c.session)) return {softirqsTable(c)};
  PanelTable threads{"Scheduling of threads", {"Thread"}, {}};
  for (std::string& title : threadTitles()) threads.head.push_back(std::move(title));
  for (uint32_t i : c.schedulingView.visible) {
    if (i >= found->threads.size()) break;
    const ThreadScheduling& one = found->threads[i];
    std::vector<std::string>& cells = threads.rows.emplace_back(1, threadText(c.index(), one.thread));
    for (std::string& figure : threadFigures(c, one)) cells.push_back(std::move(figure));
  }
  PanelTable worst{
      "Wakeup latencies: " + latenciesText(c, c.index(), *found), {"Latency", "Thread", "Woken at", "By", "Why"}, {}};
  for (const WakeupLatency& one : listedLatencies(c, *found))
    worst.rows.push_back({durationText(one.latency(), c.clock(), atMostIf(one.atMost)),
                          threadText(c.index(), one.thread), durationText(one.woken - c.timesFrom(), c.clock()),
                          wakerText(c.index(), one.waker, one.context, one.handler),
                          c.memory.of<WaitsAnswer>().usersOf(c.session, one, true).full});
  if (c.schedulingView.softirqs) worst = softirqsTable(c);
  if (const TrackId cpu = markedCpu(c, c.index()); cpu != kNoTrack) {
    PanelTable users{"Who used " + c.index().tracks()[cpu].name, {"Share", "Time", "Who", "Priority"}, {}};
    for (CpuWorkText& one : cpuWorkTexts(c, *found, kMaxPanelRows))
      users.rows.push_back({std::move(one.share), std::move(one.time), std::move(one.who), std::move(one.priorities)});
    return {threads, worst, users};
  }
  PanelTable cpus{"CPUs", {"CPU", "Busy"}, {}};
  for (const CpuScheduling& one : found->cpus)
    cpus.rows.push_back(
        {std::to_string(one.cpu) + (one.machine.empty() ? "" : ", " + one.machine), busyText(c.clock(), *found, one)});
  PanelTable wakings{"Who woke whom", {"Times", "Waker", "Woken"}, {}};
  for (const Waking& one : found->wakers) {
    if (wakings.rows.size() >= kMaxPanelRows) break;
    wakings.rows.push_back({countText(one.count), wakerText(c.index(), one.waker, one.context, one.handler),
                            threadText(c.index(), one.woken)});
  }
  return {threads, worst, cpus, wakings};
}

}  // namespace tp::ui
