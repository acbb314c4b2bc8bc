#include "core/analysis/durations.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tp {
namespace {

// Significant bits, from the finest to the coarsest precision.
constexpr int kSteps[] = {11, 8, 5};
// From so many slots on, cells take less memory.
constexpr size_t kManySlots = 512;

}  // namespace

void DurationCounts::grow() {
  if (used_ > kMaxExact) return coarsen(kSteps[0]);
  if (cellBits_ == 0 && slots_.size() >= kManySlots) return useCells(kSteps[0]);
  std::vector<DurationCount> old = std::exchange(slots_, std::vector<DurationCount>(slots_.size() * 2));
  used_ -= std::exchange(slotsUsed_, 0);
  for (const DurationCount& one : old)
    if (one.count > 0) putSlot(one.duration, one.count);
}

int64_t DurationCounts::addAll(std::span<const Time> durations) {
  size_t before = used_;
  while (!durations.empty()) {
    addSome(durations.first(std::min(durations.size(), kBatch)));
    durations = durations.subspan(std::min(durations.size(), kBatch));
  }
  return static_cast<int64_t>(used_) - static_cast<int64_t>(before);
}

void DurationCounts::addSome(std::span<const Time> durations) {
  Time least = min_, most = max_;
  Time slots[kBatch];
  uint32_t cells[kBatch];
  size_t slotCount = 0, cellCount = 0;
  for (Time duration : durations) {
    least = std::min(least, duration);
    most = std::max(most, duration);
    int octave = octaveOf(duration);
    if (exact_ && (octave > 0 || cellBits_ == 0)) {
      slots[slotCount++] = duration;
      if (!slots_.empty()) __builtin_prefetch(&slots_[hash(duration) & (slots_.size() - 1)], 1);
    } else {
      uint32_t cell = cells[cellCount++] = cellOf(duration, octave);
      __builtin_prefetch(&cells_[cell], 1);
    }
  }
  cover(least, most);
  // Cells come first: put() may turn slots into cells, which changes their places.
  for (size_t i = 0; i < cellCount; ++i) used_ += addToCell(cells[i], 1) ? 1 : 0;
  if (exact_ && used_ > kMaxExact) grow();
  for (size_t i = 0; i < slotCount; ++i) put(slots[i], 1);
}

uint32_t DurationCounts::makeOctave(int octave) {
  uint32_t begin = static_cast<uint32_t>(cells_.size());
  cells_.resize(cells_.size() + cellsOf(octave));
  return octaves_[static_cast<size_t>(octave)] = begin;
}

void DurationCounts::coarsen(int bits) {
  if (bits >= this->bits()) return;
  exact_ = false;
  useCells(bits);
}

void DurationCounts::useCells(int bits) {
  std::vector<DurationCount> old = std::exchange(slots_, std::vector<DurationCount>(exact_ ? kManySlots : 0));
  takeCells(old);
  cells_ = {};
  full_.clear();
  cellBits_ = bits;
  octaves_.assign(static_cast<size_t>(64 - bits + 1), kNoCells);
  used_ = slotsUsed_ = 0;
  for (const DurationCount& one : old)
    if (one.count > 0) put(one.duration, one.count);
}

// Appends the durations in cells, ascending.
void DurationCounts::takeCells(std::vector<DurationCount>& out) const {
  for (size_t octave = 0; octave < octaves_.size(); ++octave) {
    if (octaves_[octave] == kNoCells) continue;
    const size_t cells = cellsOf(static_cast<int>(octave));
    for (size_t i = 0; i < cells; ++i) {
      const uint32_t at = octaves_[octave] + static_cast<uint32_t>(i);
      uint64_t count = cells_[at];
      if (count == 0) continue;
      if (auto more = full_.find(at); more != full_.end()) count += more->second;
      uint64_t value = octave == 0 ? i : (i | cells) << octave | uint64_t{1} << octave >> 1;
      out.push_back({static_cast<Time>(value), count});
    }
  }
}

void DurationCounts::add(const Told& told) {
  if (told.counts.empty()) return;
  for (const DurationCount& one : told.counts)
    if (one.count > 0 && one.duration >= 0) put(one.duration, one.count);
  cover(std::max<Time>(0, told.least), told.most);
}

std::vector<DurationCount> DurationCounts::sorted() const {
  std::vector<DurationCount> all;
  all.reserve(used_);
  for (const DurationCount& one : slots_)
    if (one.count > 0) all.push_back(one);
  std::sort(all.begin(), all.end(),
            [](const DurationCount& a, const DurationCount& b) { return a.duration < b.duration; });
  size_t slots = all.size();
  takeCells(all);
  // Durations in cells are shorter than those in slots.
  std::rotate(all.begin(), all.begin() + static_cast<ptrdiff_t>(slots), all.end());
  return all;
}

// Few calls need little memory; many are counted faster the more of them are counted at a time.
void DurationTable::makeRoom() {
  if (pendingRoom_ == kMaxPending) return settle();
  pendingRoom_ = std::clamp(pendingRoom_ * 4, kFirstPending, kMaxPending);
  pending_.resize(pendingRoom_);
}

void DurationTable::resize(size_t functions) {
  functions_.resize(functions);
  pendingOf_.resize(functions);
}

void DurationTable::settle() {
  sorted_.resize(pendingCount_);
  uint32_t end = 0;
  // Turns each number into the place where the function's next duration goes.
  for (NameId name : waiting_) end += std::exchange(pendingOf_[name], end);
  for (size_t i = 0; i < pendingCount_; ++i) sorted_[pendingOf_[pending_[i].name]++] = pending_[i].duration;
  uint32_t begin = 0;
  for (NameId name : waiting_) {
    end = std::exchange(pendingOf_[name], 0);
    sum_ += static_cast<uint64_t>(functions_[name].addAll({sorted_.data() + begin, end - begin}));
    begin = end;
  }
  waiting_.clear();
  pendingCount_ = 0;
  if (sum_ > kMax) coarsen();
}

void DurationTable::merge(NameId name, std::span<const DurationCount> durations, Time least, Time most, int bits) {
  if (durations.empty()) return;
  if (name >= functions_.size()) resize(name + size_t{1});
  functions_[name].cover(std::max<Time>(0, least), most);
  const size_t before = functions_[name].size();
  for (int step : kSteps)
    if (step >= bits) functions_[name].coarsen(step);
  sum_ -= before - functions_[name].size();
  for (const DurationCount& one : durations)
    if (one.count > 0 && one.duration >= 0 && functions_[name].put(one.duration, one.count)) ++sum_;
  if (sum_ > kMax) coarsen();
}

void DurationTable::coarsen() {
  for (int bits : kSteps) {
    sum_ = 0;
    for (DurationCounts& function : functions_) {
      // Small functions may stay exact.
      if (function.size() > 256) function.coarsen(bits);
      sum_ += function.size();
    }
    if (sum_ <= kMax / 2) return;
  }
  // Precision cannot be reduced further: what remains depends on the number of functions.
  sum_ = 0;
}

Time quantile(const std::vector<DurationCount>& sorted, uint64_t calls, double part) {
  uint64_t wanted = static_cast<uint64_t>(std::floor(static_cast<double>(calls) * part));
  for (const DurationCount& one : sorted) {
    if (wanted < one.count) return one.duration;
    wanted -= one.count;
  }
  return sorted.empty() ? 0 : sorted.back().duration;
}

}  // namespace tp
