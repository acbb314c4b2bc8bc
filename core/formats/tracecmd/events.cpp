#include "core/formats/tracecmd/events.h"

#include <algorithm>
#include <charconv>
#include <unordered_set>

namespace tp::tracecmd {
namespace {

// A field of an event, and the member of Event that stands for it.
struct Role {
  std::string_view field;
  const Field* Event::*member = nullptr;  // null: it has to be there, but is not read
};

constexpr size_t kRoles = 5;

struct Rule {
  std::string_view system;  // Empty for any.
  std::string_view name;    // A * stands for any text.
  Meaning meaning;
  std::array<Role, kRoles> roles;
  uint32_t needed;  // How many of the fields, from the first on, have to be there.
};

constexpr Role kPid{"pid", &Event::pid};
constexpr Role kComm{"comm", &Event::comm};
constexpr Role kState{"state", &Event::state};
constexpr Role kCpuId{"cpu_id", &Event::cpu};
constexpr Role kTargetCpu{"target_cpu", &Event::cpu};
constexpr Role kIrq{"irq"};
constexpr Role kRet{"ret"};
constexpr Role kId{"id", &Event::syscall};
constexpr Role kFunc{"func", &Event::function};
constexpr Role kDepth{"depth", &Event::depth};
constexpr Role kCallTime{"calltime", &Event::callTime};
constexpr Role kReturnTime{"rettime", &Event::returnTime};
constexpr Role kResult{"retval", &Event::result};
constexpr Role kArguments{"args", &Event::arguments};
constexpr Role kReturnAddress{"retaddr", &Event::returnAddress};
constexpr Role kBytes{"bytes_alloc", &Event::bytes};
constexpr Role kCaller{"caller", &Event::callers};
constexpr Role kDevice{"dev", &Event::device};
constexpr Role kSector{"sector", &Event::sector};
constexpr std::array<Role, kRoles> kSwitch = {Role{"next_pid", &Event::nextPid}, Role{"next_comm", &Event::nextComm},
                                              Role{"prev_comm", &Event::prevComm}, Role{"prev_pid", &Event::prevPid},
                                              Role{"next_prio", &Event::nextPriority}};
constexpr std::array<Role, kRoles> kChild = {Role{"child_pid", &Event::pid}, Role{"child_comm", &Event::comm}};

// Sources: include/trace/events/*.h of the kernel, and kernel/trace/trace_entries.h for "ftrace".
constexpr Rule kRules[] = {
    {"sched", "sched_switch", Meaning::SchedSwitch, kSwitch, 2},
    {"sched", "sched_waking", Meaning::Waking, {kPid, kComm, kTargetCpu}, 1},
    {"sched", "sched_wakeup", Meaning::Wakeup, {kPid, kComm, kTargetCpu}, 1},
    {"sched", "sched_wakeup_new", Meaning::NewWakeup, {kPid, kComm, kTargetCpu}, 1},
    {"sched", "sched_migrate_task", Meaning::Migration, {kPid, Role{"dest_cpu", &Event::cpu}}, 2},
    {"sched", "sched_process_fork", Meaning::Fork, kChild, 1},
    {"sched", "sched_process_exec", Meaning::Exec, {kPid, Role{"old_pid", &Event::oldPid}}, 1},
    {"sched", "sched_process_exit", Meaning::Exit, {kPid}, 1},
    {"task", "task_newtask", Meaning::NewTask, {kPid, kComm, Role{"clone_flags", &Event::cloneFlags}}, 3},
    {"task", "task_rename", Meaning::Rename, {kPid, Role{"newcomm", &Event::comm}}, 2},
    {"power", "cpu_idle", Meaning::CpuIdle, {kState, kCpuId}, 2},
    {"power", "cpu_frequency", Meaning::CpuFrequency, {kState, kCpuId}, 2},
    {"irq", "irq_handler_entry", Meaning::IrqEntry, {kIrq, Role{"name", &Event::handler}}, 2},
    {"irq", "irq_handler_exit", Meaning::IrqExit, {kIrq}, 1},
    {"irq", "softirq_entry", Meaning::SoftirqEntry, {Role{"vec", &Event::vector}}, 1},
    {"irq", "softirq_exit", Meaning::SoftirqExit, {Role{"vec"}}, 1},
    {"ipi", "ipi_entry", Meaning::IpiEntry, {Role{"reason", &Event::handler}}, 1},
    {"ipi", "ipi_exit", Meaning::IpiExit, {}, 0},
    {"irq_vectors", "*_entry", Meaning::VectorEntry, {}, 0},
    {"irq_vectors", "*_exit", Meaning::VectorExit, {}, 0},
    {"timer", "hrtimer_expire_entry", Meaning::CallbackEntry, {Role{"function", &Event::function}}, 1},
    {"timer", "hrtimer_expire_exit", Meaning::CallbackExit, {}, 0},
    {"csd", "csd_function_entry", Meaning::CallbackEntry, {Role{"func", &Event::function}}, 1},
    {"csd", "csd_function_exit", Meaning::CallbackExit, {}, 0},
    {"nmi", "nmi_handler", Meaning::Nmi, {Role{"delta_ns", &Event::lasted}}, 1},
    {"syscalls", "sys_enter_*", Meaning::SyscallEntry, {}, 0},
    {"syscalls", "sys_exit_*", Meaning::SyscallExit, {kRet}, 0},
    {"raw_syscalls", "sys_enter", Meaning::SyscallEntry, {kId}, 1},
    {"raw_syscalls", "sys_exit", Meaning::SyscallExit, {kRet, kId}, 1},
    {"ftrace", "funcgraph_entry", Meaning::GraphEntry, {kFunc, kDepth, kArguments, kReturnAddress}, 2},
    {"ftrace", "fgraph_retaddr_entry", Meaning::GraphEntry, {kFunc, kDepth, kArguments, kReturnAddress}, 2},
    {"ftrace", "funcgraph_exit", Meaning::GraphExit, {kFunc, kDepth, kCallTime, kReturnTime, kResult}, 2},
    {"ftrace", "function", Meaning::Function, {Role{"ip", &Event::function}, kArguments}, 1},
    {"ftrace", "print", Meaning::Marker, {Role{"buf", &Event::text}}, 1},
    {"ftrace", "kernel_stack", Meaning::Stack, {kCaller, Role{"size", &Event::frames}}, 0},
    {"ftrace", "user_stack", Meaning::UserStack, {Role{"tgid", &Event::tgid}, kCaller}, 1},
    {"tlb", "tlb_flush", Meaning::AmidSwitch, {}, 0},
    {"kmem", "kmalloc", Meaning::Allocation, {kBytes}, 1},
    {"kmem", "kmalloc_node", Meaning::Allocation, {kBytes}, 1},
    {"kmem", "kmem_cache_alloc", Meaning::Allocation, {kBytes}, 1},
    {"kmem", "kmem_cache_alloc_node", Meaning::Allocation, {kBytes}, 1},
    {"kmem", "mm_page_alloc", Meaning::PageAllocation, {Role{"order", &Event::order}}, 1},
    {"block", "block_rq_issue", Meaning::BlockIssue, {kDevice, kSector}, 2},
    {"block",
     "block_rq_complete",
     Meaning::BlockComplete,
     {kDevice, kSector, Role{"rwbs", &Event::operation}, Role{"nr_sector", &Event::sectors}},
     2},
    // Probes may have any system and name; they are recognised by their first field.
    {"", "*", Meaning::ProbeReturn, {Role{"__probe_func", &Event::function}}, 1},
    {"", "*", Meaning::ProbeEntry, {Role{"__probe_ip", &Event::function}}, 1},
};

bool nameFits(std::string_view pattern, std::string_view name) {
  size_t star = pattern.find('*');
  if (star == std::string_view::npos) return name == pattern;
  std::string_view before = pattern.substr(0, star), after = pattern.substr(star + 1);
  return name.size() >= before.size() + after.size() && name.substr(0, before.size()) == before &&
         name.substr(name.size() - after.size()) == after;
}

void giveMeaning(Event& event) {
  const EventFormat& format = event.format;
  for (const Rule& rule : kRules) {
    if ((!rule.system.empty() && rule.system != format.system) || !nameFits(rule.name, format.name)) continue;
    const Field* fields[kRoles] = {};
    uint32_t found = 0;
    for (uint32_t i = 0; i < kRoles; ++i) {
      if (!rule.roles[i].field.empty()) fields[i] = format.find(rule.roles[i].field);
      if (i < rule.needed) found += fields[i] != nullptr;
    }
    if (found < rule.needed) continue;
    event.meaning = rule.meaning;
    for (uint32_t i = 0; i < kRoles; ++i)
      if (rule.roles[i].member != nullptr) event.*rule.roles[i].member = fields[i];
    return;
  }
}

// Sets `least` and `spare`. An array at the end of a record may be shorter or longer than the format says; dynamic
// arrays lie behind all fields.
void giveSize(Event& event) {
  constexpr uint32_t kMax = 4096;
  // The record is as long as the structure, and may be padded beyond that.
  constexpr uint32_t kAlignment = 8, kPadding = 8;
  uint32_t end = 0;
  bool fixed = event.format.system != "ftrace";
  for (const auto* fields : {&event.format.common, &event.format.fields}) {
    for (const Field& field : *fields) {
      if (field.offset >= kMax || field.size >= kMax) {
        fixed = false;
        continue;
      }
      end = std::max(end, field.offset + field.size);
      bool number = field.form == Field::Form::Number && field.size <= 8;
      if (number) event.least = std::max(event.least, field.offset + field.size);
      fixed = fixed &&
              (number || (field.form != Field::Form::DataLoc && field.form != Field::Form::RelLoc && field.size > 0));
    }
  }
  if (!fixed || end != event.least) return;
  event.spare = (end + kAlignment - 1) / kAlignment * kAlignment + kPadding - end;
}

// Returns the name of a slice that begins with the event: "read" for "sys_enter_read".
std::string_view sliceName(const Event& event) {
  std::string_view name = event.format.name;
  auto cut = [&name](std::string_view ending) {
    if (name.size() > ending.size() && name.substr(name.size() - ending.size()) == ending)
      name.remove_suffix(ending.size());
  };
  if (event.meaning == Meaning::SyscallEntry && name.substr(0, 10) == "sys_enter_") return name.substr(10);
  if (event.meaning == Meaning::SyscallExit && name.substr(0, 9) == "sys_exit_") return name.substr(9);
  if (event.meaning == Meaning::ProbeEntry || event.meaning == Meaning::VectorEntry) {
    for (std::string_view ending : {"_entry", "_enter", "_"}) cut(ending);
  }
  if (event.meaning == Meaning::VectorExit) cut("_exit");
  return name;
}

}  // namespace

Events::Events(const TraceFile& file, NameTable& names) {
  for (const auto& [system, text] : file.formats) {
    auto event = std::make_unique<Event>();
    event->format = kernel::parseEventFormat(system, text);
    if (event->format.id < 0 || event->format.id > 65535) continue;
    event->number = static_cast<uint32_t>(events_.size());
    event->name = names.intern(event->format.name);
    giveMeaning(*event);
    giveSize(*event);
    event->slice = names.intern(sliceName(*event));
    first_[static_cast<size_t>(event->meaning)] = event.get();
    event->print = kernel::compilePrint(event->format, file.kernelLongSize);
    event->unclear = !event->print.ok || !event->print.unknown.empty();
    if (const Field* type = event->format.find("common_type")) typeOffset_ = type->offset;
    if (const Field* pid = event->format.find("common_pid")) pidOffset_ = pid->offset;
    if (const Field* flags = event->format.find("common_flags")) flags_ = flags;
    if (const Field* count = event->format.find("common_preempt_count")) preemptCount_ = count;
    const auto id = static_cast<size_t>(event->format.id);
    if (id >= byId_.size()) byId_.resize(id + 1);
    byId_[id] = event.get();
    events_.push_back(std::move(event));
  }
  pairSyscalls();
}

// Pairs events by number if both have one, else by the name of the call.
void Events::pairSyscalls() {
  std::unordered_set<NameId> exits;
  for (const auto& event : events_)
    if (event->meaning == Meaning::SyscallExit) exits.insert(event->syscall != nullptr ? kNoName : event->slice);
  for (const auto& event : events_)
    if (event->meaning == Meaning::SyscallEntry)
      event->ends = exits.contains(event->syscall != nullptr ? kNoName : event->slice);
}

CommandLines::CommandLines(std::string_view text) {
  LineCursor lines(text);
  for (std::string_view line; lines.next(line);) {
    size_t space = line.find(' ');
    int64_t pid = 0;
    if (space == std::string_view::npos) continue;
    if (std::from_chars(line.data(), line.data() + space, pid).ec == std::errc()) names_[pid] = line.substr(space + 1);
  }
}

std::string_view CommandLines::known(int64_t pid) const {
  auto found = names_.find(pid);
  return found != names_.end() ? std::string_view(found->second) : std::string_view();
}

std::string_view CommandLines::find(int64_t pid) const {
  if (pid == 0) return "<idle>";
  std::string_view name = known(pid);
  return name.data() != nullptr ? name : std::string_view("<...>");
}

}  // namespace tp::tracecmd
