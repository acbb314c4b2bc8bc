// The bound on CPU numbers.
#pragma once

#include <cstdint>

namespace tp::kernel {

// A trace may number its CPUs as it likes; tables with an entry for each CPU ignore numbers from this one on.
inline constexpr uint32_t kMaxCpus = 1u << 16;

}  // namespace tp::kernel
