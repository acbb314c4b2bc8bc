// All event formats of a trace, by id, and their meanings for the tracks.
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

// Kinds of events from which tracks are made.
enum class Meaning : uint8_t {
  None,
  SchedSwitch,
  Waking,     // a thread is about to be woken
  NewWakeup,  // a new thread is woken for the first time
  Wakeup,     // a thread was woken and is on a run queue
  Migration,  // a thread that waits moves to another CPU
  Fork,
  NewTask,
  Rename,
  Exec,
  Exit,
  CpuIdle,
  CpuFrequency,
  IrqEntry,
  IrqExit,
  SoftirqEntry,
  SoftirqExit,
  VectorEntry,  // interrupts of the processor itself, named by their event
  VectorExit,
  IpiEntry,  // another CPU asks for something; the event tells for what
  IpiExit,
  Nmi,
  SyscallEntry,
  SyscallExit,
  GraphEntry,
  GraphExit,
  Function,
  ProbeEntry,
  ProbeReturn,
  Marker,     // text that user space wrote into trace_marker
  Stack,      // the stack of the event before it
  UserStack,  // the same, of the program
  Allocation,
  PageAllocation,
  AmidSwitch,  // recorded for the thread that leaves its CPU, after the record of that switch
  BlockIssue,
  BlockComplete,
  CallbackEntry,  // a function that an interrupt calls: of a timer, or that another CPU asks for
  CallbackExit,
};

struct Event {
  EventFormat format;
  PrintProgram print;
  uint32_t number = 0;   // Position among all events.
  bool unclear = false;  // The print format is not understood, or a part of it.
  NameId name = kNoName;
  NameId slice = kNoName;  // Name of a slice that begins with this event.
  Meaning meaning = Meaning::None;
  bool ends = false;              // For the entry of a system call: the trace has an event for its exit, too.
  uint32_t least = 0;             // Bytes that a record has at least: up to the end of its last number.
  uint32_t spare = ~uint32_t{0};  // Bytes that a record may have beyond these.
  // The fields that the meaning uses. Null if it does not use them, or if it can do without one and the format lacks
  // it.
  const Field* nextPid = nullptr;  // SchedSwitch
  const Field* nextComm = nullptr;
  const Field* prevPid = nullptr;
  const Field* prevComm = nullptr;
  const Field* nextPriority = nullptr;
  const Field* pid = nullptr;   // the thread that is woken, moved, new, renamed, ends, or executes another program
  const Field* comm = nullptr;  // its name
  const Field* cpu = nullptr;   // where it goes; or the CPU that is idle, or has another frequency
  const Field* cloneFlags = nullptr;  // NewTask
  const Field* oldPid = nullptr;      // Exec: the id of the thread before
  const Field* state = nullptr;       // CpuIdle: the idle state; CpuFrequency: the frequency in kHz
  const Field* handler = nullptr;     // IrqEntry: the name of the interrupt's handler; IpiEntry: the reason
  const Field* vector = nullptr;      // SoftirqEntry
  const Field* lasted = nullptr;      // Nmi: its duration in ns
  const Field* syscall = nullptr;     // the number of a system call; null for events of one call only
  const Field* function = nullptr;    // the address of the function that is entered, left or probed
  const Field* depth = nullptr;       // GraphEntry, GraphExit
  const Field* callTime = nullptr;    // GraphExit
  const Field* returnTime = nullptr;
  const Field* result = nullptr;         // GraphExit: what the function returned
  const Field* arguments = nullptr;      // GraphEntry, Function: words, as many as the record has
  const Field* returnAddress = nullptr;  // GraphEntry
  const Field* text = nullptr;           // Marker
  const Field* tgid = nullptr;           // UserStack
  const Field* callers = nullptr;        // Stack, UserStack: the addresses
  const Field* frames = nullptr;         // Stack: how many there are; old kernels do not tell
  const Field* bytes = nullptr;          // Allocation
  const Field* order = nullptr;          // PageAllocation: two to its power is the number of pages
  const Field* device = nullptr;         // BlockIssue, BlockComplete
  const Field* sector = nullptr;
  const Field* sectors = nullptr;    // BlockComplete: how many
  const Field* operation = nullptr;  // BlockComplete: "R", "W", "D" and others, with flags around them
};

// Returns whether a thread that leaves its CPU still makes such an event after the switch was recorded, so that the
// event does not tell who runs: the stack of the switch, or what the switch itself does (kernel/sched/core.c:
// context_switch()).
inline bool followsSwitch(Meaning meaning) {
  return meaning == Meaning::Stack || meaning == Meaning::UserStack || meaning == Meaning::AmidSwitch;
}

class Events {
 public:
  Events(const TraceFile& file, NameTable& names);

  // Returns null for an id without a format.
  const Event* find(uint16_t id) const { return id < byId_.size() ? byId_[id] : nullptr; }
  // Offsets in bytes of common_type (2 bytes) and common_pid (4 bytes) in every record.
  uint32_t typeOffset() const { return typeOffset_; }
  uint32_t pidOffset() const { return pidOffset_; }
  // common_flags and common_preempt_count (core/trace/latency_flags.h); null if records do not have them.
  const Field* flags() const { return flags_; }
  const Field* preemptCount() const { return preemptCount_; }
  size_t size() const { return events_.size(); }
  const Event& at(size_t number) const { return *events_[number]; }
  // Returns an event with this meaning; null if the trace has none.
  const Event* first(Meaning meaning) const { return first_[static_cast<size_t>(meaning)]; }
  bool has(Meaning meaning) const { return first(meaning) != nullptr; }

 private:
  void pairSyscalls();

  std::vector<std::unique_ptr<Event>> events_;
  std::vector<const Event*> byId_;  // Indexed up to the largest id.
  std::array<const Event*, 64> first_{};
  uint32_t typeOffset_ = 0;
  uint32_t pidOffset_ = 4;
  const Field* flags_ = nullptr;
  const Field* preemptCount_ = nullptr;
};

// Names of tasks as the kernel saved them: the last known name of each pid.
class CommandLines {
 public:
  explicit CommandLines(std::string_view text);
  // Returns "<idle>" for 0, and "<...>" for a pid that is not known.
  std::string_view find(int64_t pid) const;
  // Returns an empty view for a pid that is not known.
  std::string_view known(int64_t pid) const;

 private:
  std::unordered_map<int64_t, std::string> names_;
};

}  // namespace tp::tracecmd
