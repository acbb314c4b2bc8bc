// The lists of CPUs and of wakers beside the table of threads.
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/trace/cpu_track.h"
#include "core/trace/sums.h"
#include "ui/base/hatch.h"
#include "ui/base/row_list.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/panels/scheduling_cpu.h"
#include "ui/panels/scheduling_panel.h"
#include "ui/panels/thread_menu.h"
#include "ui/view/leads.h"
#include "ui/view/navigation.h"
#include "ui/view/slice_conditions.h"

namespace tp::ui {
namespace {

// Without records of states, a CPU may have been idle while its last thread seems to run.
Bound boundOf(const Scheduling& scheduling) {
  return atMostIf(!scheduling.states);
}

bool isPartlyRecorded(const Scheduling& scheduling, const CpuScheduling& cpu) {
  const Time recorded = scheduling.recordedOf(cpu), window = std::max(scheduling.window, recorded);
  return recorded > 0 && recorded < window - window / 50;
}

void drawCpu(Canvas& c, const TraceIndex& index, const Scheduling& scheduling, const CpuScheduling& cpu,
             const Rect& box, bool hovered) {
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
  const bool partly = isPartlyRecorded(scheduling, cpu);
  // The text is longer than a percentage.
  if (recorded <= 0 || partly) bar.w = std::max(0.0f, bar.w - (partly ? 70.0f : 30.0f));
  c.draw->AddRectFilled(bar.min(), bar.max(), c.theme.raised, 2);
  // The bar is the time that is counted; of that, what was not recorded is hatched.
  float told = window > 0 ? bar.w * static_cast<float>(static_cast<double>(recorded) / static_cast<double>(window)) : 0;
  float wide = told * static_cast<float>(std::clamp(share, 0.0, 1.0));
  if (wide > 0) c.draw->AddRectFilled(bar.min(), {bar.x + wide, bar.y + bar.h}, c.theme.ok, 2);
  if (!cpu.seen || recorded > 0) drawHatch(c, bar, bar.x + told, bar.x + bar.w);
  const std::string text = busyText(index.info().clock, scheduling, cpu);
  drawText(c, c.fonts.mono, kMonoSize, {box.x + box.w - textWidth(c.fonts.mono, kMonoSize, text), box.y + 2},
           recorded > 0 ? c.theme.text : c.theme.dim, text);
  if (!hovered || recorded <= 0) return;
  constexpr size_t kNamed = 8;
  std::vector<TipLine> lines{{name + " is busy for " + durationText(cpu.busy, index.info().clock, boundOf(scheduling)) +
                                  " of " + durationText(recorded, index.info().clock) + " recorded",
                              c.fonts.strong, kWordSize, c.theme.text}};
  for (size_t i = 0; i < std::min(kNamed, cpu.threads.size()); ++i)
    lines.push_back({percentText(cpu.threads[i].second, recorded) + "  " + threadText(index, cpu.threads[i].first),
                     c.fonts.mono, kMonoSize, c.theme.dim});
  if (cpu.threads.size() > kNamed) {
    Time others = 0;
    for (size_t i = kNamed; i < cpu.threads.size(); ++i) others = plus(others, cpu.threads[i].second);
    lines.push_back({percentText(others, recorded) + "  " + countText(cpu.threads.size() - kNamed, "other"),
                     c.fonts.mono, kMonoSize, c.theme.dim});
  }
  if (cpu.hidden > 0)
    lines.push_back(
        {"Who ran for " + durationText(cpu.hidden, index.info().clock) + " more is not known: switches are missing.",
         c.fonts.words, kWordSize, c.theme.dim});
  drawTip(c, lines, ImGui::GetIO().DisplaySize.y - kFooterHeight);
}

// Marks the range on the CPU's track, so that the list is of who used it.
void showUsersOf(Context& c, const CpuScheduling& cpu) {
  const TrackId track = trackOfCpu(c.index().tracks(), cpu.cpu, cpu.trace, cpu.machine);
  if (track == kNoTrack) return c.say("The trace has no track of this CPU.");
  const MarkedRange range = c.range ? *c.range : MarkedRange(c.index().begin(), c.index().end());
  markRange(c, MarkedRange(range.first, range.second, {track}));
  c.reveal = track;
  c.moreToCome = true;
}

constexpr float kCountWidth = 52;  // of how often it woke it, before the names
constexpr float kListEdges = 24;   // beside the texts of a list, with a scroll bar

std::string wokenText(const TraceIndex& index, const Waking& one) {
  return " \u203a " + threadText(index, one.woken);
}

std::string pairText(const TraceIndex& index, const Waking& one) {
  return wakerText(index, one.waker, one.context, one.handler) + wokenText(index, one);
}

// Lists the times for which the woken thread then waited for a CPU, the longest first.
void listWakings(Context& c, const Waking& waking) {
  SliceListing listing;
  listing.kind = SliceKind::States;
  listing.filter = wakingCondition(c.index(), waking);
  listing.title = "wakings by " + wakerText(c.index(), waking.waker, waking.context, waking.handler);
  listSlices(c, std::move(listing));
}

// A thread's name with as much of it left out as the room takes, but not its id, which comes last.
std::string fitThread(const Context& c, const std::string& text, float room) {
  const size_t at = text.rfind(' ');
  const bool id = at != std::string::npos && text.find_first_not_of("0123456789", at + 1) == std::string::npos;
  if (!id || textWidth(c.fonts.words, kWordSize, text) <= room) return fitText(c.fonts.words, kWordSize, text, room);
  const std::string number = text.substr(at);
  return fitText(c.fonts.words, kWordSize, text.substr(0, at), room - textWidth(c.fonts.words, kWordSize, number)) +
         number;
}

void drawCpus(Context& c, const Scheduling& scheduling, const Rect& area) {
  drawList(c, "cpus", area, scheduling.cpus.size(), -1, [&](size_t i, const Rect& box, bool pressed, bool hovered) {
    drawCpu(c, c.index(), scheduling, scheduling.cpus[i], {box.x + 4, box.y, box.w - 8, box.h}, hovered);
    if (pressed) showUsersOf(c, scheduling.cpus[i]);
  });
}

void drawWakers(Context& c, const Scheduling& scheduling, const Rect& area) {
  drawList(
      c, "wakings", area, scheduling.wakers.size(), -1, [&](size_t i, const Rect& place, bool pressed, bool hovered) {
        Rect box{place.x + 4, place.y, place.w - 8, place.h};
        const Waking& one = scheduling.wakers[i];
        std::string count = countText(one.count);
        drawText(c, c.fonts.mono, kMonoSize, {box.x + 44 - textWidth(c.fonts.mono, kMonoSize, count), box.y + 2},
                 c.theme.text, count);
        std::string waker = wakerText(c.index(), one.waker, one.context, one.handler);
        Rect clip{box.x + kCountWidth, box.y, box.w - kCountWidth, box.h};
        // A long waker leaves half of the row to the woken.
        const std::string woken = wokenText(c.index(), one);
        const float most = clip.w - std::min(clip.w / 2, textWidth(c.fonts.words, kWordSize, woken));
        const std::string left = fitThread(c, waker, most);
        const float rest = clip.w - textWidth(c.fonts.words, kWordSize, left);
        drawText(c, c.fonts.words, kWordSize, {clip.x, box.y + 1}, c.theme.text, left + fitThread(c, woken, rest),
                 &clip);
        if (pressed) listWakings(c, one);
        if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) askThreadMenu(c, one.woken);
        if (hovered)
          drawTip(c,
                  {{waker, c.fonts.strong, kWordSize, c.theme.text},
                   {"woke " + threadText(c.index(), one.woken) + " " + countText(one.count, "time"), c.fonts.words,
                    kWordSize, c.theme.dim},
                   {"Enter or a click lists how long it then waited for a CPU", c.fonts.words, kHintSize, c.theme.dim}},
                  ImGui::GetIO().DisplaySize.y - kFooterHeight);
      });
}

}  // namespace

std::string busyText(const ClockInfo& clock, const Scheduling& scheduling, const CpuScheduling& cpu) {
  const Time recorded = scheduling.recordedOf(cpu);
  // A share of little says how much that is.
  if (recorded > 0)
    return percentText(cpu.busy, recorded, boundOf(scheduling)) +
           (isPartlyRecorded(scheduling, cpu) ? " of " + durationText(recorded, clock) : "");
  // A coarse clock may have counted nothing between the first record and the last.
  if (cpu.seen) return "in one tick";
  return cpu.tells() ? durationText(cpu.busy, clock, Bound::AtLeast) : "not recorded";
}

float cpusWidth(Canvas& c, const TraceIndex& index, const Scheduling& scheduling, float panel) {
  // A panel that is wider than this has room beside the columns of threads.
  constexpr float kLeast = 272, kNarrow = 1280;
  constexpr size_t kMeasured = 12;
  float widest = kLeast;
  for (size_t i = 0; i < std::min(scheduling.wakers.size(), kMeasured); ++i)
    widest = std::max(
        widest, kCountWidth + textWidth(c.fonts.words, kWordSize, pairText(index, scheduling.wakers[i])) + kListEdges);
  return std::min(widest, kLeast + std::max(0.0f, panel - kNarrow) / 2);
}

void drawCpusAndWakings(Context& c, const Scheduling& scheduling, const Rect& area, ShownLists shown) {
  if (shown != ShownLists::Second && markedCpu(c, c.index()) != kNoTrack) return drawCpuWork(c, scheduling, area);
  if (shown == ShownLists::First) return drawCpus(c, scheduling, {area.x, area.y, area.w, area.h - 2});
  if (shown == ShownLists::Second && scheduling.wakers.empty())
    return drawText(c, c.fonts.words, kWordSize, {area.x, area.y + 4}, c.theme.dim, "Nobody was woken here.");
  if (shown == ShownLists::Second) return drawWakers(c, scheduling, {area.x, area.y, area.w, area.h - 2});
  drawListTitle(c, area.x, area.y, "CPUs");
  // At most half of the height, if there are wakings to list.
  const float most = scheduling.wakings.empty() ? area.h - 24 : area.h / 2 - 24;
  const float height =
      std::clamp(kListRow * static_cast<float>(scheduling.cpus.size()), kListRow, std::max(kListRow, most));
  drawCpus(c, scheduling, {area.x, area.y + 20, area.w, height});
  if (scheduling.wakings.empty()) return;
  const float y = area.y + 20 + height + 8;
  drawListTitle(c, area.x, y, "Who woke whom");
  drawWakers(c, scheduling, {area.x, y + 20, area.w, area.y + area.h - y - 22});
}

}  // namespace tp::ui
