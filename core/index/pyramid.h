// Levels of detail of one lane, built in one pass while records arrive in time order.
//
// At level n, time is cut into windows of 2^n units. A mark shorter than 2^n is "short" there; two or more short marks
// of one depth that end in the same window are drawn as one fold, everything else stands alone. A mark is stored once,
// with the level at which it was born (0 for a slice, n for a fold made at level n) and filed under the level at which
// it died (was taken into a larger fold): it is what level n shows of that place exactly if minLevel <= n < maxLevel.
// So a level costs what it shows, and all levels together about twice the lowest.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/index/sparse_levels.h"

namespace tp {

// How marks of one lane are combined.
enum class LaneKind : uint8_t { Slices, Counter };

class Pyramid {
 public:
  explicit Pyramid(LaneKind kind) : kind_(kind) {}

  // Levels below `level` are not built any more; it only grows. What was stored of them is the receiver's to drop.
  void setBaseLevel(int level);
  int baseLevel() const { return base_; }

  // `mark.end` is no earlier than that of the mark before; `mark.minLevel` and `mark.count` are 0 and 1.
  void add(const Mark& mark) {
    if (!inWindow(mark.end)) closeWindows(mark.end);
    now_ = mark.end;
    int level = firstShortLevel(mark.duration());
    insert(level > base_ ? level : base_, mark);
  }

  struct Slot {
    Mark mark;
    uint32_t members = 0;  // 0: free; of how many the mark is made at this level, 2: of two or more
  };
  // The common case on its own, for loops: a short slice of a row that has others already in this window. Holds until
  // the next change of the pyramid.
  struct Folding {
    uint64_t window = 0;  // begins here
    uint64_t span = 0;    // of the window; longer slices stand alone
    int shift = 0;
    size_t rows = 0;
    Slot* const* slots = nullptr;

    // False where it is not that, and has to be added.
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

  // Marks that died since the last clear() of the vector, by the level of their maxLevel: level > baseLevel() only.
  // Null where there are none.
  std::vector<Mark>* dead(int level) {
    Level* here = levels_.find(level);
    return here != nullptr && !here->dead.empty() ? &here->dead : nullptr;
  }
  // How many have died at all levels above the base so far.
  uint64_t deadTotal() const { return deadTotal_; }

  // What has not died yet, appended to `out`.
  void pending(std::vector<Mark>& out) const;

 private:
  // Rows in blocks, so that one mark at a great depth costs little, and these as long as the deepest row needs.
  static constexpr size_t kBlock = 32;
  struct Block {
    uint32_t used = 0;  // one bit a slot
    uint32_t room = 0;
    std::unique_ptr<Slot[]> slots;
  };
  struct Level {
    std::vector<Block> blocks;
    uint32_t active = 0;  // slots in use
    std::vector<Mark> dead;
    uint64_t deadTotal = 0;  // those that were cleared, too
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
  std::vector<Slot*> baseSlots_;  // of the base level, by depth; null where it has none yet
  uint64_t deadTotal_ = 0;        // above the base
};

}  // namespace tp
