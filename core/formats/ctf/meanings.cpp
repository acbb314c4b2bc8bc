#include "core/formats/ctf/meanings.h"

#include <span>

namespace tp::ctf {
namespace {

using kernel::Meaning;

struct Rule {
  std::string_view name;
  kernel::EventMeaning meaning;
};

// Names as lttng-modules has them.
constexpr Rule kRules[] = {
    {"sched_switch", {Meaning::Schedule, {"prev_tid", "next_tid", "prev_state", "prev_comm", "next_comm"}}},
    {"sched_waking", {Meaning::Waking, {"tid", "target_cpu", "", "comm"}}},
    {"sched_wakeup", {Meaning::Woken, {"tid", "target_cpu", "", "comm"}}},
    {"sched_wakeup_new", {Meaning::NewWakeup, {"tid", "target_cpu", "", "comm"}}},
    {"sched_migrate_task", {Meaning::Migrate, {"tid", "dest_cpu"}}},
    {"sched_process_fork", {Meaning::Fork, {"parent_tid", "child_tid", "child_pid", "child_comm"}}},
    {"sched_process_exit", {Meaning::Exit, {"tid"}}},
    {"sched_process_exec", {Meaning::Exec, {"filename"}}},
    {"lttng_statedump_process_state", {Meaning::ProcessState, {"tid", "name", "pid", "status", "mode"}}},
    {"irq_handler_entry", {Meaning::IrqEntry, {"irq", "name"}}},
    {"irq_handler_exit", {Meaning::IrqExit, {}}},
    {"softirq_entry", {Meaning::SoftirqEntry, {"vec"}}},
    {"softirq_exit", {Meaning::SoftirqExit, {}}},
    {"irq_softirq_entry", {Meaning::SoftirqEntry, {"vec"}}},
    {"irq_softirq_exit", {Meaning::SoftirqExit, {}}},
    {"block_rq_issue", {Meaning::BlockIssue, {"sector", "dev"}}},
    {"block_rq_complete", {Meaning::BlockComplete, {"sector", "rwbs", "dev"}}},
    {"exit_syscall", {Meaning::SyscallExit, {"ret"}}},
    {"compat_exit_syscall", {Meaning::SyscallExit, {"ret"}}},
};

// As the kernel's tracepoints have their fields, whose "pid" is what others call a tid.
constexpr Rule kPerfRules[] = {
    {"sched:sched_switch", {Meaning::Schedule, {"prev_pid", "next_pid", "prev_state", "prev_comm", "next_comm"}}},
    {"sched:sched_waking", {Meaning::Waking, {"pid", "target_cpu", "", "comm"}}},
    {"sched:sched_wakeup", {Meaning::Woken, {"pid", "target_cpu", "", "comm"}}},
    {"sched:sched_wakeup_new", {Meaning::NewWakeup, {"pid", "target_cpu", "", "comm"}}},
    {"sched:sched_migrate_task", {Meaning::Migrate, {"pid", "dest_cpu"}}},
    {"sched:sched_process_fork", {Meaning::Fork, {"parent_pid", "child_pid", "", "child_comm"}}},
    {"sched:sched_process_exit", {Meaning::Exit, {"pid"}}},
    {"sched:sched_process_exec", {Meaning::Exec, {"filename"}}},
    {"irq:irq_handler_entry", {Meaning::IrqEntry, {"irq", "name"}}},
    {"irq:irq_handler_exit", {Meaning::IrqExit, {}}},
    {"irq:softirq_entry", {Meaning::SoftirqEntry, {"vec"}}},
    {"irq:softirq_exit", {Meaning::SoftirqExit, {}}},
    {"raw_syscalls:sys_enter", {Meaning::SyscallEntry, {"id"}}},
    {"raw_syscalls:sys_exit", {Meaning::SyscallExit, {"ret"}}},
};
constexpr std::string_view kPerfEntry = "syscalls:sys_enter_", kPerfExit = "syscalls:sys_exit_";

// The second, and the names before version 2.6: "sys_openat".
constexpr std::string_view kEntries[] = {"syscall_entry_", "compat_syscall_entry_", "sys_", "compat_sys_"};
constexpr std::string_view kExits[] = {"syscall_exit_", "compat_syscall_exit_"};

}  // namespace

bool isPerf(const TraceClass& trace) {
  return trace.env("tracer_name") == "perf";
}

std::string_view systemCallOf(const TraceClass& trace, std::string_view event) {
  if (isPerf(trace)) return event.starts_with(kPerfEntry) ? event.substr(kPerfEntry.size()) : std::string_view();
  for (const std::string_view prefix : kEntries)
    if (event.starts_with(prefix)) return event.substr(prefix.size());
  return {};
}

kernel::EventMeaning meaningOf(const TraceClass& trace, std::string_view event) {
  const bool byPerf = isPerf(trace);
  for (const Rule& rule : byPerf ? std::span<const Rule>(kPerfRules) : std::span<const Rule>(kRules))
    if (rule.name == event) return rule.meaning;
  if (!systemCallOf(trace, event).empty()) return {Meaning::SyscallEntry, {"id"}};
  if (byPerf && event.starts_with(kPerfExit)) return {Meaning::SyscallExit, {"ret"}};
  for (const std::string_view prefix : kExits)
    if (!byPerf && event.starts_with(prefix)) return {Meaning::SyscallExit, {"ret"}};
  return {};
}

}  // namespace tp::ctf
