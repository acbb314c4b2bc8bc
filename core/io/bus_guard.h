// Memory that stands for a file, and stays readable when the file does not: one that is cut while it is mapped ends a
// process that touches what is gone (SIGBUS), at any instruction of any thread.
//
// The signal's handler puts zeros in the place of what can't be read and remembers where that begins. So decoders go on
// as fast as ever, and whoever has given them bytes asks afterwards whether these were the file's.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tp {

struct GuardedRange;

class BusGuard {
 public:
  // `base`: of a private mapping, which outlives the guard; `size` in bytes, one or more.
  BusGuard(const std::byte* base, uint64_t size);
  ~BusGuard();
  BusGuard(const BusGuard&) = delete;
  BusGuard& operator=(const BusGuard&) = delete;

  // Bytes from the beginning that have never failed to be read; only falls. From any thread.
  uint64_t intact() const;
  // What is known by other ways: the file ends here by now.
  void cut(uint64_t intact) const;

 private:
  GuardedRange* range_;
};

}  // namespace tp
