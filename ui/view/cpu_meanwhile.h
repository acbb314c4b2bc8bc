// Who used the CPU for which a thread waited.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "core/session/scheduling/cpu_work_question.h"
#include "ui/view/context.h"

namespace tp::ui {

// What the marked CPU did in the marked range. The workers are asked once, and the answer is kept until another range
// is wanted.
class CpuWorkAnswer {
 public:
  // Returns the answer; null if it is not there. Then asks for it, unless `quiet` or the trace is not indexed yet.
  const CpuWork* want(Session& session, const CpuWorkScope& scope, bool quiet);
  // The answer for the last range for which there was one; null: there is none.
  const CpuWorkQuestion* last() const { return shown_.get(); }

 private:
  uint64_t opening_ = 0;  // Session::opening() of the answers
  std::shared_ptr<CpuWorkQuestion> asked_, shown_;
};

// The CPU whose track is marked, perhaps with states of threads; kNoTrack if others are, or none.
TrackId markedCpu(const WindowState& c, const TraceIndex& index);
// The track of the CPU on which the thread of the selected state runs from the state's end on; kNoTrack if that is not
// known, or not yet.
TrackId cpuAfterSelection(const WindowState& c, const Session& session);
// Marks the time of the selected state on the track of that CPU, and shows there who used it. Says why if nothing is
// known of the CPU. Returns false if it never will be.
bool showCpuMeanwhile(Context& c);
// Call once in each frame: does so as soon as the description of the selection is there, if it was wanted before.
void followCpuMeanwhile(Context& c);

}  // namespace tp::ui
