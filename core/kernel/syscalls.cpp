#include "core/kernel/syscalls.h"

namespace tp::kernel {
namespace {

struct Entry {
  int64_t number;
  const char* name;
};

// The entries with null names mark the end, also if a header is missing.
constexpr Entry kX86_64[] = {
#include "syscalls_x86_64.inc"
    {-1, nullptr}};
constexpr Entry kGeneric[] = {
#include "syscalls_generic.inc"
    {-1, nullptr}};

}  // namespace

SyscallTable syscallTable(const std::string& machine) {
  if (machine == "x86_64") return SyscallTable::X86_64;
  if (machine == "aarch64" || machine.rfind("riscv", 0) == 0 || machine == "loongarch64") return SyscallTable::Generic;
  return SyscallTable::None;
}

std::string syscallName(SyscallTable table, int64_t number) {
  const Entry* entry = table == SyscallTable::X86_64 ? kX86_64 : kGeneric;
  if (table != SyscallTable::None)
    for (; entry->name != nullptr; ++entry)
      if (entry->number == number) return entry->name;
  return "syscall " + std::to_string(number);
}

std::string_view SyscallNames::of(int64_t number) {
  constexpr int64_t kMax = 4096;
  if (number < 0 || number >= kMax) return {};
  auto [at, fresh] = names_.try_emplace(number);
  if (fresh) at->second = syscallName(table_, number);
  return at->second;
}

}  // namespace tp::kernel
