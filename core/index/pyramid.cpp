#include "core/index/pyramid.h"

#include <algorithm>
#include <cstring>

namespace tp {

namespace {

uint32_t floatBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

float bitsFloat(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

void foldCounter(Mark& into, const Mark& mark) {
  into.name = floatBits(std::min(bitsFloat(into.name), bitsFloat(mark.name)));
  into.longest = floatBits(std::max(bitsFloat(into.longest), bitsFloat(mark.longest)));
  into.total = mark.total;
}

}  // namespace

void Pyramid::setBaseLevel(int level) {
  level = std::min(level, kLevels - 1);
  int old = base_;
  base_ = std::max(base_, level);
  // The open window of a level lies within that of the level above, so nothing is moved ahead of its time.
  for (int below = old; below < base_; ++below) {
    if (levels_[below].active > 0) flush(below);
    levels_[below].blocks.clear();
    dead_[below + 1] = {};
  }
  if (base_ == old) return;
  baseSlots_.clear();
  const auto& blocks = levels_[base_].blocks;
  for (size_t i = 0; i < blocks.size(); ++i)
    if (blocks[i]) noteBaseBlock(i, *blocks[i]);
}

void Pyramid::noteBaseBlock(size_t number, Block& block) {
  if (baseSlots_.size() < (number + 1) * kBlock) baseSlots_.resize((number + 1) * kBlock, nullptr);
  for (size_t i = 0; i < kBlock; ++i) baseSlots_[number * kBlock + i] = &block.slots[i];
}

// Windows are numbered by end >> level, so that moving on to `end` closes those of every level up to the highest bit
// that changes. From below upwards, because what a window leaves behind belongs to the window above it.
void Pyramid::closeWindows(Time end) {
  uint64_t changed = static_cast<uint64_t>(end) ^ static_cast<uint64_t>(now_);
  if (!started_) {
    started_ = true;
    return;
  }
  if ((changed >> base_) == 0) return;
  int highest = std::min(63 - __builtin_clzll(changed), kLevels - 1);
  for (int level = base_; level <= highest; ++level)
    if (levels_[level].active > 0) flush(level);
}

void Pyramid::flush(int level) {
  Level& here = levels_[level];
  for (auto& block : here.blocks) {
    if (!block) continue;
    while (block->used != 0) {
      int i = __builtin_ctz(block->used);
      block->used &= block->used - 1;
      Slot& slot = block->slots[i];
      slot.members = 0;
      insert(level + 1, slot.mark);
    }
  }
  here.active = 0;
}

void Pyramid::insert(int level, const Mark& mark) {
  Level& here = levels_[level];
  size_t blockIndex = mark.depth / kBlock;
  if (blockIndex >= here.blocks.size()) here.blocks.resize(blockIndex + 1);
  auto& block = here.blocks[blockIndex];
  if (!block) {
    block = std::make_unique<Block>();
    if (level == base_) noteBaseBlock(blockIndex, *block);
  }
  Slot& slot = block->slots[mark.depth % kBlock];
  if (slot.members == 0) {
    slot.mark = mark;
    slot.members = 1;
    block->used |= 1u << (mark.depth % kBlock);
    ++here.active;
    return;
  }
  // At the base nobody asks for the members: levels below are decoded again.
  if (level > base_) {
    if (slot.members == 1) {
      dead_[level].push_back(slot.mark);
      ++deadTotal_[level];
    }
    dead_[level].push_back(mark);
    ++deadTotal_[level];
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
    // The sum of durations, where a single mark carries its self time.
    int64_t sum = (into.fold() ? into.total : into.duration()) + (mark.fold() ? mark.total : mark.duration());
    if (other > longest) {
      longest = other;
      into.name = mark.name;
    }
    into.total = sum;
    into.longest = static_cast<uint32_t>(longest >> longestShift(level));
  }
  into.begin = std::min(into.begin, mark.begin);
  into.end = std::max(into.end, mark.end);
  uint64_t count = uint64_t{into.count} + mark.count;
  into.count = count > 0xffffffffu ? 0xffffffffu : static_cast<uint32_t>(count);
  into.birth = static_cast<uint8_t>(level);
  into.flags |= mark.flags;
}

void Pyramid::pending(std::vector<Mark>& out) const {
  for (const Level& level : levels_) {
    if (level.active == 0) continue;
    for (const auto& block : level.blocks) {
      if (!block) continue;
      for (uint32_t left = block->used; left != 0; left &= left - 1)
        out.push_back(block->slots[__builtin_ctz(left)].mark);
    }
  }
}

}  // namespace tp
