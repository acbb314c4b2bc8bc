#include "core/formats/tracecmd/machine.h"

#include <algorithm>
#include <iterator>

#include "core/kernel/syscalls.h"

namespace tp::tracecmd {
namespace {

struct Sign {
  std::string_view text;
  std::string_view machine;
};

// Parts of names of functions that only the kernel of this machine has: arch/*/include/asm/syscall_wrapper.h, and for
// kernels before 4.17 arch/x86/entry/entry_64.S and arch/arm64/kernel/entry.S.
constexpr Sign kSymbols[] = {{"__x64_sys_", "x86_64"},
                             {" entry_SYSCALL_64", "x86_64"},
                             {"__arm64_sys_", "aarch64"},
                             {" el0_svc", "aarch64"},
                             {"__riscv_sys_", "riscv64"}};
// The same of system calls.
constexpr Sign kCalls[] = {{"arch_prctl", "x86_64"},
                           {"modify_ldt", "x86_64"},
                           {"riscv_flush_icache", "riscv64"},
                           {"riscv_hwprobe", "riscv64"}};
// The same of groups of events: arch/x86/include/asm/trace.
constexpr Sign kSystems[] = {{"irq_vectors", "x86_64"}, {"x86_fpu", "x86_64"}};
// Calls that all machines have but those of the generic table (include/uapi/asm-generic/unistd.h).
constexpr std::string_view kOlder[] = {"open", "stat", "newstat", "fork", "pipe", "poll", "unlink"};

template <size_t N>
std::string machineWith(const Sign (&signs)[N], std::string_view name) {
  auto found = std::find_if(std::begin(signs), std::end(signs), [&](const Sign& one) { return one.text == name; });
  return std::string(found != std::end(signs) ? found->machine : std::string_view());
}

std::string bySymbols(const std::string& kallsyms) {
  for (const Sign& sign : kSymbols)
    if (kallsyms.find(sign.text) != std::string::npos) return std::string(sign.machine);
  return {};
}

std::string byEvents(const Events& events) {
  // As many calls are described only where all are.
  constexpr size_t kAll = 200;
  constexpr std::string_view kEnter = "sys_enter_";
  size_t calls = 0;
  bool older = false;
  for (size_t i = 0; i < events.size(); ++i) {
    const EventFormat& format = events.at(i).format;
    if (std::string machine = machineWith(kSystems, format.system); !machine.empty()) return machine;
    if (format.system != "syscalls" || !std::string_view(format.name).starts_with(kEnter)) continue;
    const std::string_view call = std::string_view(format.name).substr(kEnter.size());
    if (std::string machine = machineWith(kCalls, call); !machine.empty()) return machine;
    ++calls;
    older = older || std::find(std::begin(kOlder), std::end(kOlder), call) != std::end(kOlder);
  }
  // Of the machines with these numbers, this one stands for all.
  return calls >= kAll && !older ? "aarch64" : "";
}

}  // namespace

Machine machineOf(const TraceFile& file, const Events& events) {
  for (const auto& [key, value] : file.metadata)
    if (key == "uname") return {value.substr(value.rfind(' ') + 1), {}, false};
  // The names that are known here are those of 64 bits.
  if (file.kernelLongSize != 8) return {};
  if (std::string machine = bySymbols(file.kallsyms); !machine.empty()) return {machine, "the kernel's symbols", false};
  if (std::string machine = byEvents(events); !machine.empty()) return {machine, "the events", false};
  return {};
}

std::string aboutSyscalls(const Machine& machine, const Events& events) {
  bool numbered = false;
  for (size_t i = 0; i < events.size(); ++i) numbered = numbered || events.at(i).syscall != nullptr;
  const bool known = kernel::syscallTable(machine.name) != kernel::SyscallTable::None;
  if (!numbered) return {};
  if (known && machine.assumed) return kernel::machineChosen(machine.name);
  if (known && machine.toldBy.empty()) return {};
  if (known) return "named as on " + machine.name + ", which " + std::string(machine.toldBy) + " tell";
  if (machine.name.empty()) return std::string(kernel::kMachineNotTold);
  return "numbers only: their names on " + machine.name + " are not known";
}

}  // namespace tp::tracecmd
