// The stack of a thread, recorded when it left its CPU.
#pragma once

#include <functional>
#include <span>

#include "core/trace/names.h"
#include "core/trace/trace_info.h"
#include "core/trace/tracks.h"

namespace tp {

struct SwitchStack {
  TrackId thread = kNoTrack;
  Time time = 0;                   // of the switch, as the record of the state has it that begins then
  std::span<const NameId> frames;  // the outermost first; valid while it is told
};

// Called in the order of decoding: for each stack before a record is returned that says that the thread runs again.
using StackWatch = std::function<void(const SwitchStack& stack)>;

}  // namespace tp
