// DurationTable counts how long the calls of each function took, for order statistics without keeping every call.
//
// Exact while a function has up to 4096 different durations; beyond that, durations of 2048 clock units or more are
// kept to eleven significant bits, and are off by at most 1/2048. If those that are kept of all functions together are
// more than a million, only functions of up to 256 different durations stay exact, and of the others a bit is given up
// at a time until there are fewer, down to five bits (1/32).
//
// How exact durations are kept depends on what was counted alone: not on its order, nor on how it was divided among
// tables that were merged. What decides never falls when something is added, so a part is never kept less exactly than
// the whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/io/wire.h"
#include "core/trace/names.h"
#include "core/trace/trace_info.h"

namespace tp {

struct DurationCount {
  Time duration = 0;
  uint64_t count = 0;
};

class DurationCounts {
 public:
  static constexpr int kExact = 63;
  // From the finest to the coarsest precision.
  struct Step {
    size_t maxExact;  // number of different durations up to which they are exact
    int bits;         // significant bits of more
  };
  static constexpr Step kSteps[] = {{4096, 11}, {256, 11}, {256, 10}, {256, 9}, {256, 8}, {256, 7}, {256, 6}, {256, 5}};
  static constexpr uint8_t kLastStep = sizeof(kSteps) / sizeof(kSteps[0]) - 1;

  // `duration` must be at least 0. Returns true if it is kept as a new one.
  bool add(Time duration) {
    cover(duration, duration);
    return put(duration, 1);
  }
  // As add(), without updating min() and max(): for durations that may be rounded.
  bool put(Time duration, uint64_t count) {
    if (cellBits_ == 0) return putSlot(duration, count);
    int octave = octaveOf(duration);
    if (exact_ && octave > 0) return putSlot(duration, count);
    bool made = addToCell(cellOf(duration, octave), count);
    used_ += made ? 1 : 0;
    if (exact_ && used_ > maxExact()) grow();
    return made;
  }

  // As add() for each of them, but faster, as their places are prefetched together.
  void addAll(std::span<const Time> durations);

  size_t size() const { return used_; }
  // As size(), but never falls when something is added, nor is less for a part of the calls than for all of them.
  size_t weight() const { return exact_ || used_ > maxExact() ? used_ : maxExact() + 1; }
  // Exact even if durations are rounded.
  Time min() const { return min_; }
  Time max() const { return max_; }
  void cover(Time least, Time most) {
    if (least < min_) min_ = least;
    if (most > max_) max_ = most;
  }
  int bits() const { return exact_ ? kExact : cellBits_; }
  bool exact() const { return exact_; }
  uint8_t step() const { return step_; }
  // Returns the range of durations that are kept as this one of sorted().
  std::pair<Time, Time> alike(Time duration) const {
    if (exact_) return {duration, duration};
    const int octave = octaveOf(duration);
    const Time least = duration >> octave << octave;
    return {least, least + ((Time{1} << octave) - 1)};
  }
  // Is as exact as that of kSteps from now on, or as before if that is less exact.
  void lower(uint8_t step);
  // Gives up being exact, as if there were more durations than the step allows.
  void round();
  // Returns the counts by duration, ascending. Durations that are kept as one are represented by their middle.
  std::vector<DurationCount> sorted() const;
  // Adds what others have counted: the result is that of counting all here.
  void merge(const DurationCounts& other) { add(other.told()); }
  // What is read is made valid.
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire.as([&] { return self.told(); }, [&](const auto& told) { self.assign(told); });
  }

 private:
  struct Told {
    std::vector<DurationCount> counts;  // as sorted() returns them
    Time least = 0, most = 0;
    uint8_t step = 0;
    bool exact = true;

    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(self.counts, self.least, self.most, self.step);
      wire.bits(self.exact);
    }
  };
  Told told() const { return {sorted(), min_, max_, step_, exact_}; }
  void add(const Told& told);
  void assign(const Told& told) {
    *this = DurationCounts();
    add(told);
  }
  static size_t hash(Time duration) {
    uint64_t key = static_cast<uint64_t>(duration) * 0x9e3779b97f4a7c15u;
    return static_cast<size_t>(key >> 40);
  }
  bool putSlot(Time duration, uint64_t count) {
    if (slots_.empty()) slots_.resize(16);
    size_t mask = slots_.size() - 1;
    for (size_t at = hash(duration);; ++at) {
      DurationCount& slot = slots_[at & mask];
      if (slot.count == 0) {
        slot = {duration, count};
        ++used_;
        if (++slotsUsed_ * 2 > slots_.size() || used_ > maxExact()) grow();
        return true;
      }
      if (slot.duration == duration) {
        slot.count += count;
        return false;
      }
    }
  }
  // Durations that fit into the bits have a cell each; of longer ones, the leading bit is implied.
  size_t cellsOf(int octave) const { return size_t{1} << (octave == 0 ? cellBits_ : cellBits_ - 1); }
  int octaveOf(Time duration) const {
    int length = 64 - __builtin_clzll(static_cast<uint64_t>(duration) | 1);
    return length > cellBits_ ? length - cellBits_ : 0;
  }
  // Makes the cells of the octave if there are none yet.
  uint32_t cellOf(Time duration, int octave) {
    uint32_t begin = octaves_[static_cast<size_t>(octave)];
    if (begin == kNoCells) begin = makeOctave(octave);
    return begin + static_cast<uint32_t>((static_cast<uint64_t>(duration) >> octave) & (cellsOf(octave) - 1));
  }
  uint32_t makeOctave(int octave);
  // Returns true if the cell was empty.
  bool addToCell(uint32_t at, uint64_t count) {
    uint16_t& cell = cells_[at];
    bool made = cell == 0;
    uint64_t sum = cell + count;
    if (sum > std::numeric_limits<uint16_t>::max()) {
      full_[at] += sum - 1;
      sum = 1;
    }
    cell = static_cast<uint16_t>(sum);
    return made;
  }
  size_t maxExact() const { return kSteps[step_].maxExact; }
  void useCells(int bits);
  void takeCells(std::vector<DurationCount>& out) const;
  void addSome(std::span<const Time> durations);
  void grow();

  static constexpr size_t kBatch = 64;
  static constexpr uint32_t kNoCells = ~uint32_t{0};

  // A hash table; count 0: empty. If there are many durations, those short enough to be exact have cells, which need no
  // search; if there are still more, all have cells, of each power of two that was met. Cells are narrow, because the
  // counts of some hundred functions would not fit into a cache otherwise.
  std::vector<DurationCount> slots_;
  std::vector<uint16_t> cells_;
  std::unordered_map<uint32_t, uint64_t> full_;  // by cell: what does not fit into it
  std::vector<uint32_t> octaves_;
  size_t used_ = 0;
  size_t slotsUsed_ = 0;
  Time min_ = std::numeric_limits<Time>::max();
  Time max_ = 0;
  int cellBits_ = 0;  // 0: there are no cells
  uint8_t step_ = 0;  // index in kSteps
  bool exact_ = true;
};

// The durations of each function.
class DurationTable {
 public:
  static constexpr uint64_t kMax = uint64_t{1} << 20;

  // Takes effect with the next settle(), which counts function by function, so that each one's counts are prefetched
  // together.
  void add(NameId name, Time duration) {
    if (pendingCount_ == pendingRoom_) makeRoom();
    if (name >= functions_.size()) resize(name + size_t{1});
    if (pendingOf_[name]++ == 0) waiting_.push_back(name);
    pending_[pendingCount_++] = {duration, name};
  }
  void settle();
  // Durations of one function that another table has counted, as DurationCounts has them.
  struct Counted {
    std::span<const DurationCount> durations;
    Time least = 0, most = 0;
    uint8_t step = 0;
    bool exact = true;
  };
  void merge(NameId name, const Counted& counted);
  void merge(NameId name, const DurationCounts& counted);
  // Returns the durations of a function, of which none are kept from now on.
  DurationCounts take(NameId name);
  // Returns null for a function without calls.
  const DurationCounts* of(NameId name) const {
    return name < functions_.size() && functions_[name].size() > 0 ? &functions_[name] : nullptr;
  }
  NameId size() const { return static_cast<NameId>(functions_.size()); }

 private:
  static constexpr size_t kFirstPending = 256;
  static constexpr size_t kMaxPending = 16384;

  struct Pending {
    Time duration;
    NameId name;
  };

  void makeRoom();
  void resize(size_t functions);
  void lower(uint8_t step);
  void keepBound();

  std::vector<DurationCounts> functions_;
  uint8_t step_ = 0;  // of each function
  uint64_t sum_ = 0;  // of the functions' weights
  std::vector<Pending> pending_;
  size_t pendingCount_ = 0;
  size_t pendingRoom_ = 0;
  std::vector<uint32_t> pendingOf_;  // number of pending durations by function
  std::vector<NameId> waiting_;      // functions that have pending durations
  std::vector<Time> sorted_;         // the pending durations by function, during settle()
};

// Returns the duration that `part` (0 to below 1) of the calls are shorter than: of n calls in order, the one at
// n * part, rounded down, counting from 0. `llvm-xray account` picks its percentiles in the same way. Returns 0 if
// there are no durations.
Time quantile(const std::vector<DurationCount>& sorted, uint64_t calls, double part);

}  // namespace tp
