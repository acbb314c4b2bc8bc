// The histogram of wakeup latencies, and the list of the worst or of those that were chosen.
#include <algorithm>
#include <utility>

#include "core/analysis/time_span.h"
#include "ui/base/row_list.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/calls/duration_histogram.h"
#include "ui/panels/scheduling_panel.h"
#include "ui/panels/thread_menu.h"
#include "ui/view/cpu_meanwhile.h"
#include "ui/view/leads.h"
#include "ui/view/waits_answer.h"

namespace tp::ui {
namespace {

constexpr float kUsers = 40;  // less room tells nothing
constexpr float kWorst = 84;  // height of the heading and of three of the worst

// "sched-pipe 11845", "12.3 µs to 15.1 µs", or both.
std::string filterText(const TraceIndex& index, const LatencyFilter& filter) {
  const LatencyFilter any;
  std::string text = filter.thread != kNoTrack ? threadText(index, filter.thread) : "";
  if (filter.shortest == any.shortest && filter.longest == any.longest) return text;
  if (!text.empty()) text += ", ";
  const std::string shortest = durationText(filter.shortest, index.info().clock);
  const std::string longest = durationText(filter.longest, index.info().clock);
  return text + (shortest == longest ? shortest : shortest + " to " + longest);
}

std::string listedText(const WindowState& c, const Scheduling& scheduling) {
  const bool kept = keepsLatencies(c);
  if (!kept && c.schedulingView.latencies != scheduling.filter) return "counting \u2026";
  const size_t listed = listedLatencies(c, scheduling).size();
  const uint64_t all = kept ? c.schedulingView.kept->count : scheduling.filteredCount;
  if (listed == all) return countText(all);
  return "the " + countText(listed) + " longest of " + countText(all);
}

// Says which latencies are listed.
void drawListHead(Context& c, const Scheduling& scheduling, const Rect& area) {
  const LatencyFilter& filter = c.schedulingView.latencies;
  if (filter.all()) {
    drawListTitle(c, area.x, area.y, "The worst");
    if (c.schedulingView.latency && cpuAfterSelection(c, c.session) != kNoTrack) {
      ImVec2 at{area.x + 70, area.y - 2};
      if (chip(c, "Who used the CPU", at, keepsLatencies(c))) showCpuMeanwhile(c);
      if (chip(c, "Why", at, false)) openTab(c, Tab::Why);
      drawCell(c, c.fonts.words, kHintSize, {at.x + 4, area.y + 1.5f}, c.theme.dim, "Enter: the next",
               {at.x + 4, area.y, area.x + area.w - at.x - 4, 18});
      return;
    }
    drawText(c, c.fonts.words, kHintSize, {area.x + 70, area.y + 1.5f}, c.theme.dim, "Enter goes from one to the next");
    return;
  }
  constexpr const char* kAll = "All";
  const float chipWidth = textWidth(c.fonts.words, kHintSize, kAll) + 24;
  ImVec2 at{area.x + area.w - chipWidth, area.y - 2};
  if (chip(c, kAll, at, false)) listLatencies(c, {});
  const std::string count = listedText(c, scheduling);
  const float countWidth = textWidth(c.fonts.words, kHintSize, count);
  const float countAt = area.x + area.w - chipWidth - countWidth - 8;
  drawText(c, c.fonts.words, kHintSize, {countAt, area.y + 1.5f}, c.theme.dim, count);
  drawText(c, c.fonts.strong, kWordSize, {area.x, area.y}, c.theme.text,
           fitText(c.fonts.strong, kWordSize, filterText(c.index(), filter), countAt - area.x - 8));
}

// Draws the thread that was woken and, as far as there is room, who had the CPU meanwhile.
void drawWoken(Context& c, const WakeupLatency& one, std::string_view users, const Rect& box) {
  const std::string thread = fitText(c.fonts.words, kWordSize, threadText(c.index(), one.thread), box.w);
  drawText(c, c.fonts.words, kWordSize, {box.x, box.y + 1}, c.theme.text, thread, &box);
  const float x = box.x + textWidth(c.fonts.words, kWordSize, thread) + 10, left = box.x + box.w - x;
  if (left < kUsers) return;
  drawText(c, c.fonts.words, kHintSize, {x, box.y + 2.5f}, c.theme.dim, fitText(c.fonts.words, kHintSize, users, left),
           &box);
}

void drawWorst(Context& c, const Scheduling& scheduling, const Rect& area) {
  const std::span<const WakeupLatency> listed = listedLatencies(c, scheduling);
  WaitsAnswer& waits = c.memory.of<WaitsAnswer>();
  waits.want(c.session, listed.empty());
  const WakeupLatency* asked = latencyOfMenu(c);
  drawList(
      c, "worst", area, listed.size(), latencyAmong(listed, asked != nullptr ? *asked : c.schedulingView.latency),
      [&](size_t i, const Rect& place, bool pressed, bool hovered) {
        Rect box{place.x + 4, place.y, place.w - 8, place.h};
        const WakeupLatency& one = listed[i];
        const std::string time = durationText(one.latency(), c.clock(), atMostIf(one.atMost));
        float width = textWidth(c.fonts.mono, kMonoSize, time);
        drawText(c, c.fonts.mono, kMonoSize, {box.x + 62 - width, box.y + 2}, c.theme.text, time);
        const WaitsAnswer::UsersText& users = waits.usersOf(c.session, one, ImGui::IsMouseDown(0));
        drawWoken(c, one, users.brief, {box.x + 70, box.y, box.w - 70, box.h});
        if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) askLatencyMenu(c, one);
        if (pressed) {
          showLatency(c, one);
          c.tipsHidden = true;
        }
        if (!hovered) return;
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        std::vector<TipLine> lines{
            {threadText(c.index(), one.thread), c.fonts.strong, kWordSize, c.theme.text},
            {"woken at " + durationText(one.woken - c.timesFrom(), c.clock()) + ", ran " + time + " later",
             c.fonts.mono, kMonoSize, c.theme.dim},
            {"by " + wakerText(c.index(), one.waker, one.context, one.handler), c.fonts.words, kWordSize, c.theme.dim}};
        if (!users.full.empty()) lines.push_back({users.full + " meanwhile", c.fonts.words, kWordSize, c.theme.dim});
        if (one.atMost)
          lines.push_back({"For a part of that time another CPU was not recorded: the thread may have run there.",
                           c.fonts.words, kWordSize, c.theme.dim});
        drawTip(c, lines, ImGui::GetIO().DisplaySize.y - kFooterHeight, &place, true);
      },
      std::exchange(c.schedulingView.revealLatency, false));
  // What is out of view follows, for screen readers.
  for (const WakeupLatency& one : listed) waits.usersOf(c.session, one, ImGui::IsMouseDown(0));
  waits.askMissing(c.session);
}

}  // namespace

std::string latenciesText(const WindowState& c, const TraceIndex& index, const Scheduling& scheduling) {
  const LatencyFilter& filter = c.schedulingView.latencies;
  return filter.all() ? "the worst" : filterText(index, filter) + ", " + listedText(c, scheduling);
}

bool latenciesCommand(Context& c, std::span<const std::string> args) {
  if (args.empty()) return listLatencies(c, {}), true;
  std::string text = args[0];
  for (const std::string& more : args.subspan(1)) text += ' ' + more;
  // A blank may stand before a unit, too.
  for (size_t blank = text.find(' '); blank != std::string::npos; blank = text.find(' ', blank + 1)) {
    LatencyFilter filter;
    if (!parseTimeSpan(text.substr(0, blank), c.clock(), filter.shortest)) continue;
    if (!parseTimeSpan(text.substr(blank + 1), c.clock(), filter.longest)) continue;
    if (filter.shortest > filter.longest) std::swap(filter.shortest, filter.longest);
    return listLatencies(c, filter), true;
  }
  return false;
}

void drawLatencies(Context& c, const Scheduling& scheduling, const Rect& area, ShownLists shown) {
  if (scheduling.latencyCount == 0)
    return drawText(c, c.fonts.words, kWordSize, {area.x, area.y + 4}, c.theme.dim,
                    scheduling.wakings.empty() ? "Nobody was woken here."
                                               : "Whoever was woken here ran later, or nobody knows when.");
  if (shown == ShownLists::Second) {
    drawListHead(c, scheduling, area);
    return drawWorst(c, scheduling, {area.x, area.y + 20, area.w, area.h - 22});
  }
  Scheduling::Percentiles p = c.scheduling.percentiles();
  DurationPlot plot;
  plot.question = c.scheduling.number();
  plot.durations = &scheduling.latencies;
  plot.title = "Wakeup latency";
  // What is counted from an upper bound is one.
  plot.bound = atMostIf(scheduling.atMost > 0);
  plot.subtitle =
      countText(scheduling.latencyCount, "wakeup") + ", average " + durationText(p.average, c.clock(), plot.bound);
  if (scheduling.uncertain > 0) plot.subtitle += "; " + countText(scheduling.uncertain) + " uncertain";
  plot.unit = "wakeup";
  plot.hint = "Click or drag to list the wakeups of these latencies";
  plot.median = p.median;
  plot.p90 = p.p90;
  plot.p99 = p.p99;
  // Side by side if there is room, else one below the other; without bars if the area is low.
  const bool alone = shown == ShownLists::First, beside = !alone && area.w >= 600;
  const float width = beside ? area.w / 2 - 12 : area.w;
  float height = alone ? area.h - 2 : beside ? area.h - 8 : std::min(area.h * 0.5f, 160.0f);
  auto fits = [&] { return hasRoomForBars(c, plot, {area.x, area.y, width, height}); };
  bool low = !beside && !fits();
  if (low && !alone) {
    // The bars are worth more than the fourth of the worst.
    height = area.h - kWorst;
    low = !fits();
  }
  if (low) {
    height = 56;
    drawCell(c, c.fonts.words, kHintSize, {area.x, area.y + 34}, c.theme.dim,
             "median " + durationText(p.median, c.clock(), plot.bound) + ", 99 % " +
                 durationText(p.p99, c.clock(), plot.bound),
             {area.x, area.y + 34, width, 18});
  }
  if (const auto part = drawDurationHistogram(c, plot, {area.x, area.y, width, low ? 40 : height}))
    listLatencies(c, {.shortest = part->first, .longest = part->second});
  if (alone) return;
  Rect rest = beside ? Rect{area.x + width + 24, area.y, width, area.h}
                     : Rect{area.x, area.y + height + 6, area.w, area.h - height - 6};
  drawListHead(c, scheduling, rest);
  drawWorst(c, scheduling, {rest.x, rest.y + 20, rest.w, rest.h - 22});
}

}  // namespace tp::ui
