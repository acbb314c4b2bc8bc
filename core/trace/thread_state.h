// The states of a thread, as on the tracks of states.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tp {

enum class ThreadState : uint8_t {
  Unknown,          // not recorded; drawn only after a known state
  Running,          // on a CPU
  Runnable,         // woken or preempted, waits for a CPU
  Sleeping,         // waits; a signal may end it
  Uninterruptible,  // waits, mostly for input or output
  Stopped,
  Traced,  // stopped by a debugger
  Parked,
  Idle,  // a kernel thread without work
  Dead,
};
inline constexpr size_t kThreadStates = 10;

// Returns the name of the state's slices.
const char* threadStateName(ThreadState state);
// Returns Unknown if no state has this name.
ThreadState threadStateOf(std::string_view name);

}  // namespace tp
