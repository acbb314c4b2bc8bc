// By the time in which states of threads stacks can be weighed.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/trace/thread_state.h"

namespace tp {

enum class StateWeight : uint8_t {
  None,      // not by states
  Running,   // on a CPU
  Runnable,  // waiting for a CPU
  Blocked,   // neither: asleep, stopped, parked, a kernel thread without work
  Disk,      // of that, in the uninterruptible sleep
  OffCpu,    // waiting for a CPU or blocked
};

// A weight as users choose it.
struct StateWeightRow {
  StateWeight weight = StateWeight::None;
  std::string_view word;   // in commands
  const char* label = "";  // in menus
  char letter = 0;         // in links
};
inline constexpr StateWeightRow kStateWeights[] = {
    {StateWeight::Running, "running", "Time on the CPU", 'R'},
    {StateWeight::Runnable, "runnable", "Waiting for a CPU", 'W'},
    {StateWeight::Blocked, "blocked", "Blocked", 'B'},
    {StateWeight::Disk, "disk", "Blocked on disk", 'D'},
    {StateWeight::OffCpu, "off-cpu", "Off the CPU", 'O'},
};

// Returns null for None.
constexpr const StateWeightRow* stateWeightRow(StateWeight weight) {
  for (const StateWeightRow& row : kStateWeights)
    if (row.weight == weight) return &row;
  return nullptr;
}

// Returns None if no weight has this word.
constexpr StateWeight stateWeightOf(std::string_view word) {
  for (const StateWeightRow& row : kStateWeights)
    if (row.word == word) return row.weight;
  return StateWeight::None;
}

// Whether a thread in this state has no CPU, as far as is known.
constexpr bool isOffCpu(ThreadState state) {
  return state > ThreadState::Running && state < ThreadState::Dead;
}

// Whether the time in this state counts.
constexpr bool weighs(StateWeight weight, ThreadState state) {
  switch (weight) {
    case StateWeight::Running:
      return state == ThreadState::Running;
    case StateWeight::Runnable:
      return state == ThreadState::Runnable;
    case StateWeight::Blocked:
      return isOffCpu(state) && state != ThreadState::Runnable;
    case StateWeight::Disk:
      return state == ThreadState::Uninterruptible;
    case StateWeight::OffCpu:
      return isOffCpu(state);
    default:
      return false;
  }
}

}  // namespace tp
