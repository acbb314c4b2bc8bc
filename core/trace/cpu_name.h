// The name of a CPU, as tracks, streams and figures have it.
#pragma once

#include <cstdint>
#include <string>

namespace tp {

// Returns "CPU 0", and if the trace does not say which CPU it is, "CPU 0 (guessed)".
inline std::string cpuName(int64_t number, bool guessed = false) {
  return "CPU " + std::to_string(number) + (guessed ? " (guessed)" : "");
}

}  // namespace tp
