#include "core/index/pyramid.h"

#include <algorithm>

#include "core/trace/sums.h"

namespace tp {

namespace {

void foldCounter(Mark& into, const Mark& mark) {
  into.setRange(std::min(into.least(), mark.least()), std::max(into.most(), mark.most()));
  into.total = mark.total;
}

}  // namespace

void Pyramid::setBaseLevel(int level) {
  level = std::min(level, kLevels - 1);
  int old = base_;
  base_ = std::max(base_, level);
  // The open window of a level is within that of the level above, so no mark is moved before its time.
  for (int below = old; below < base_; ++below) {
    flush(below, below);
    if (Level* here = levels_.find(below)) here->blocks.clear();
    Level* above = levels_.find(below + 1);
    if (above == nullptr) continue;
    above->dead = std::vector<Mark>();
    deadTotal_ -= above->deadTotal;
    above->deadTotal = 0;
  }
  if (base_ == old) return;
  baseSlots_.clear();
  const Level* base = levels_.find(base_);
  for (size_t i = 0; base != nullptr && i < base->blocks.size(); ++i) noteBaseBlock(i, base->blocks[i]);
}

void Pyramid::noteBaseBlock(size_t number, const Block& block) {
  if (block.room == 0) return;
  const size_t first = number * kBlock;
  if (baseSlots_.size() < first + block.room) baseSlots_.resize(first + block.room, nullptr);
  for (size_t i = 0; i < block.room; ++i) baseSlots_[first + i] = &block.slots[i];
}

// Windows are numbered by end >> level, so moving on to `end` closes those of every level up to the highest bit that
// changes. Lower levels first, because what a window leaves belongs to the window above it.
void Pyramid::closeWindows(Time end) {
  uint64_t changed = static_cast<uint64_t>(end) ^ static_cast<uint64_t>(now_);
  if (!started_) {
    started_ = true;
    return;
  }
  if ((changed >> base_) == 0) return;
  int highest = std::min(63 - __builtin_clzll(changed), kLevels - 1);
  for (int level = base_; level <= highest; ++level) flush(level, highest);
}

// Closes the window of the level. `highest` is the last of the levels above whose windows are closed as well.
void Pyramid::flush(int level, int highest) {
  Level* here = levels_.find(level);
  if (here == nullptr || here->active == 0) return;
  here->active = 0;
  for (size_t i = 0; i < here->blocks.size(); ++i) {
    while (here->blocks[i].used != 0) {
      Block& block = here->blocks[i];
      Slot& slot = block.slots[static_cast<size_t>(__builtin_ctz(block.used))];
      block.used &= block.used - 1;
      slot.members = 0;
      const Mark mark = slot.mark;
      rise(level + 1, highest, mark);
      here = levels_.find(level);
    }
  }
}

// Inserts the mark at the first level from `level` on that has something at its depth, or whose window stays open:
// levels in between would only pass it on.
void Pyramid::rise(int level, int highest, const Mark& mark) {
  const size_t block = mark.depth / kBlock;
  const uint32_t bit = 1u << (mark.depth % kBlock);
  for (; level <= highest; ++level) {
    const Level* here = levels_.find(level);
    if (here != nullptr && here->active > 0 && block < here->blocks.size() && (here->blocks[block].used & bit) != 0)
      break;
  }
  insert(level, mark);
}

void Pyramid::grow(Block& block, size_t row) {
  std::unique_ptr<Slot[]> old = std::move(block.slots);
  const size_t before = block.room;
  block.room = 1;
  while (block.room <= row) block.room *= 2;
  block.slots = std::make_unique<Slot[]>(block.room);
  std::copy_n(old.get(), before, block.slots.get());
}

void Pyramid::insert(int level, const Mark& mark) {
  Level& here = levels_.at(level);
  const size_t number = mark.depth / kBlock, row = mark.depth % kBlock;
  if (number >= here.blocks.size()) here.blocks.resize(number + 1);
  Block& block = here.blocks[number];
  if (row >= block.room) {
    grow(block, row);
    if (level == base_) noteBaseBlock(number, block);
  }
  Slot& slot = block.slots[row];
  if (slot.members == 0) {
    slot.mark = mark;
    slot.members = 1;
    block.used |= 1u << row;
    ++here.active;
    return;
  }
  // At the base, the members are not needed: levels below are decoded again.
  if (level > base_) {
    const uint64_t dying = slot.members == 1 ? 2 : 1;
    if (slot.members == 1) here.dead.push_back(slot.mark);
    here.dead.push_back(mark);
    here.deadTotal += dying;
    deadTotal_ += dying;
  }
  fold(level, slot.mark, mark);
  slot.members = 2;
}

void Pyramid::fold(int level, Mark& into, const Mark& mark) const {
  if (kind_ == LaneKind::Counter) {
    foldCounter(into, mark);
  } else {
    Time longest = longestDuration(into);
    Time other = longestDuration(mark);
    const Time sum = plus(into.durations(), mark.durations());
    if (other > longest) {
      longest = other;
      into.name = mark.name;
    }
    into.total = sum;
    into.longest = static_cast<uint32_t>(longest >> longestShift(level));
  }
  into.begin = std::min(into.begin, mark.begin);
  into.end = std::max(into.end, mark.end);
  // A counter has the last value.
  if (kind_ == LaneKind::Counter) into.flags &= static_cast<uint8_t>(~kMarkUnknown);
  uint64_t count = uint64_t{into.count} + mark.count;
  into.count = count > 0xffffffffu ? 0xffffffffu : static_cast<uint32_t>(count);
  into.minLevel = static_cast<uint8_t>(level);
  into.flags |= mark.flags;
}

void Pyramid::pending(std::vector<Mark>& out) const {
  for (int level = 0; level <= kLevels; ++level) {
    const Level* here = levels_.find(level);
    if (here == nullptr || here->active == 0) continue;
    for (const Block& block : here->blocks)
      for (uint32_t left = block.used; left != 0; left &= left - 1)
        out.push_back(block.slots[static_cast<size_t>(__builtin_ctz(left))].mark);
  }
}

}  // namespace tp
