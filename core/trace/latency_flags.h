// What Linux' tracer notes with each record about the state of the CPU: common_flags and common_preempt_count.
#pragma once

#include <array>
#include <cstdint>

namespace tp {

// include/linux/trace_events.h of the kernel: enum trace_flag_type.
enum LatencyFlag : uint8_t {
  kIrqsOff = 1,
  kIrqsNotTold = 2,  // on architectures that don't know; in later kernels: a lazy reschedule is wanted
  kNeedResched = 4,
  kInHardirq = 8,
  kInSoftirq = 16,
  kInNmi = 64,
};

// Formats "d.h3.", as trace-cmd 3.2 shows it before the time: interrupts off, a reschedule wanted, in an interrupt or
// softirq (H: in an interrupt during a softirq), how often preemption is disabled, and how often migration is.
inline std::array<char, 5> latencyText(uint8_t flags, uint8_t preemptCount) {
  static constexpr char kDigits[] = ".123456789abcdef";
  std::array<char, 5> text{'.', '.', '.', '.', '.'};
  if ((flags & kIrqsOff) != 0) {
    text[0] = 'd';
  } else if ((flags & kIrqsNotTold) != 0) {
    text[0] = 'X';
  }
  if ((flags & kNeedResched) != 0) text[1] = 'N';
  const bool hard = (flags & kInHardirq) != 0, soft = (flags & kInSoftirq) != 0;
  if (hard || soft) text[2] = hard && soft ? 'H' : hard ? 'h' : 's';
  text[3] = kDigits[preemptCount & 15];
  text[4] = kDigits[preemptCount >> 4];
  return text;
}

}  // namespace tp
