// All event formats of a trace, by id, and what each means for the tracks.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/formats/tracecmd/trace_file.h"
#include "core/kernel/print_program.h"
#include "core/trace/names.h"

namespace tp::tracecmd {

using kernel::EventFormat;
using kernel::Field;
using kernel::PrintProgram;

// Events that tracks are made of, and the fields that each needs, as Event::a to d.
enum class Meaning : uint8_t {
  None,
  SchedSwitch,   // next_pid, next_comm, prev_comm, prev_pid
  Waking,        // pid, comm, target_cpu: a thread is to be woken
  NewWakeup,     // the same, for the first time
  Wakeup,        // the same: a thread was woken, and is on a run queue
  Migration,     // pid, dest_cpu: a thread that waits does so on another CPU
  Fork,          // child_pid, child_comm, parent_pid
  NewTask,       // pid, comm, clone_flags
  Rename,        // pid, newcomm
  Exec,          // pid
  CpuIdle,       // state, cpu_id
  CpuFrequency,  // state, cpu_id
  IrqEntry,      // irq, name
  IrqExit,       // irq
  SoftirqEntry,  // vec
  SoftirqExit,   // vec
  VectorEntry,   // interrupts of the processor itself, by their event's name
  VectorExit,
  Nmi,             // delta_ns
  SyscallEntry,    // sys_enter_NAME: no field; sys_enter: id
  SyscallExit,     // ret; id
  GraphEntry,      // func, depth
  GraphExit,       // func, depth, calltime, rettime
  Function,        // ip
  ProbeEntry,      // __probe_ip
  ProbeReturn,     // __probe_func
  Marker,          // buf, ip: what user space wrote into trace_marker
  Stack,           // of the event before it
  UserStack,       // tgid
  Allocation,      // bytes_alloc
  PageAllocation,  // order
  AmidSwitch,      // of the thread that leaves its CPU, behind the record of that switch
  BlockIssue,      // dev, sector
  BlockComplete,   // dev, sector
};

struct Event {
  EventFormat format;
  PrintProgram print;
  uint32_t number = 0;  // among all events
  NameId name = kNoName;
  NameId slice = kNoName;  // what a slice that begins with it is called
  Meaning meaning = Meaning::None;
  bool ends = false;              // of the entry of a system call: the trace has an event of its exit, too
  uint32_t least = 0;             // bytes that a record has: up to the end of its last number
  uint32_t spare = ~uint32_t{0};  // that it may have beyond these
  // For a meaning: the fields that it needs; null where the format has not got them.
  const Field* a = nullptr;
  const Field* b = nullptr;
  const Field* c = nullptr;
  const Field* d = nullptr;
};

// Whether an event is one that a thread which leaves its CPU still makes behind the switch, so that it does not say who
// runs: its stack, or what the switch itself does (kernel/sched/core.c: context_switch()).
inline bool followsSwitch(Meaning meaning) {
  return meaning == Meaning::Stack || meaning == Meaning::UserStack || meaning == Meaning::AmidSwitch;
}

// The field with the number of a system call; null where the event is of none.
inline const Field* syscallNumber(const Event& event) {
  if (event.meaning == Meaning::SyscallEntry) return event.a;
  return event.meaning == Meaning::SyscallExit ? event.b : nullptr;
}

class Events {
 public:
  Events(const TraceFile& file, NameTable& names);

  // Null for an id without a format.
  const Event* find(uint16_t id) const { return id < byId_.size() ? byId_[id] : nullptr; }
  uint32_t typeOffset() const { return typeOffset_; }
  uint32_t pidOffset() const { return pidOffset_; }
  // common_flags and common_preempt_count (core/trace/latency_flags.h); null where records don't have them.
  const Field* flags() const { return flags_; }
  const Field* preemptCount() const { return preemptCount_; }
  size_t size() const { return events_.size(); }
  const Event& at(size_t number) const { return *events_[number]; }
  // Any event of a meaning; null where the trace knows none.
  const Event* first(Meaning meaning) const { return first_[static_cast<size_t>(meaning)]; }
  bool has(Meaning meaning) const { return first(meaning) != nullptr; }

 private:
  void pairSyscalls();

  std::vector<std::unique_ptr<Event>> events_;
  std::vector<const Event*> byId_;  // up to the largest id
  std::array<const Event*, 64> first_{};
  uint32_t typeOffset_ = 0;
  uint32_t pidOffset_ = 4;
  const Field* flags_ = nullptr;
  const Field* preemptCount_ = nullptr;
};

// Names of tasks as the kernel saved them: the last known of each pid.
class CommandLines {
 public:
  explicit CommandLines(std::string_view text);
  // "<idle>" for 0, "<...>" for one that is not known.
  std::string_view find(int64_t pid) const;
  // Empty for one that is not known.
  std::string_view known(int64_t pid) const;

 private:
  std::unordered_map<int64_t, std::string> names_;
};

}  // namespace tp::tracecmd
