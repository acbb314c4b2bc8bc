#include "core/formats/tracecmd/page_order.h"

#include <algorithm>

namespace tp::tracecmd {
namespace {

struct Stamp {
  bool known = false;
  uint64_t time = 0;
};

// Of the first record: a page's own time may be a little before the last of the page before.
uint64_t firstTime(Bytes page, const PagesAhead& ahead, const kernel::PageHeader& header) {
  kernel::RingWalk walk(page, ahead.endian, header);
  kernel::RingRecord record;
  return walk.next(record) ? walk.time() : header.time;
}

// Of the page `number` pages after the first; not known where that is not at hand or no page.
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

}  // namespace

bool isFull(const kernel::PageHeader& header, size_t pageSize) {
  return header.dataEnd + pageSize / 8 >= pageSize;
}

PageSpan judgePage(const PagesAhead& ahead, const kernel::PageHeader& header, const PageBefore& before) {
  PageSpan out;
  Stamp next = stampOf(ahead, 1), after = stampOf(ahead, 2);
  const uint64_t time =
      firstTime(ahead.bytes.first(std::min<size_t>(ahead.pageSize, ahead.bytes.size())), ahead, header);
  if (before.known != 0 && time < before.time) {
    // Where the next page is behind as well, time did go back.
    bool ownOrder = ahead.fresh && next.known && next.time >= time;
    if (!ownOrder && (!next.known || next.time >= before.time)) {
      out.damage = leap("goes back");
      return out;
    }
    out.wentBack = true;
  }
  if (next.known && next.time < time) {
    bool nextIsOut =
        (after.known && after.time >= time) ||
        (before.known != 0 && !out.wentBack && next.time < before.time && (!after.known || after.time < before.time));
    if (!nextIsOut) {
      out.damage = leap("is later than the next page's");
      return out;
    }
    next = after;
  }
  if (before.known != 0 && before.full != 0 && !next.known && time - before.time > kLongPause && !out.wentBack) {
    out.damage = leap("leaps by hours or more");
    return out;
  }
  if (before.known == 0 && after.known && next.known && next.time > time && next.time - time > kLongPause &&
      after.time >= next.time && after.time - next.time < (next.time - time) / 64 && isFull(header, ahead.pageSize)) {
    out.damage = leap("is earlier than the next page's by hours or more");
    return out;
  }
  if (next.known && next.time >= time && next.time >= header.time) out.latest = next.time;
  return out;
}

}  // namespace tp::tracecmd
