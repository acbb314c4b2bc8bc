// What has latencies: wakeups, system calls, interrupts, softirqs and requests of block devices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/analysis/slice_query.h"

namespace tp {

enum class LatencyKind : uint8_t { Wakeup, Syscall, Interrupt, Softirq, SoftirqPending, Request };
inline constexpr size_t kLatencyKinds = 6;
// By LatencyKind: for scripts, and for users, one and many.
inline constexpr const char* kLatencyKeys[kLatencyKinds] = {"wakeup",  "syscall",        "interrupt",
                                                            "softirq", "softirqPending", "request"};
inline constexpr const char* kLatencyNames[kLatencyKinds] = {"wakeup",  "system call",     "interrupt",
                                                             "softirq", "softirq pending", "request"};
inline constexpr const char* kLatencyTitles[kLatencyKinds] = {"wakeups",
                                                              "system calls",
                                                              "interrupts",
                                                              "softirqs",
                                                              "softirqs, from raising to entry",
                                                              "requests of block devices"};

// The kinds of slices that have latencies.
inline constexpr SliceKind kLatencySlices[] = {SliceKind::Syscalls, SliceKind::Cpus, SliceKind::Async};
// What to ask of a kind of slices: groups by name, and the longest slices.
SliceQuery latencyQuery(SliceKind kind);
// Returns what a slice with this name, of one of these kinds, is.
LatencyKind latencyKind(SliceKind slices, std::string_view name);

}  // namespace tp
