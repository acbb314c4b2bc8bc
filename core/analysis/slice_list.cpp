#include "core/analysis/slice_list.h"

#include <algorithm>

#include "core/decode/row_fields.h"

namespace tp {

SliceTextOf sliceTextOf(const std::string& sort, const NameTable& names) {
  const RowField field = sliceField(sort);
  const bool caller = field == RowField::Caller || field == RowField::Waker;
  if (!caller && field != RowField::Name) return {};
  return [&names, caller](const ListedSlice& slice) {
    const NameId name = caller ? slice.caller : slice.name;
    return name != kNoName ? names.view(name) : std::string_view();
  };
}

int SliceList::compareTexts(std::string_view a, std::string_view b) const {
  if (a.empty() || b.empty()) return static_cast<int>(a.empty()) - static_cast<int>(b.empty());
  const int order = a.compare(b);
  return ascending_ ? order : -order;
}

bool SliceList::before(const SortedSlice& a, const SortedSlice& b) const {
  const int order = text_ ? compareTexts(text_(a.slice), text_(b.slice)) : compareKeys(a.key, b.key);
  if (order != 0) return order < 0;
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
