// The meanings of the kernel's events for threads and CPUs, whatever a tracer calls the events.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tp::kernel {

// The comments list the fields that are used, in the order of EventMeaning::fields.
enum class Meaning : uint8_t {
  None,
  Schedule,      // prev_pid, next_pid, prev_state, prev_comm, next_comm
  Wakeup,        // pid, cpu_id, state: state tells whether the thread is on a run queue
  NewWakeup,     // pid, cpu_id: the first wakeup of a thread
  Waking,        // pid, cpu_id so far, -, comm: the thread will be put on a run queue
  Woken,         // pid, cpu_id, -, comm: the thread is on a run queue
  Migrate,       // pid, cpu_id: a thread that does not run is moved there
  Fork,          // parent_pid, child_pid, child_tgid, child_comm
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
  IrqEntry,  // irq_id, name
  IrqExit,
  SoftirqEntry,  // softirq_id
  SoftirqExit,
  FunctionEntry,   // this_fn
  FunctionExit,    // this_fn
  KernelThread,    // pid, fn
  BlockIssue,      // hard_sector, device
  BlockComplete,   // hard_sector, rw, device
  PacketComplete,  // a request that is not of sectors
};

struct EventMeaning {
  static constexpr size_t kFields = 5;
  Meaning meaning = Meaning::None;
  std::array<std::string_view, kFields> fields{};  // "a|b": a field has one name or the other, by version

  // Returns the index in `fields` to which the field of this name belongs, or -1.
  int8_t fieldOf(std::string_view name) const;
};

}  // namespace tp::kernel
