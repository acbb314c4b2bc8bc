#include "core/analysis/durations.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tp {
namespace {

// From so many slots on, cells take less memory.
constexpr size_t kManySlots = 512;

}  // namespace

void DurationCounts::grow() {
  if (used_ > maxExact()) return round();
  if (cellBits_ == 0 && slots_.size() >= kManySlots) return useCells(kSteps[0].bits);
  std::vector<DurationCount> old = std::exchange(slots_, std::vector<DurationCount>(slots_.size() * 2));
  used_ -= std::exchange(slotsUsed_, 0);
  for (const DurationCount& one : old)
    if (one.count > 0) putSlot(one.duration, one.count);
}

void DurationCounts::addAll(std::span<const Time> durations) {
  while (!durations.empty()) {
    addSome(durations.first(std::min(durations.size(), kBatch)));
    durations = durations.subspan(std::min(durations.size(), kBatch));
  }
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
  if (exact_ && used_ > maxExact()) grow();
  for (size_t i = 0; i < slotCount; ++i) put(slots[i], 1);
}

uint32_t DurationCounts::makeOctave(int octave) {
  uint32_t begin = static_cast<uint32_t>(cells_.size());
  cells_.resize(cells_.size() + cellsOf(octave));
  return octaves_[static_cast<size_t>(octave)] = begin;
}

void DurationCounts::lower(uint8_t step) {
  if (step <= step_) return;
  step_ = std::min(step, kLastStep);
  if (!exact_ || used_ > maxExact()) round();
}

void DurationCounts::round() {
  if (!exact_ && cellBits_ == kSteps[step_].bits) return;
  exact_ = false;
  useCells(kSteps[step_].bits);
}

void DurationCounts::useCells(int bits) {
  std::vector<DurationCount> old = std::exchange(slots_, std::vector<DurationCount>(exact_ ? kManySlots : 0));
  takeCells(old);
  cells_ = {};
  full_.clear();
  cellBits_ = bits;
  octaves_.assign(size_t{65} - static_cast<size_t>(bits), kNoCells);
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
      const uint64_t leading = i | cells;  // of 64 bits, for size_t may have 32
      uint64_t value = octave == 0 ? i : leading << octave | uint64_t{1} << octave >> 1;
      out.push_back({static_cast<Time>(value), count});
    }
  }
}

void DurationCounts::add(const Told& told) {
  lower(told.step);
  if (told.counts.empty()) return;
  if (!told.exact) round();
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
  const size_t before = functions_.size();
  functions_.resize(functions);
  pendingOf_.resize(functions);
  for (size_t i = before; i < functions; ++i) functions_[i].lower(step_);
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
    DurationCounts& function = functions_[name];
    sum_ -= function.weight();
    function.addAll({sorted_.data() + begin, end - begin});
    sum_ += function.weight();
    begin = end;
  }
  waiting_.clear();
  pendingCount_ = 0;
  keepBound();
}

void DurationTable::merge(NameId name, const Counted& counted) {
  if (counted.durations.empty()) return;
  if (name >= functions_.size()) resize(name + size_t{1});
  lower(counted.step);
  DurationCounts& function = functions_[name];
  sum_ -= function.weight();
  function.cover(std::max<Time>(0, counted.least), counted.most);
  if (!counted.exact) function.round();
  for (const DurationCount& one : counted.durations)
    if (one.count > 0 && one.duration >= 0) function.put(one.duration, one.count);
  sum_ += function.weight();
  keepBound();
}

void DurationTable::merge(NameId name, const DurationCounts& counted) {
  const std::vector<DurationCount> sorted = counted.sorted();
  merge(name, {sorted, counted.min(), counted.max(), counted.step(), counted.exact()});
}

DurationCounts DurationTable::take(NameId name) {
  settle();
  if (name >= functions_.size()) return {};
  sum_ -= functions_[name].weight();
  DurationCounts taken = std::exchange(functions_[name], {});
  functions_[name].lower(step_);
  return taken;
}

void DurationTable::lower(uint8_t step) {
  if (step <= step_) return;
  step_ = std::min(step, DurationCounts::kLastStep);
  sum_ = 0;
  for (DurationCounts& function : functions_) {
    function.lower(step_);
    sum_ += function.weight();
  }
}

// At the last step, what remains depends on the number of functions.
void DurationTable::keepBound() {
  while (sum_ > kMax && step_ < DurationCounts::kLastStep) lower(static_cast<uint8_t>(step_ + 1));
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
