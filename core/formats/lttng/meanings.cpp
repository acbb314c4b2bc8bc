#include "core/formats/lttng/meanings.h"

namespace tp::lttng {
namespace {

struct Rule {
  std::string_view channel;  // The channel in 2.x; before, the facility with which the name begins.
  std::string_view name;
  EventMeaning meaning;
};

// Names as they are in recorded traces.
constexpr Rule kRules[] = {
    {"kernel", "sched_schedule", {Meaning::Schedule, {"prev_pid", "next_pid", "prev_state|state"}}},
    {"process", "schedchange", {Meaning::Schedule, {"out", "in", "out_state"}}},
    {"kernel", "sched_try_wakeup", {Meaning::Wakeup, {"pid", "cpu_id", "state"}}},
    {"kernel", "sched_wakeup_new_task", {Meaning::NewWakeup, {"pid", "cpu_id"}}},
    {"kernel", "process_fork", {Meaning::Fork, {"parent_pid", "child_pid", "child_tgid"}}},
    {"process", "fork", {Meaning::Fork, {"parent_pid", "child_pid", "child_tgid"}}},
    {"kernel", "kthread_create", {Meaning::KernelThread, {"pid", "fn|function"}}},
    {"process", "kernel_thread", {Meaning::KernelThread, {"pid", "fn|function"}}},
    {"kernel", "process_exit", {Meaning::Exit, {"pid"}}},
    {"process", "exit", {Meaning::Exit, {"pid"}}},
    {"fs", "exec", {Meaning::Exec, {"filename"}}},
    {"userspace", "thread_brand", {Meaning::Brand, {"name"}}},
    {"user_generic", "thread_brand", {Meaning::Brand, {"name"}}},
    {"task_state", "process_state", {Meaning::ProcessState, {"pid", "name", "tgid", "status", "type"}}},
    {"list", "process_state", {Meaning::ProcessState, {"pid", "name", "tgid", "status", "type"}}},
    {"kernel", "syscall_entry", {Meaning::SyscallEntry, {"syscall_id"}}},
    {"kernel", "syscall_exit", {Meaning::SyscallExit, {"ret"}}},
    {"kernel", "trap_entry", {Meaning::TrapEntry, {"trap_id"}}},
    {"kernel", "trap_exit", {Meaning::TrapExit, {}}},
    {"kernel", "page_fault_entry", {Meaning::FaultEntry, {"address"}}},
    {"kernel", "page_fault_exit", {Meaning::FaultExit, {}}},
    {"kernel", "page_fault_nosem_entry", {Meaning::FaultEntry, {"address"}}},
    {"kernel", "page_fault_nosem_exit", {Meaning::FaultExit, {}}},
    {"kernel", "page_fault_get_user_entry", {Meaning::FaultEntry, {"address"}}},
    {"kernel", "page_fault_get_user_exit", {Meaning::FaultExit, {}}},
    {"kernel", "irq_entry", {Meaning::IrqEntry, {"irq_id"}}},
    {"kernel", "irq_exit", {Meaning::IrqExit, {}}},
    {"kernel", "softirq_entry", {Meaning::SoftirqEntry, {"softirq_id"}}},
    {"kernel", "softirq_exit", {Meaning::SoftirqExit, {}}},
    {"kernel", "soft_irq_entry", {Meaning::SoftirqEntry, {"softirq_id"}}},
    {"kernel", "soft_irq_exit", {Meaning::SoftirqExit, {}}},
    {"userspace", "function_entry", {Meaning::FunctionEntry, {"this_fn"}}},
    {"userspace", "function_exit", {Meaning::FunctionExit, {"this_fn"}}},
    {"user_generic", "function_entry", {Meaning::FunctionEntry, {"this_fn"}}},
    {"user_generic", "function_exit", {Meaning::FunctionExit, {"this_fn"}}},
    // Packet commands (rq_issue_pc) have no sector by which to find their completion.
    {"block", "rq_issue_fs", {Meaning::BlockIssue, {"hard_sector|sector"}}},
    {"block", "rq_complete_fs", {Meaning::BlockComplete, {"hard_sector|sector", "rw"}}},
    {"block", "rq_complete_pc", {Meaning::PacketComplete, {}}},
};

bool named(const Rule& rule, std::string_view event) {
  if (event.substr(0, rule.channel.size()) != rule.channel) return false;
  std::string_view rest = event.substr(rule.channel.size());
  if (rest.empty() || (rest[0] != '.' && rest[0] != '_')) return false;
  rest.remove_prefix(1);
  if (rest == rule.name) return true;
  // Up to 1.0, events that depend on the processor have a facility of their own: kernel_arch_syscall_entry (1.0), or
  // kernel_arch.syscall_entry.
  constexpr std::string_view kArch = "arch";
  return event[rule.channel.size()] == '_' && rest.size() == kArch.size() + 1 + rule.name.size() &&
         rest.substr(0, kArch.size()) == kArch && (rest[kArch.size()] == '_' || rest[kArch.size()] == '.') &&
         rest.substr(kArch.size() + 1) == rule.name;
}

}  // namespace

EventMeaning meaningOf(std::string_view event) {
  for (const Rule& rule : kRules)
    if (named(rule, event)) return rule.meaning;
  return {};
}

}  // namespace tp::lttng
