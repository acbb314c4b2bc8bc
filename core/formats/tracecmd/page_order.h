// Whether a page of the ring buffer lies in time where it lies in the file: what tells a damaged time stamp, for a page
// begins when its first record was made, and a CPU's pages follow one another.
#pragma once

#include <string>

#include "core/kernel/ring_page.h"

namespace tp::tracecmd {

// Two hours and more of nanoseconds, 49 minutes of a counter at 3 GHz. A CPU may idle for so long: it is told where
// nothing else bears it out, and believed.
inline constexpr uint64_t kLongPause = uint64_t{1} << 43;
// Of a clock's units: a page may begin so much before the last record of the one before. The kernel's clocks step back
// a little when a counter is calibrated again (kernel/trace/ring_buffer.c: "Ring buffer clock went backwards") or the
// rate of the monotonic one is adjusted (kernel/time/timekeeping.c, ktime_get_mono_fast_ns()). Within a page the kernel
// makes that a delta of 0; a page's own time is as the clock says.
inline constexpr uint64_t kJitter = 1000;

inline bool isBefore(uint64_t time, uint64_t other) {
  return time < other && other - time > kJitter;
}

// The pages of a CPU from one on, as far as they are at hand: of the last ones nothing that follows is known.
struct PagesAhead {
  Bytes bytes;
  uint32_t pageSize = 4096;
  Endian endian = Endian::Little;
  uint32_t longSize = 8;
  bool fresh = false;  // they begin a chunk: what is wrong between it and the one before may be wrong there
};

// Of a CPU's page before.
struct PageBefore {
  uint64_t known = 0;
  uint64_t time = 0;  // of its last record
};

// What the times of a page may be. `damage` is what is wrong with the page, whose records then have no times to
// believe; empty: nothing. `pause`: it lies hours from the only page beside it; empty: it does not.
struct PageSpan {
  uint64_t latest = ~uint64_t{0};  // no record is later
  std::string damage;
  std::string pause;
  bool wentBack = false;  // all pages from here on are earlier than the one before: told, and believed
};

// `ahead` begins with the page whose header this is.
PageSpan judgePage(const PagesAhead& ahead, const kernel::PageHeader& header, const PageBefore& before);

}  // namespace tp::tracecmd
