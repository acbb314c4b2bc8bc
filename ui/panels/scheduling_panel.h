// The Scheduling panel and its parts.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ui/view/context.h"
#include "ui/view/panel_table.h"

namespace tp::ui {

void drawSchedulingPanel(Context& c, const Rect& area);
// The threads that are shown, the latencies that are listed, and the CPUs and who woke whom, or who used the marked
// CPU.
std::vector<PanelTable> schedulingTables(Context& c);

// What the panel counts: the marked range or the whole trace, of the trace that was chosen.
SchedulingScope countedScope(const WindowState& c);
// "in the marked 1.2 ms", "in the whole trace".
std::string countedText(const WindowState& c, const TraceIndex& index);

void drawThreadTable(Context& c, const Scheduling& scheduling, const Rect& area);
// The titles of the table's figures, and the texts of these for a thread.
std::vector<std::string> threadTitles();
std::vector<std::string> threadFigures(const Context& c, const ThreadScheduling& thread);
// Which of two lists that belong together there is room for.
enum class ShownLists : uint8_t { Both, First, Second };
// The histogram of wakeup latencies, and a list of the worst.
void drawLatencies(Context& c, const Scheduling& scheduling, const Rect& area, ShownLists shown = ShownLists::Both);
// Draws the title of a list.
void drawListTitle(Canvas& c, float x, float y, const char* text);
// "42.3 %", "in one tick": how busy a CPU was; its time is counted of what was recorded of it.
std::string busyText(const ClockInfo& clock, const Scheduling& scheduling, const CpuScheduling& cpu);
// How busy each CPU was, and which thread woke which; of a CPU that alone is marked, who used it, in place of both. One
// of them alone has no title.
void drawCpusAndWakings(Context& c, const Scheduling& scheduling, const Rect& area,
                        ShownLists shown = ShownLists::Both);

// How wide the two lists are to be beside the others, in a panel of a width: so that the most frequent pairs of who
// woke whom can be read, as far as there is room.
float cpusWidth(Canvas& c, const TraceIndex& index, const Scheduling& scheduling, float panel);

// "sched-pipe 11845"; "an idle CPU, or not known" for kNoTrack.
std::string threadText(const TraceIndex& index, TrackId thread);

// The same for what woke a thread, which may be an interrupt: then the interrupt's handler.
std::string wakerText(const TraceIndex& index, TrackId waker, WakeContext context, NameId handler);

// The latencies that the panel lists: the worst, or the longest of those that pass SchedulingView::latencies. Empty
// until these are counted. While the time of one of them is marked, they stay.
std::span<const WakeupLatency> listedLatencies(const WindowState& c, const Scheduling& scheduling);
// Whether they have stayed.
bool keepsLatencies(const WindowState& c);
// The position of a latency among these; -1: it is none of them.
int latencyAmong(std::span<const WakeupLatency> listed, const std::optional<WakeupLatency>& wanted);

// "the worst"; "sched-pipe 11845, 12.3 µs to 15.1 µs, the 100 longest of 4 711": what these are.
std::string latenciesText(const WindowState& c, const TraceIndex& index, const Scheduling& scheduling);

// Lists other latencies, and shows their list if there is not room for all.
void listLatencies(Context& c, const LatencyFilter& filter);

// Chooses one of the listed latencies: shows it on the tracks, and selects the state in which the thread waited. A
// copy, as the list may change.
void showLatency(Context& c, WakeupLatency one);

// Lists the latencies from one length to another, "10us 50us", or, without arguments, the worst. Returns false if they
// can't be read.
bool latenciesCommand(Context& c, std::span<const std::string> args);

// Shows the next of the listed latencies, or the one given by its number (from 1). Returns false if there is none, or
// the panel is not open.
bool latencyCommand(Context& c, std::span<const std::string> args);

}  // namespace tp::ui
