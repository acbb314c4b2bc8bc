#include "core/formats/lttng/meanings.h"

namespace tp::lttng {
namespace {

struct Rule {
  std::string_view channel;  // of 2.x; in 1.0 the facility, with which the name begins
  std::string_view name;
  EventMeaning meaning;
};

// Names as the traces have them.
constexpr Rule kRules[] = {
    {"kernel", "sched_schedule", {Meaning::Schedule, {"prev_pid", "next_pid", "prev_state"}}},
    {"kernel", "sched_try_wakeup", {Meaning::Wakeup, {"pid"}}},
    {"kernel", "sched_wakeup_new_task", {Meaning::Wakeup, {"pid"}}},
    {"kernel", "process_fork", {Meaning::Fork, {"parent_pid", "child_pid", "child_tgid"}}},
    {"kernel", "process_exit", {Meaning::Exit, {"pid"}}},
    {"fs", "exec", {Meaning::Exec, {"filename"}}},
    {"userspace", "thread_brand", {Meaning::Brand, {"name"}}},
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
    {"userspace", "function_entry", {Meaning::FunctionEntry, {"this_fn"}}},
    {"userspace", "function_exit", {Meaning::FunctionExit, {"this_fn"}}},
};

bool named(const Rule& rule, std::string_view event) {
  if (event.substr(0, rule.channel.size()) != rule.channel) return false;
  std::string_view rest = event.substr(rule.channel.size());
  if (rest.empty() || (rest[0] != '.' && rest[0] != '_')) return false;
  rest.remove_prefix(1);
  if (rest == rule.name) return true;
  // What depends on the processor has a facility of its own in 1.0: kernel_arch_syscall_entry.
  constexpr std::string_view kArch = "arch_";
  return event[rule.channel.size()] == '_' && rest.substr(0, kArch.size()) == kArch &&
         rest.substr(kArch.size()) == rule.name;
}

}  // namespace

EventMeaning meaningOf(std::string_view event) {
  for (const Rule& rule : kRules)
    if (named(rule, event)) return rule.meaning;
  return {};
}

}  // namespace tp::lttng
