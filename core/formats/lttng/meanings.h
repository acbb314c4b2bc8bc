// The meanings of the kernel's events for processes and CPUs, whatever a version calls the events.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/formats/lttng/markers.h"

namespace tp::lttng {

// The comments list the fields that are used, in the order of EventMeaning::fields.
enum class Meaning : uint8_t {
  None,
  Schedule,      // prev_pid, next_pid, prev_state
  Wakeup,        // pid, cpu_id, state
  NewWakeup,     // pid, cpu_id: the first wakeup of a thread
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
  FunctionEntry,   // this_fn
  FunctionExit,    // this_fn
  KernelThread,    // pid, fn
  BlockIssue,      // hard_sector
  BlockComplete,   // hard_sector, rw
  PacketComplete,  // a request that is not of sectors
};

struct EventMeaning {
  static constexpr size_t kFields = 5;
  Meaning meaning = Meaning::None;
  std::array<std::string_view, kFields> fields{};  // "a|b": a field has one name or the other, by version.

  // Returns the index in `fields` to which the field of this name belongs, or -1.
  int8_t fieldOf(std::string_view name) const;
};

// Returns the meaning of an event by its name: "kernel.sched_schedule" (2.x and 0.x), "kernel_sched_schedule" (1.0).
EventMeaning meaningOf(std::string_view event);

}  // namespace tp::lttng
