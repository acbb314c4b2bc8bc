// Names of the system calls of Linux by number.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace tp::kernel {

enum class SyscallTable : uint8_t { None, X86_64, Generic };

// `machine` is as in uname: "x86_64", "aarch64". Returns None if its numbers are not known here.
SyscallTable syscallTable(const std::string& machine);
// The machines whose numbers are known, one for each table and others that people look for.
inline constexpr std::string_view kMachines[] = {"x86_64", "aarch64", "riscv64", "loongarch64"};

// What the trace's info says of its system calls where nothing tells the machine, and people may choose one.
inline constexpr std::string_view kMachineNotTold = "numbers only: the trace does not tell the machine";
// And where one was chosen.
inline std::string machineChosen(std::string_view machine) {
  return "named as on " + std::string(machine) + ", which was chosen";
}

// Returns "read", for example, or "syscall 1234" for a number without a name.
std::string syscallName(SyscallTable table, int64_t number);

// Caches the names, for calls for each record. Returned views are valid as long as this; numbers below 0 or from 4096
// on have the empty name.
class SyscallNames {
 public:
  explicit SyscallNames(SyscallTable table) : table_(table) {}
  std::string_view of(int64_t number);
  // To be called before of().
  void setTable(SyscallTable table) { table_ = table; }

 private:
  SyscallTable table_;
  std::unordered_map<int64_t, std::string> names_;
};

}  // namespace tp::kernel
