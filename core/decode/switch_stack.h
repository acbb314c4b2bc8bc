// The stack of a thread, recorded when it left its CPU, or when it woke another one.
#pragma once

#include <functional>
#include <span>

#include "core/trace/names.h"
#include "core/trace/trace_info.h"
#include "core/trace/tracks.h"

namespace tp {

struct SwitchStack {
  TrackId thread = kNoTrack;  // which left its CPU or, `waking`, which was woken
  Time time = 0;              // of the switch, as the record of the state has it that begins then; or of the waking
  std::span<const NameId> frames;  // the outermost first; valid while it is told
  bool waking = false;             // it is the stack of who woke the thread
};

// Called in the order of decoding: for each stack before a record is returned that says that the thread runs again. (A
// thread that is woken can't run before the stack of its waking is recorded, unless the clocks of CPUs disagree.)
using StackWatch = std::function<void(const SwitchStack& stack)>;

}  // namespace tp
