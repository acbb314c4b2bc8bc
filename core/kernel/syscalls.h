// Names of the system calls of Linux by number.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace tp::kernel {

enum class SyscallTable : uint8_t { None, X86_64, Generic };

// `machine` as uname says it: "x86_64", "aarch64". None for those whose numbers we don't know.
SyscallTable syscallTable(const std::string& machine);

// "read"; "syscall 1234" for a number that has no name.
std::string syscallName(SyscallTable table, int64_t number);

// The same for whoever asks for each record: a name is looked up once, and stays where it is.
class SyscallNames {
 public:
  explicit SyscallNames(SyscallTable table) : table_(table) {}
  std::string_view of(int64_t number);

 private:
  SyscallTable table_;
  std::unordered_map<int64_t, std::string> names_;
};

}  // namespace tp::kernel
