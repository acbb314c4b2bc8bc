// What a thread can be in, as the tracks of states have it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tp {

enum class ThreadState : uint8_t {
  Unknown,          // not recorded; drawn where something before it is known
  Running,          // on a CPU
  Runnable,         // woken or preempted, waits for a CPU
  Sleeping,         // waits, and a signal may end it
  Uninterruptible,  // waits, for input or output mostly
  Stopped,
  Traced,  // stopped by a debugger
  Parked,
  Idle,  // a kernel thread without work
  Dead,
};
inline constexpr size_t kThreadStates = 10;

// The name of its slices.
const char* threadStateName(ThreadState state);
// Unknown for what is none of these names.
ThreadState threadStateOf(std::string_view name);

}  // namespace tp
