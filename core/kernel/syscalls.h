// Names of the system calls of Linux by number.
#pragma once

#include <cstdint>
#include <string>

namespace tp::kernel {

enum class SyscallTable : uint8_t { None, X86_64, Generic };

// `machine` as uname says it: "x86_64", "aarch64". None for those whose numbers we don't know.
SyscallTable syscallTable(const std::string& machine);

// "read"; "syscall 1234" for a number that has no name.
std::string syscallName(SyscallTable table, int64_t number);

}  // namespace tp::kernel
