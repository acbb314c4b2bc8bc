// Judges whether a page's time fits between those of its neighbours in the file; if not, its time stamp is damaged. A
// page begins when its first record was made, and a CPU's pages are in the order of time.
#pragma once

#include <string>

#include "core/kernel/ring_page.h"

namespace tp::tracecmd {

// In clock units: over two hours in nanoseconds, 49 minutes of a counter at 3 GHz. A CPU may be idle for that long, so
// a pause that no neighbour confirms is warned of, and believed.
inline constexpr uint64_t kLongPause = uint64_t{1} << 43;
// In clock units. A page may begin this much before the last record of the page before. The kernel's clocks step back a
// little when a counter is calibrated again (kernel/trace/ring_buffer.c: "Ring buffer clock went backwards") or the
// rate of the monotonic one is adjusted (kernel/time/timekeeping.c, ktime_get_mono_fast_ns()). Within a page the kernel
// makes that a delta of 0; a page's own time is what the clock says.
inline constexpr uint64_t kJitter = 1000;

inline bool isBefore(uint64_t time, uint64_t other) {
  return time < other && other - time > kJitter;
}

// A page and those after it that are at hand.
struct PagesAhead {
  Bytes bytes;
  uint32_t pageSize = 4096;
  Endian endian = Endian::Little;
  uint32_t longSize = 8;
  // The first page begins a chunk: if it does not follow the page before, the damage may lie in the chunk before.
  bool fresh = false;
};

// The page before.
struct PageBefore {
  uint64_t known = 0;
  uint64_t time = 0;  // Time of its last record.
};

// What the times of a page may be. `damage` says what is wrong with the page, whose records then have no times that can
// be believed; empty if nothing is. `pause` is set if the page lies hours from its only known neighbour, else empty.
struct PageSpan {
  uint64_t latest = ~uint64_t{0};  // No record of the page is later.
  std::string damage;
  std::string pause;
  // This page and those after it are earlier than the one before, which is warned of, and believed.
  bool wentBack = false;
};

// `ahead` begins with the page to which `header` belongs.
PageSpan judgePage(const PagesAhead& ahead, const kernel::PageHeader& header, const PageBefore& before);

}  // namespace tp::tracecmd
