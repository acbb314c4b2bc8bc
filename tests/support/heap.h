// How much memory is taken, for tests of what thousands of something cost.
#pragma once

#include <cstdint>

#include "tests/support/slow_build.h"

#if defined(__GLIBC__) && !defined(TP_SANITIZED)
#include <malloc.h>
#endif

namespace tp::test {

// Bytes that are in use on the heap; 0 where nobody counts them.
inline uint64_t heapBytes() {
#if defined(__GLIBC__) && !defined(TP_SANITIZED)
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

// The most that heapBytes() has grown by since this was made, of the times when it was looked at.
class HeapGrowth {
 public:
  void look() {
    const uint64_t now = heapBytes();
    if (now > begin_ && now - begin_ > most_) most_ = now - begin_;
  }
  uint64_t most() {
    look();
    return most_;
  }

 private:
  uint64_t begin_ = heapBytes();
  uint64_t most_ = 0;
};

// Of a size that tests take: what a slow build takes of it.
inline constexpr uint32_t fewer(uint32_t size) {
  return kSlowBuild ? size / 20 : size;
}

}  // namespace tp::test
