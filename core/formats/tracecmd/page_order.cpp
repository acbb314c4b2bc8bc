#include "core/formats/tracecmd/page_order.h"

#include <algorithm>

namespace tp::tracecmd {
namespace {

struct Stamp {
  bool known = false;
  uint64_t time = 0;
};

// Returns the time of the page's first record. The page's own time may be slightly before the last record of the page
// before.
uint64_t firstTime(Bytes page, const PagesAhead& ahead, const kernel::PageHeader& header) {
  kernel::RingWalk walk(page, ahead.endian, header);
  kernel::RingRecord record;
  return walk.next(record) ? walk.time() : header.time;
}

// Returns the time of the page `number` pages after the first; not known if it is not at hand or is no valid page.
Stamp stampOf(const PagesAhead& ahead, uint32_t number) {
  size_t at = size_t{ahead.pageSize} * number;
  kernel::PageHeader header;
  if (at >= ahead.bytes.size()) return {};
  Bytes page = ahead.bytes.subspan(at, std::min<size_t>(ahead.pageSize, ahead.bytes.size() - at));
  if (!kernel::readPageHeader(page, ahead.endian, ahead.longSize, header) || !header.sound) return {};
  return {true, firstTime(page, ahead, header)};
}

std::string leap(const char* how) {
  return std::string("a time that ") + how + ": its records are left out";
}

bool isLongAfter(uint64_t time, uint64_t other) {
  return time > other && time - other > kLongPause;
}

}  // namespace

PageSpan judgePage(const PagesAhead& ahead, const kernel::PageHeader& header, const PageBefore& before) {
  PageSpan out;
  const bool first = before.known == 0;
  Stamp next = stampOf(ahead, 1), after;
  const uint64_t time =
      firstTime(ahead.bytes.first(std::min<size_t>(ahead.pageSize, ahead.bytes.size())), ahead, header);
  if (!first && isBefore(time, before.time)) {
    // If the next page is earlier as well, the clock did go back.
    bool ownOrder = ahead.fresh && next.known && !isBefore(next.time, time);
    if (!ownOrder && (!next.known || !isBefore(next.time, before.time))) {
      out.damage = leap("goes back");
      return out;
    }
    out.wentBack = true;
  }
  // The page after the next one decides in few cases, and its first bytes are rarely in the processor's cache.
  const bool early = next.known && isBefore(next.time, time);
  if (first || early) after = stampOf(ahead, 2);
  if (early) {
    bool nextIsOut =
        (after.known && !isBefore(after.time, time)) || (!first && !out.wentBack && isBefore(next.time, before.time) &&
                                                         (!after.known || isBefore(after.time, before.time)));
    if (!nextIsOut) {
      out.damage = leap("is later than the next page's");
      return out;
    }
    next = after;
  }
  if (!first && !next.known && isLongAfter(time, before.time)) out.pause = "one hours after the page before";
  if (first && next.known && after.known && isLongAfter(next.time, time) && after.time >= next.time &&
      after.time - next.time < (next.time - time) / 64)
    out.pause = "one hours before the next page";
  if (next.known && !isBefore(next.time, std::max(time, header.time)))
    out.latest = next.time + std::min(kJitter, ~next.time);
  return out;
}

}  // namespace tp::tracecmd
