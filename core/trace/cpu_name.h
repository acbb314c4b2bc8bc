// The name of a CPU, as tracks, streams and figures have it.
#pragma once

#include <cstdint>
#include <string>

namespace tp {

// Returns "0", and if the trace does not say which CPU it is, "0 (guessed)".
inline std::string cpuNumber(int64_t number, bool guessed) {
  return std::to_string(number) + (guessed ? " (guessed)" : "");
}
// Returns "CPU 0" or "CPU 0 (guessed)".
inline std::string cpuName(int64_t number, bool guessed = false) {
  return "CPU " + cpuNumber(number, guessed);
}

}  // namespace tp
