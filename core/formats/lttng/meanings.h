// What the kernel's own events say about its processes, whatever the version calls them.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/formats/lttng/markers.h"

namespace tp::lttng {

// And the fields that are of use, in the order of EventMeaning::fields.
enum class Meaning : uint8_t {
  None,
  Schedule,      // prev_pid, next_pid, prev_state
  Wakeup,        // pid, cpu_id, state
  NewWakeup,     // pid, cpu_id: for the first time
  Fork,          // parent_pid, child_pid, child_tgid
  Exit,          // pid
  Exec,          // filename
  Brand,         // name
  ProcessState,  // pid, name, tgid, status, type
  SyscallEntry,  // syscall_id
  SyscallExit,   // ret
  TrapEntry,     // trap_id
  TrapExit,
  FaultEntry,  // address
  FaultExit,
  IrqEntry,  // irq_id
  IrqExit,
  SoftirqEntry,  // softirq_id
  SoftirqExit,
  FunctionEntry,  // this_fn
  FunctionExit,   // this_fn
  KernelThread,   // pid, fn
  BlockIssue,     // hard_sector
  BlockComplete,  // hard_sector, rw
};

struct EventMeaning {
  static constexpr size_t kFields = 5;
  Meaning meaning = Meaning::None;
  std::array<std::string_view, kFields> fields{};  // "a|b": versions call it one or the other

  // Which of its fields this is, or -1.
  int8_t fieldOf(std::string_view name) const;
};

// By the name of the event: "kernel.sched_schedule" (2.x and 0.x), "kernel_sched_schedule" (1.0).
EventMeaning meaningOf(std::string_view event);

}  // namespace tp::lttng
