// The first slices of an order, out of any number of them, with how many there are and how long they took. Each worker
// has one; SliceList::merge() makes one of all.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/number.h"
#include "core/analysis/slice_query.h"
#include "core/trace/names.h"
#include "core/trace/tracks.h"

namespace tp {

// A slice, as far as it lies within the range that was asked for. Times are in clock units.
struct ListedSlice {
  enum Flags : uint8_t {
    kOpen = 1,         // without a recorded end: its duration is not known
    kUnbegun = 2,      // an end without a beginning
    kSelfDoubted = 4,  // `self` may be off, because it is not known how long a slice within it took
    kBefore = 8,       // it began before the range
    kAfter = 16,       // it goes on after the range
    kAtMost = 32,      // the duration is an upper bound
  };
  Time begin = 0;
  Time duration = 0;  // if it is not known: as it is drawn
  Time self = 0;
  TrackId track = kNoTrack;
  NameId name = kNoName;
  NameId caller = kNoName;
  uint16_t depth = 0;
  uint8_t flags = 0;
  int32_t cpu = -1;  // where it ran, as far as that is known without the records
  // What tells apart slices of no duration that are alike: how many such came before.
  uint8_t nth = 0;
  // The place in the order of what was decoded: equal keys come in this order.
  uint32_t unit = 0;
  uint64_t serial = 0;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.begin, self.duration, self.self, self.track, self.name, self.caller, self.depth, self.flags, self.nth);
    wire(self.cpu, self.unit, self.serial);
  }
  bool durationKnown() const { return (flags & (kOpen | kUnbegun)) == 0; }
  Time end() const { return begin + duration; }
};

// What slices are sorted by; of a slice that does not have it, `has` is false.
struct SliceKey {
  Number number;
  bool has = false;

  static SliceKey of(Time time) { return {Number::of(time), true}; }
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.number.negative, self.number.whole, self.number.magnitude, self.number.value, self.has);
  }
};

struct SortedSlice {
  ListedSlice slice;
  SliceKey key;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.slice, self.key);
  }
};

// Returns the text that a slice is sorted by; empty: it has none.
using SliceTextOf = std::function<std::string_view(const ListedSlice&)>;
// For lists that are sorted by a name: "name", "caller" or "waker"; null for others. `names` must outlive the result.
SliceTextOf sliceTextOf(const std::string& sort, const NameTable& names);

class SliceList {
 public:
  // Slices are sorted by `text`, or by their keys if that is null.
  SliceList(bool ascending, size_t most, SliceTextOf text = {})
      : ascending_(ascending), most_(most), text_(std::move(text)) {}

  // Whether a slice with this key may be among the first.
  bool wants(const SliceKey& key) const {
    return text_ || slices_.size() < most_ || (most_ > 0 && compareKeys(key, slices_.front().key) <= 0);
  }
  void add(const SortedSlice& one);
  // Adds the first ones of another list of the same order.
  void merge(const std::vector<SortedSlice>& others);
  void clear() { slices_.clear(); }
  // In no order.
  const std::vector<SortedSlice>& slices() const { return slices_; }
  std::vector<SortedSlice> sorted() const;

 private:
  // Less than 0: `a` comes before `b`. What has no key comes last.
  int compareKeys(const SliceKey& a, const SliceKey& b) const {
    if (a.has != b.has) return a.has ? -1 : 1;
    if (!a.has) return 0;
    const int order = compare(a.number, b.number);
    return ascending_ ? order : -order;
  }
  // The same for texts.
  int compareTexts(std::string_view a, std::string_view b) const;
  bool before(const SortedSlice& a, const SortedSlice& b) const;

  bool ascending_;
  size_t most_;
  SliceTextOf text_;
  std::vector<SortedSlice> slices_;  // a heap: the last of the order is the first element
};

}  // namespace tp
