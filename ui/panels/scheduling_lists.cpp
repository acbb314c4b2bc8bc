// The lists beside the table of threads: latencies, CPUs, wakers.
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/base/hatch.h"
#include "ui/base/row_list.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/calls/duration_histogram.h"
#include "ui/panels/scheduling_panel.h"
#include "ui/panels/thread_menu.h"
#include "ui/view/leads.h"
#include "ui/view/slice_conditions.h"

namespace tp::ui {
namespace {

constexpr float kWorst = 84;  // height of the heading and of three of the worst

void heading(Canvas& c, float x, float y, const char* text) {
  drawText(c, c.fonts.strong, kWordSize, {x, y}, c.theme.text, text);
}

void drawWorst(Context& c, const Scheduling& scheduling, const Rect& area) {
  drawList(c, "worst", area, scheduling.worst.size(), c.schedulingView.latency,
           [&](size_t i, const Rect& place, bool pressed, bool hovered) {
             Rect box{place.x + 4, place.y, place.w - 8, place.h};
             const WakeupLatency& one = scheduling.worst[i];
             const std::string time = durationText(one.latency(), c.clock(), atMostIf(one.atMost));
             float width = textWidth(c.fonts.mono, kMonoSize, time);
             drawText(c, c.fonts.mono, kMonoSize, {box.x + 62 - width, box.y + 2}, c.theme.text, time);
             Rect clip{box.x + 70, box.y, box.w - 70, box.h};
             drawText(c, c.fonts.words, kWordSize, {clip.x, box.y + 1}, c.theme.text,
                      fitText(c.fonts.words, kWordSize, threadText(c, one.thread), clip.w), &clip);
             if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) askThreadMenu(c, one.thread);
             if (pressed) {
               std::string number = std::to_string(i + 1);
               latencyCommand(c, {&number, 1});
             }
             if (!hovered) return;
             ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
             std::vector<TipLine> lines{
                 {threadText(c, one.thread), c.fonts.strong, kWordSize, c.theme.text},
                 {"woken at " + durationText(one.woken - c.index().begin(), c.clock()) + ", ran " + time + " later",
                  c.fonts.mono, kMonoSize, c.theme.dim},
                 {"by " + wakerText(c, one.waker, one.context, one.handler), c.fonts.words, kWordSize, c.theme.dim}};
             if (one.atMost)
               lines.push_back({"For a part of that time another CPU was not recorded: the thread may have run there.",
                                c.fonts.words, kWordSize, c.theme.dim});
             drawTip(c, lines, ImGui::GetIO().DisplaySize.y - kFooterHeight);
           });
}

void drawCpu(Context& c, const Scheduling& scheduling, const CpuScheduling& cpu, const Rect& box, bool hovered) {
  std::string name = cpu.name() + (cpu.machine.empty() ? "" : ", " + cpu.machine);
  // The name of a machine or a trace needs more room, and that of a CPU whose number is guessed.
  float names = cpu.machine.empty() && !cpu.guessed ? 70 : std::max(70.0f, box.w * 0.4f);
  Rect clip{box.x, box.y, names, box.h};
  drawText(c, c.fonts.words, kWordSize, {box.x, box.y + 1}, c.theme.text,
           fitText(c.fonts.words, kWordSize, name, clip.w), &clip);
  Rect bar{box.x + names + 4, box.y + 4, box.w - names - 64, 10};
  const Time recorded = scheduling.recordedOf(cpu);
  double share = recorded > 0 ? static_cast<double>(cpu.busy) / static_cast<double>(recorded) : 0;
  const Time window = std::max(scheduling.window, recorded);
  // A share of little says how much that is.
  const bool partly = recorded > 0 && recorded < window - window / 50;
  // The text is longer than a percentage.
  if (recorded <= 0 || partly) bar.w = std::max(0.0f, bar.w - (partly ? 70.0f : 30.0f));
  c.draw->AddRectFilled(bar.min(), bar.max(), c.theme.raised, 2);
  // The bar is the time that is counted; of that, what was not recorded is hatched.
  float told = window > 0 ? bar.w * static_cast<float>(static_cast<double>(recorded) / static_cast<double>(window)) : 0;
  float wide = told * static_cast<float>(std::clamp(share, 0.0, 1.0));
  if (wide > 0) c.draw->AddRectFilled(bar.min(), {bar.x + wide, bar.y + bar.h}, c.theme.ok, 2);
  if (!cpu.seen || recorded > 0) drawHatch(c, bar, bar.x + told, bar.x + bar.w);
  const Bound bound = atMostIf(!scheduling.states);
  // A coarse clock may have counted nothing between the first record and the last.
  std::string text =
      recorded > 0 ? percentText(cpu.busy, recorded, bound) + (partly ? " of " + durationText(recorded, c.clock()) : "")
      : cpu.seen   ? "in one tick"
      : cpu.tells() ? durationText(cpu.busy, c.clock(), Bound::AtLeast)
                    : "not recorded";
  drawText(c, c.fonts.mono, kMonoSize, {box.x + box.w - textWidth(c.fonts.mono, kMonoSize, text), box.y + 2},
           recorded > 0 ? c.theme.text : c.theme.dim, text);
  if (!hovered || recorded <= 0) return;
  constexpr size_t kNamed = 8;
  std::vector<TipLine> lines{{name + " is busy for " + durationText(cpu.busy, c.clock(), bound) + " of " +
                                  durationText(recorded, c.clock()) + " recorded",
                              c.fonts.strong, kWordSize, c.theme.text}};
  for (size_t i = 0; i < std::min(kNamed, cpu.threads.size()); ++i)
    lines.push_back({percentText(cpu.threads[i].second, recorded) + "  " + threadText(c, cpu.threads[i].first),
                     c.fonts.mono, kMonoSize, c.theme.dim});
  if (cpu.hidden > 0)
    lines.push_back({"Who ran for " + durationText(cpu.hidden, c.clock()) + " more is not known: switches are missing.",
                     c.fonts.words, kWordSize, c.theme.dim});
  drawTip(c, lines, ImGui::GetIO().DisplaySize.y - kFooterHeight);
}

// Lists the times for which the woken thread then waited for a CPU, the longest first.
void listWakings(Context& c, const Waking& waking) {
  SliceListing listing;
  listing.kind = SliceKind::States;
  listing.filter = wakingCondition(c.index(), waking);
  listing.title = "wakings by " + wakerText(c, waking.waker, waking.context, waking.handler);
  listSlices(c, std::move(listing));
}

}  // namespace

void drawLatencies(Context& c, const Scheduling& scheduling, const Rect& area) {
  if (scheduling.latencyCount == 0)
    return drawText(c, c.fonts.words, kWordSize, {area.x, area.y + 4}, c.theme.dim,
                    scheduling.wakings.empty() ? "Nobody was woken here."
                                               : "Whoever was woken here ran later, or nobody knows when.");
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
  plot.median = p.median;
  plot.p90 = p.p90;
  plot.p99 = p.p99;
  // Side by side if there is room, else one below the other; without bars if the area is low.
  const bool beside = area.w >= 600;
  const float width = beside ? area.w / 2 - 12 : area.w;
  float height = beside ? area.h - 8 : std::min(area.h * 0.5f, 160.0f);
  auto fits = [&] { return hasRoomForBars(c, plot, {area.x, area.y, width, height}); };
  bool low = !beside && !fits();
  if (low) {
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
  drawDurationHistogram(c, plot, {area.x, area.y, width, low ? 40 : height});
  Rect rest = beside ? Rect{area.x + width + 24, area.y, width, area.h}
                     : Rect{area.x, area.y + height + 6, area.w, area.h - height - 6};
  heading(c, rest.x, rest.y, "The worst");
  drawText(c, c.fonts.words, kHintSize, {rest.x + 70, rest.y + 1.5f}, c.theme.dim, "Enter goes from one to the next");
  drawWorst(c, scheduling, {rest.x, rest.y + 20, rest.w, rest.h - 22});
}

void drawCpusAndWakings(Context& c, const Scheduling& scheduling, const Rect& area) {
  heading(c, area.x, area.y, "CPUs");
  // At most half of the height, if there are wakings to list.
  float most = scheduling.wakings.empty() ? area.h - 24 : area.h / 2 - 24;
  float height = std::clamp(kListRow * static_cast<float>(scheduling.cpus.size()), kListRow, std::max(kListRow, most));
  drawList(c, "cpus", {area.x, area.y + 20, area.w, height}, scheduling.cpus.size(), -1,
           [&](size_t i, const Rect& box, bool, bool hovered) {
             drawCpu(c, scheduling, scheduling.cpus[i], {box.x + 4, box.y, box.w - 8, box.h}, hovered);
           });
  if (scheduling.wakings.empty()) return;
  float y = area.y + 20 + height + 8;
  heading(c, area.x, y, "Who woke whom");
  drawList(
      c, "wakings", {area.x, y + 20, area.w, area.y + area.h - y - 22}, scheduling.wakers.size(), -1,
      [&](size_t i, const Rect& place, bool pressed, bool hovered) {
        Rect box{place.x + 4, place.y, place.w - 8, place.h};
        const Waking& one = scheduling.wakers[i];
        std::string count = countText(one.count);
        drawText(c, c.fonts.mono, kMonoSize, {box.x + 44 - textWidth(c.fonts.mono, kMonoSize, count), box.y + 2},
                 c.theme.text, count);
        std::string waker = wakerText(c, one.waker, one.context, one.handler);
        Rect clip{box.x + 52, box.y, box.w - 52, box.h};
        // A long waker leaves half of the row to the woken.
        const std::string woken = " \u203a " + threadText(c, one.woken);
        const float most = clip.w - std::min(clip.w / 2, textWidth(c.fonts.words, kWordSize, woken));
        const std::string both = fitText(c.fonts.words, kWordSize, waker, most) + woken;
        drawText(c, c.fonts.words, kWordSize, {clip.x, box.y + 1}, c.theme.text,
                 fitText(c.fonts.words, kWordSize, both, clip.w), &clip);
        if (pressed) listWakings(c, one);
        if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) askThreadMenu(c, one.woken);
        if (hovered)
          drawTip(c,
                  {{waker, c.fonts.strong, kWordSize, c.theme.text},
                   {"woke " + threadText(c, one.woken) + " " + countText(one.count, "time"), c.fonts.words, kWordSize,
                    c.theme.dim},
                   {"Enter or a click lists how long it then waited for a CPU", c.fonts.words, kHintSize, c.theme.dim}},
                  ImGui::GetIO().DisplaySize.y - kFooterHeight);
      });
}

}  // namespace tp::ui
