#include "core/formats/ctf/meanings.h"

#include <algorithm>

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
    {"lttng_statedump_process_state", {Meaning::ProcessState, {"tid", "name", "pid", "status", "type"}}},
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

// The second, and the names before version 2.6: "sys_openat".
constexpr std::string_view kEntries[] = {"syscall_entry_", "compat_syscall_entry_", "sys_", "compat_sys_"};
constexpr std::string_view kExits[] = {"syscall_exit_", "compat_syscall_exit_"};

}  // namespace

std::string_view systemCallOf(std::string_view event) {
  for (const std::string_view prefix : kEntries)
    if (event.starts_with(prefix)) return event.substr(prefix.size());
  return {};
}

kernel::EventMeaning meaningOf(std::string_view event) {
  for (const Rule& rule : kRules)
    if (rule.name == event) return rule.meaning;
  if (!systemCallOf(event).empty()) return {Meaning::SyscallEntry, {"id"}};
  for (const std::string_view prefix : kExits)
    if (event.starts_with(prefix)) return {Meaning::SyscallExit, {"ret"}};
  return {};
}

bool hasSwitches(const TraceLayout& layout) {
  return std::any_of(layout.events().begin(), layout.events().end(),
                     [](const EventLayout& event) { return event.program->event->name == "sched_switch"; });
}

}  // namespace tp::ctf
