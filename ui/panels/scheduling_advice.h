// How to record what tells when threads ran and waited.
#pragma once

namespace tp::ui {

inline constexpr const char* kKernelAdvice =
    "Of the kernel: trace-cmd record -e sched, perf sched record, or lttng enable-event --kernel 'sched_*'.";
inline constexpr const char* kProgramAdvice = "Of a program: uftrace record without --no-event.";

}  // namespace tp::ui
