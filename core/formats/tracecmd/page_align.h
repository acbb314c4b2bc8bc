// Where the pages of a trace.dat may begin.
#pragma once

#include <cstdint>

namespace tp::tracecmd {

// Returns the smallest multiple of `size`, in bytes and not 0, that is not below `offset`.
inline uint64_t alignUp(uint64_t offset, uint64_t size) {
  uint64_t over = offset % size;
  return over == 0 ? offset : offset + (size - over);
}

}  // namespace tp::tracecmd
