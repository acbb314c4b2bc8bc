#include "core/formats/tracecmd/cpu_table.h"

#include <algorithm>

#include "core/kernel/cpu_limit.h"

namespace tp::tracecmd {
namespace {

uint64_t alignUp(uint64_t offset, uint64_t size) {
  uint64_t over = offset % size;
  return over == 0 ? offset : offset + (size - over);
}

struct Gap {
  uint64_t begin = 0;
  uint64_t end = 0;
};

}  // namespace

bool mendCpus(std::vector<CpuData>& cpus, uint64_t begin, uint64_t end, uint64_t page, bool numbered) {
  if (page == 0 || begin >= end) return false;
  auto within = [&](const CpuData& one) {
    return one.offset >= begin && one.offset % page == 0 && one.offset < end && one.size <= end - one.offset;
  };
  std::vector<size_t> bad, placed;
  for (size_t i = 0; i < cpus.size(); ++i) {
    if (cpus[i].size > 0) (within(cpus[i]) ? placed : bad).push_back(i);
  }
  std::stable_sort(placed.begin(), placed.end(), [&](size_t a, size_t b) { return cpus[a].offset < cpus[b].offset; });
  // Who reaches into the next one is the damaged one, unless it is the next that begins in the wrong place.
  for (size_t i = 0; i + 1 < placed.size();) {
    const CpuData& one = cpus[placed[i]];
    const CpuData& next = cpus[placed[i + 1]];
    if (one.size <= next.offset - one.offset) {
      ++i;
      continue;
    }
    bool inOrder = i + 2 >= placed.size() || next.offset + next.size <= cpus[placed[i + 2]].offset;
    size_t out = inOrder && placed[i] < placed[i + 1] ? i : i + 1;
    bad.push_back(placed[out]);
    placed.erase(placed.begin() + static_cast<ptrdiff_t>(out));
    if (i > 0 && out == i) --i;
  }
  std::vector<Gap> gaps;
  uint64_t at = alignUp(begin, page);
  for (size_t i = 0; i <= placed.size(); ++i) {
    uint64_t next = i < placed.size() ? cpus[placed[i]].offset : end;
    if (next > at && next - at >= (i < placed.size() ? page : 1)) gaps.push_back({at, next});
    if (i < placed.size()) at = alignUp(next + cpus[placed[i]].size, page);
  }
  bool wrongNumbers = false;
  for (size_t i = 0; i < cpus.size(); ++i) {
    bool taken = std::any_of(cpus.begin(), cpus.begin() + static_cast<ptrdiff_t>(i),
                             [&](const CpuData& other) { return other.cpu == cpus[i].cpu; });
    if (numbered || (cpus[i].cpu < kernel::kMostCpus && !taken)) continue;
    wrongNumbers = true;
    uint32_t before = i > 0 ? cpus[i - 1].cpu + 1 : 0;
    cpus[i].cpu = before;
  }
  if (bad.empty() && gaps.empty()) return wrongNumbers;
  // Those that are damaged, then those that are said to hold nothing, in their order; else whoever lies before it.
  std::sort(bad.begin(), bad.end());
  std::vector<size_t> takers = bad;
  for (size_t i = 0; i < cpus.size(); ++i)
    if (cpus[i].size == 0 && cpus[i].offset >= begin && cpus[i].offset < end) takers.push_back(i);
  for (size_t i : bad) cpus[i].size = 0;
  size_t taker = 0;
  bool changed = !bad.empty();
  for (const Gap& gap : gaps) {
    auto empty = std::find_if(takers.begin() + static_cast<ptrdiff_t>(taker), takers.end(), [&](size_t i) {
      return std::find(bad.begin(), bad.end(), i) != bad.end() || cpus[i].offset == gap.begin;
    });
    if (empty != takers.end()) {
      taker = static_cast<size_t>(empty - takers.begin()) + 1;
      cpus[*empty].offset = gap.begin;
      cpus[*empty].size = gap.end - gap.begin;
      changed = true;
      continue;
    }
    auto before = std::find_if(placed.begin(), placed.end(),
                               [&](size_t i) { return alignUp(cpus[i].offset + cpus[i].size, page) == gap.begin; });
    // What nobody claims, and nobody lies before, is that of one which is said to hold nothing.
    auto nothing = std::find_if(cpus.begin(), cpus.end(), [](const CpuData& one) { return one.size == 0; });
    if (nothing != cpus.end() && (before == placed.end() || gap.end - gap.begin >= page)) {
      nothing->offset = gap.begin;
      nothing->size = gap.end - gap.begin;
      changed = true;
    } else if (before != placed.end()) {
      cpus[*before].size = gap.end - cpus[*before].offset;
      changed = true;
    }
  }
  return changed || wrongNumbers;
}

}  // namespace tp::tracecmd
