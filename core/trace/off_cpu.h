// The names of slices for time off the CPU within a call. They are no calls: views draw them hatched over the call that
// they interrupt, and their time is not part of the caller's self time.
#pragma once

#include <string_view>

#include "core/trace/names.h"

namespace tp {

// The thread waits, or was preempted. The words are those of uftrace's tables.
inline constexpr std::string_view kOffCpuSlice = "linux:schedule";
inline constexpr std::string_view kOffCpuPreemptedSlice = "linux:schedule (pre-empted)";

inline bool isOffCpuSlice(std::string_view name) {
  return name == kOffCpuSlice || name == kOffCpuPreemptedSlice;
}

// Whether a program's trace has such slices: their names are there only if these are.
inline bool tellsOffCpu(const NameTable& names) {
  return names.find(kOffCpuSlice) != kNoName || names.find(kOffCpuPreemptedSlice) != kNoName;
}

}  // namespace tp
