// The levels of detail of one lane, built in one pass while records arrive in time order.
//
// At level n, time is cut into windows of 2^n units. A mark shorter than 2^n is short there; two or more short marks of
// one depth that end in the same window are drawn as one aggregate, everything else is a mark of its own. A mark is
// stored once, with the level from which on it is shown (minLevel: 0 for a slice, n for an aggregate made at level n),
// and under the level from which on a larger aggregate replaces it (maxLevel). Level n shows exactly the marks with
// minLevel <= n < maxLevel. So a level costs what it shows, and all levels together take about twice what the lowest
// takes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/index/sparse_levels.h"

namespace tp {

// How marks of one lane are aggregated.
enum class LaneKind : uint8_t { Slices, Counter };

class Pyramid {
 public:
  explicit Pyramid(LaneKind kind) : kind_(kind) {}

  // Stops building levels below `level`; only raises the base. Marks of these levels that were taken out already are
  // left to their receiver.
  void setBaseLevel(int level);
  int baseLevel() const { return base_; }

  // `mark.end` must not be before that of the mark before; `mark.minLevel` must be 0 and `mark.count` 1.
  void add(const Mark& mark) {
    if (!inWindow(mark.end)) closeWindows(mark.end);
    now_ = mark.end;
    int level = firstShortLevel(mark.duration());
    insert(level > base_ ? level : base_, mark);
  }

  struct Slot {
    Mark mark;
    // 0: free; 1: the mark itself; 2: an aggregate of two or more.
    uint32_t members = 0;
  };
  // The common case, for loops: a short slice at a depth that has an aggregate in this window already. Valid until the
  // next change of the pyramid.
  struct Folding {
    uint64_t window = 0;  // where the window begins
    uint64_t span = 0;    // its length; slices as long or longer stand alone
    int shift = 0;
    size_t rows = 0;
    Slot* const* slots = nullptr;

    // Returns false if it is another case; the mark then has to be added by Pyramid::add().
    [[gnu::always_inline]] bool add(Time begin, Time end, NameId name, uint16_t depth, uint8_t flags) const {
      uint64_t duration = static_cast<uint64_t>(end - begin);
      if (static_cast<uint64_t>(end) - window >= span || duration >= span || depth >= rows) return false;
      Slot* slot = slots[depth];
      if (slot == nullptr || slot->members < 2) return false;
      Mark& into = slot->mark;
      into.total += static_cast<int64_t>(duration);
      uint32_t longest = static_cast<uint32_t>(duration >> shift);
      if (longest > into.longest) {
        into.longest = longest;
        into.name = name;
      }
      if (begin < into.begin) into.begin = begin;
      into.end = end;
      into.count += into.count != ~uint32_t{0};
      into.flags |= flags;
      return true;
    }
  };
  Folding folding() const {
    if (!started_ || kind_ != LaneKind::Slices) return {};
    uint64_t span = uint64_t{1} << base_;
    return {static_cast<uint64_t>(now_) & ~(span - 1), span, longestShift(base_), baseSlots_.size(), baseSlots_.data()};
  }

  // The marks that `level`, which must be above baseLevel(), has replaced by aggregates since the caller last cleared
  // the vector: `level` is their maxLevel. Null if there are none.
  std::vector<Mark>* dead(int level) {
    Level* here = levels_.find(level);
    return here != nullptr && !here->dead.empty() ? &here->dead : nullptr;
  }
  // How many marks all levels above the base have replaced so far.
  uint64_t deadTotal() const { return deadTotal_; }

  // Appends to `out` the marks that have not been replaced yet.
  void pending(std::vector<Mark>& out) const;

 private:
  // Depths in blocks, so that one mark at a great depth costs little; a block is as long as its deepest mark needs.
  static constexpr size_t kBlock = 32;
  struct Block {
    uint32_t used = 0;  // one bit for each slot
    uint32_t room = 0;  // number of slots
    std::unique_ptr<Slot[]> slots;
  };
  struct Level {
    std::vector<Block> blocks;
    uint32_t active = 0;  // slots in use
    std::vector<Mark> dead;
    uint64_t deadTotal = 0;  // including those that were cleared
  };

  void closeWindows(Time end);
  static void grow(Block& block, size_t row);
  void noteBaseBlock(size_t number, const Block& block);
  bool inWindow(Time end) const {
    return started_ && ((static_cast<uint64_t>(end) ^ static_cast<uint64_t>(now_)) >> base_) == 0;
  }
  void flush(int level, int highest);
  void rise(int level, int highest, const Mark& mark);
  void insert(int level, const Mark& mark);
  void fold(int level, Mark& into, const Mark& mark) const;

  LaneKind kind_;
  int base_ = 0;
  Time now_ = 0;
  bool started_ = false;
  SparseLevels<Level> levels_;
  std::vector<Slot*> baseSlots_;  // of the base level, by depth; null if it has none yet
  uint64_t deadTotal_ = 0;        // above the base
};

}  // namespace tp
