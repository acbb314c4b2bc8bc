// Who used the CPU for which a thread waited.
#pragma once

#include "ui/view/context.h"
#include "ui/view/cpu_work_answer.h"

namespace tp::ui {

// The wait that ends where something on a CPU's track begins, of which a list has shown the place: a softirq was
// pending.
struct WaitOnCpu {
  TrackId cpu = kNoTrack;  // kNoTrack: none was shown
  Time from = 0, to = 0;
};

// The CPU whose track is marked, perhaps with states of threads; kNoTrack if others are, or none.
TrackId markedCpu(const WindowState& c, const TraceIndex& index);
// The track of the CPU on which the thread of the selected state runs from the state's end on; kNoTrack if that is not
// known, or not yet.
TrackId cpuAfterSelection(const WindowState& c, const Session& session);
// Marks the time of the selected state on the track of that CPU, brings that into view, and shows who used it; of what
// is selected on a CPU's track, that CPU then or, if a WaitOnCpu ends there, during that. Says why if nothing is known
// of the CPU. Returns false if it never will be.
bool showCpuMeanwhile(Context& c);
// Call once in each frame: does so as soon as the description of the selection is there, if it was wanted before.
void followCpuMeanwhile(Context& c);

}  // namespace tp::ui
