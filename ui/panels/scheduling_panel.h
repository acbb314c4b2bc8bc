// The Scheduling panel and its parts.
#pragma once

#include <span>
#include <string>

#include "ui/view/context.h"

namespace tp::ui {

void drawSchedulingPanel(Context& c, const Rect& area);

void drawThreadTable(Context& c, const Scheduling& scheduling, const Rect& area);
// The histogram of wakeup latencies, and a list of the worst.
void drawLatencies(Context& c, const Scheduling& scheduling, const Rect& area);
// How busy each CPU was, and which thread woke which.
void drawCpusAndWakings(Context& c, const Scheduling& scheduling, const Rect& area);

// "sched-pipe 11845"; "an idle CPU, or not known" for kNoTrack.
std::string threadText(const Context& c, TrackId thread);

// The same for what woke a thread, which may be an interrupt: then the interrupt's handler.
std::string wakerText(const Context& c, TrackId waker, WakeContext context, NameId handler);

// Shows the next of the worst latencies, or the one given by its number (from 1). Returns false if there is none, or
// the panel is not open.
bool latencyCommand(Context& c, std::span<const std::string> args);

}  // namespace tp::ui
