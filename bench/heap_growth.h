// How much memory something takes while it is made.
#pragma once

#include <algorithm>
#include <cstddef>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace tp::bench {

// The most by which the heap has grown since this was made, in bytes, of the times when it was looked at.
class HeapGrowth {
 public:
  void look() { most_ = std::max(most_, used()); }
  size_t most() {
    look();
    return most_ - begin_;
  }

 private:
  // 0 where nobody counts it.
  static size_t used() {
#ifdef __GLIBC__
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
  }

  const size_t begin_ = used();
  size_t most_ = begin_;
};

}  // namespace tp::bench
