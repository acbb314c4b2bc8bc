// Keeps memory that maps a file readable when the file is cut. Without it, the next access to the missing part raises
// SIGBUS, at any instruction of any thread, and ends the process.
//
// The signal handler maps zeros over what can't be read, and remembers where that begins. So decoders need no check for
// each access; whoever gave them bytes asks intact() afterwards whether these were the file's.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tp {

struct GuardedRange;

class BusGuard {
 public:
  // `base` is the start of a private mapping of `size` bytes (at least one), which must outlive the guard.
  BusGuard(const std::byte* base, uint64_t size);
  ~BusGuard();
  BusGuard(const BusGuard&) = delete;
  BusGuard& operator=(const BusGuard&) = delete;

  // Returns how many bytes from the beginning have always been readable; never grows. May be called from any thread.
  uint64_t intact() const;
  // Lowers intact(), when it is known by other means that the file now ends there.
  void cut(uint64_t intact) const;

 private:
  GuardedRange* range_;
};

}  // namespace tp
