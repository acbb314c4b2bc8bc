// Whether a page of the ring buffer lies in time where it lies in the file: what tells a damaged time stamp, for a page
// begins when its first record was made, and a CPU's pages follow one another.
#pragma once

#include <string>

#include "core/kernel/ring_page.h"

namespace tp::tracecmd {

// Two hours and more of any clock that counts nanoseconds or faster. A CPU that idles for so long goes on with the page
// that it was at; between a full page and the next it is damage.
inline constexpr uint64_t kLongPause = uint64_t{1} << 43;

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
  uint64_t full = 0;  // the record after it had to begin another page
  uint64_t time = 0;  // of its last record
};

// What the times of a page may be. `damage` is what is wrong with the page, whose records then have no times to
// believe; empty: nothing.
struct PageSpan {
  uint64_t latest = ~uint64_t{0};  // no record is later
  std::string damage;
  bool wentBack = false;  // all pages from here on are earlier than the one before: told, and believed
};

// `ahead` begins with the page whose header this is.
PageSpan judgePage(const PagesAhead& ahead, const kernel::PageHeader& header, const PageBefore& before);

// So little is left that a record may not have fitted.
bool isFull(const kernel::PageHeader& header, size_t pageSize);

}  // namespace tp::tracecmd
