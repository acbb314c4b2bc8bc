// Slices that stand for time off the CPU within a call, not for a call: a view draws them hatched over what they
// interrupt, and the time is none of the caller's own.
#pragma once

#include <string_view>

namespace tp {

// The thread waits for something, or its time was up. The words are those of uftrace's tables.
inline constexpr std::string_view kOffCpuSlice = "linux:schedule";
inline constexpr std::string_view kOffCpuPreemptedSlice = "linux:schedule (pre-empted)";

inline bool isOffCpuSlice(std::string_view name) {
  return name == kOffCpuSlice || name == kOffCpuPreemptedSlice;
}

}  // namespace tp
