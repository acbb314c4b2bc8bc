#include "core/analysis/slice_list.h"

#include <algorithm>

namespace tp {

bool SliceList::before(const SortedSlice& a, const SortedSlice& b) const {
  if (const int order = compareKeys(a.key, b.key); order != 0) return order < 0;
  if (a.slice.begin != b.slice.begin) return a.slice.begin < b.slice.begin;
  if (a.slice.unit != b.slice.unit) return a.slice.unit < b.slice.unit;
  return a.slice.serial < b.slice.serial;
}

void SliceList::add(const SortedSlice& one) {
  auto order = [this](const SortedSlice& a, const SortedSlice& b) { return before(a, b); };
  if (most_ == 0) return;
  if (slices_.size() == most_) {
    if (!before(one, slices_.front())) return;
    std::pop_heap(slices_.begin(), slices_.end(), order);
    slices_.back() = one;
  } else {
    slices_.push_back(one);
  }
  std::push_heap(slices_.begin(), slices_.end(), order);
}

void SliceList::merge(const std::vector<SortedSlice>& others) {
  for (const SortedSlice& one : others) add(one);
}

std::vector<SortedSlice> SliceList::sorted() const {
  std::vector<SortedSlice> out = slices_;
  std::sort(out.begin(), out.end(), [this](const SortedSlice& a, const SortedSlice& b) { return before(a, b); });
  return out;
}

}  // namespace tp
