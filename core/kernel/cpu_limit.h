// How many CPUs a trace may have.
#pragma once

#include <cstdint>

namespace tp::kernel {

// A trace may number its CPUs as it likes; what has a place for each of them, has it below this number.
inline constexpr uint32_t kMaxCpus = 1u << 16;

}  // namespace tp::kernel
