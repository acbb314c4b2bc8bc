// How the idle states of CPUs are called on their tracks, where the trace records them (cpu_idle of trace-cmd).
#pragma once

#include <string_view>

namespace tp::kernel {

// The number of the state is behind it.
inline constexpr std::string_view kIdleState = "idle state ";

constexpr bool isIdleState(std::string_view name) {
  return name.starts_with(kIdleState);
}

}  // namespace tp::kernel
