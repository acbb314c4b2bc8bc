#include "core/formats/tracecmd/cpu_table.h"

#include <algorithm>
#include <set>

#include "core/formats/tracecmd/page_align.h"
#include "core/kernel/cpu_limit.h"

namespace tp::tracecmd {
namespace {

constexpr size_t kNone = ~size_t{0};

// The range in which the data of CPUs may lie.
struct Room {
  uint64_t begin = 0;
  uint64_t end = 0;
  uint64_t page = 0;

  bool holds(uint64_t offset) const { return offset >= begin && offset < end; }
};

// A part of the range that no CPU covers.
struct Gap {
  uint64_t begin = 0;
  uint64_t end = 0;
  size_t before = kNone;  // The CPU whose data end there.
};

// Positions in the table of CPUs that have data.
struct Placing {
  std::vector<size_t> placed;  // One after the other in the file.
  std::vector<size_t> bad;     // In the order of the table.
};

Placing place(const std::vector<CpuData>& cpus, const Room& room) {
  Placing out;
  std::vector<size_t> within;
  for (size_t i = 0; i < cpus.size(); ++i) {
    const CpuData& one = cpus[i];
    if (one.size == 0) continue;
    const bool fits = room.holds(one.offset) && one.offset % room.page == 0 && one.size <= room.end - one.offset;
    (fits ? within : out.bad).push_back(i);
  }
  std::stable_sort(within.begin(), within.end(), [&](size_t a, size_t b) { return cpus[a].offset < cpus[b].offset; });
  // Of two entries that overlap, the later one is kept if it ends before its successor begins and comes later in the
  // table, too; else the earlier one is kept.
  for (size_t i = 0; i < within.size(); ++i) {
    const size_t next = within[i];
    const CpuData& data = cpus[next];
    const bool inOrder = i + 1 >= within.size() || data.offset + data.size <= cpus[within[i + 1]].offset;
    bool keeps = true;
    while (!out.placed.empty() && keeps) {
      const size_t last = out.placed.back();
      if (cpus[last].size <= data.offset - cpus[last].offset) break;
      keeps = inOrder && last < next;
      out.bad.push_back(keeps ? last : next);
      if (keeps) out.placed.pop_back();
    }
    if (keeps) out.placed.push_back(next);
  }
  std::sort(out.bad.begin(), out.bad.end());
  return out;
}

std::vector<Gap> gapsBetween(const std::vector<CpuData>& cpus, const std::vector<size_t>& placed, const Room& room) {
  std::vector<Gap> out;
  uint64_t at = alignUp(room.begin, room.page);
  size_t before = kNone;
  for (size_t i : placed) {
    const CpuData& next = cpus[i];
    if (next.offset > at && next.offset - at >= room.page) out.push_back({at, next.offset, before});
    at = alignUp(next.offset + next.size, room.page);
    before = i;
  }
  if (room.end > at) out.push_back({at, room.end, before});
  return out;
}

// Replaces CPU numbers that are too large or repeated by the previous number plus one. Returns false if there are none.
bool renumber(std::vector<CpuData>& cpus) {
  std::vector<bool> taken(kernel::kMaxCpus, false);
  bool changed = false;
  for (size_t i = 0; i < cpus.size(); ++i) {
    uint32_t& cpu = cpus[i].cpu;
    if (cpu >= kernel::kMaxCpus || taken[cpu]) {
      changed = cpus[i].guessed = true;
      cpu = i > 0 ? cpus[i - 1].cpu + 1 : 0;
    }
    if (cpu < kernel::kMaxCpus) taken[cpu] = true;
  }
  return changed;
}

// Chooses who gets a gap: first the damaged entries, then those without data that claim to lie at its beginning, both
// in the order of the table.
class Takers {
 public:
  // `bad` outlives this object.
  Takers(const std::vector<CpuData>& cpus, const std::vector<size_t>& bad, const Room& room) : bad_(bad) {
    for (size_t i = 0; i < cpus.size(); ++i)
      if (cpus[i].size == 0 && room.holds(cpus[i].offset)) empty_.emplace(cpus[i].offset, i);
  }

  // Returns kNone if no entry can take the gap.
  size_t next(const std::vector<CpuData>& cpus, uint64_t begin) {
    if (nextBad_ < bad_.size()) return bad_[nextBad_++];
    auto found = empty_.lower_bound({begin, nextEmpty_});
    while (found != empty_.end() && found->first == begin && cpus[found->second].size > 0) ++found;
    if (found == empty_.end() || found->first != begin) return kNone;
    nextEmpty_ = found->second + 1;
    return found->second;
  }

 private:
  const std::vector<size_t>& bad_;
  size_t nextBad_ = 0;
  std::set<std::pair<uint64_t, size_t>> empty_;  // By offset.
  size_t nextEmpty_ = 0;                         // Entries before this one are not considered any more.
};

// Assigns the gaps. Returns false if nothing changes.
bool assignStreams(std::vector<CpuData>& cpus, const std::vector<size_t>& bad, const std::vector<Gap>& gaps,
                   const Room& room) {
  Takers takers(cpus, bad, room);
  for (size_t i : bad) cpus[i].size = 0;
  bool changed = !bad.empty();
  size_t nothing = 0;  // The first entry without data.
  for (const Gap& gap : gaps) {
    size_t taker = takers.next(cpus, gap.begin);
    while (nothing < cpus.size() && cpus[nothing].size > 0) ++nothing;
    // A gap without a taker goes to the first entry without data, if no data end there or it has room for a page.
    if (taker == kNone && nothing < cpus.size() && (gap.before == kNone || gap.end - gap.begin >= room.page))
      taker = nothing;
    if (taker != kNone) {
      cpus[taker].offset = gap.begin;
      cpus[taker].size = gap.end - gap.begin;
    } else if (gap.before != kNone) {
      cpus[gap.before].size = gap.end - cpus[gap.before].offset;
    }
    changed = changed || taker != kNone || gap.before != kNone;
  }
  return changed;
}

}  // namespace

uint64_t sizeOfWhole(const std::vector<CpuData>& cpus, uint64_t begin, uint64_t page) {
  Room room{begin, begin, page};
  for (const CpuData& one : cpus) {
    uint64_t end = 0;
    if (__builtin_add_overflow(one.offset, one.size, &end)) return 0;
    if (one.size > 0) room.end = std::max(room.end, end);
  }
  if (page == 0 || room.end == begin) return 0;
  const Placing placing = place(cpus, room);
  return placing.bad.empty() && gapsBetween(cpus, placing.placed, room).empty() ? room.end : 0;
}

bool mendCpus(std::vector<CpuData>& cpus, uint64_t begin, uint64_t end, uint64_t page, bool numbered) {
  if (page == 0 || begin >= end) return false;
  const Room room{begin, end, page};
  const Placing placing = place(cpus, room);
  const std::vector<Gap> gaps = gapsBetween(cpus, placing.placed, room);
  const bool renumbered = !numbered && renumber(cpus);
  return assignStreams(cpus, placing.bad, gaps, room) || renumbered;
}

}  // namespace tp::tracecmd
