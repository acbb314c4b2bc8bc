// The panel of what became of threads, and its parts.
#pragma once

#include <span>
#include <string>

#include "ui/view/context.h"

namespace tp::ui {

void drawSchedulingPanel(Context& c, const Rect& area);

void drawThreadTable(Context& c, const Scheduling& scheduling, const Rect& area);
// The histogram of wakeup latencies, and the worst of them.
void drawLatencies(Context& c, const Scheduling& scheduling, const Rect& area);
// How busy each CPU was, and who woke whom.
void drawCpusAndWakings(Context& c, const Scheduling& scheduling, const Rect& area);

// "sched-pipe 11845"; what to say of nobody.
std::string threadText(const Context& c, TrackId thread);

// The same of who woke a thread: an interrupt is none.
std::string wakerText(const Context& c, TrackId waker, WakeContext context, NameId handler);

// To the next of the worst latencies, or to the one given (from 1). False where there is none, or another panel is
// open.
bool latencyCommand(Context& c, std::span<const std::string> args);

}  // namespace tp::ui
