// Groups of slices by the value of a field: how many there are and how long they took.
//
// Of more texts than are kept, those come first that are shorter and, of one length, first in the alphabet. So which
// are kept does not depend on the order in which they are met, nor on how the slices were divided among tables that
// were merged; and all slices of those that are kept are counted.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/analysis/durations.h"
#include "core/io/wire.h"

namespace tp {

// What the slices of a group have in common.
struct GroupKey {
  enum class Of : uint8_t { Nothing, Text, Name, Track };
  Of of = Of::Nothing;  // Nothing: they do not have the field
  uint32_t id = 0;      // of a name or a track; else 0
  std::string text = {};

  bool operator==(const GroupKey& other) const = default;
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(atMost(self.of, Of::Track), self.text);
    const auto take = [&self](auto number) { self.id = number; };
    if (self.of == Of::Name)
      wire.as([&self] { return NameId(self.id); }, take);
    else
      wire.as([&self] { return TrackId(self.id); }, take);
  }
};

struct SliceSums {
  uint64_t count = 0;    // slices of known duration
  uint64_t atMost = 0;   // of these, those of which it is an upper bound
  uint64_t unknown = 0;  // others
  int64_t total = 0;     // of the durations, in clock units
  int64_t self = 0;
  // Of `count` and `total`, those of slices that began before CallScope::middle; 0 if there is none.
  uint64_t early = 0;
  int64_t earlyTotal = 0;

  void add(const SliceSums& other);
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.count, self.atMost, self.unknown, self.total, self.self, self.early, self.earlyTotal);
  }
};

struct SliceGroup {
  GroupKey key;
  SliceSums sums;
  DurationCounts durations;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.key, self.sums, self.durations);
  }
};

class SliceGroups {
 public:
  static constexpr size_t kMax = 10000;                 // groups of texts
  static constexpr size_t kMaxText = size_t{16} << 20;  // bytes of the texts of all groups
  // Groups of names or tracks, which are all there are but in a trace with very many. Of more, the first ones are kept.
  static constexpr size_t kMaxById = size_t{1} << 18;

  SliceGroups() = default;
  SliceGroups(SliceGroups&&) = default;
  SliceGroups& operator=(SliceGroups&&) = default;

  // Adds a slice. Returns false if it belongs to left().
  bool add(const GroupKey& key, const SliceSums& one);
  // Adds groups of another worker, whose keys were translated, and what it left out, but for the durations of that.
  void merge(std::vector<SliceGroup> groups, const SliceSums& left);

  // What belongs to groups beyond the bound.
  const SliceSums& left() const { return left_; }
  // The durations of groups that were left out after they had been met or merged: a part of those of left().
  const DurationCounts& leftDurations() const { return leftDurations_; }
  // Adds the durations of the slices of all groups, and leftDurations(). Only for all groups of all workers: how
  // exactly a part of them is kept is not how exactly the whole is.
  void addDurationsTo(DurationCounts& all);
  // Those with the greatest total first.
  std::vector<SliceGroup> take();

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};
  struct Hash {
    size_t operator()(const GroupKey& key) const;
  };

  struct Before {
    bool operator()(const GroupKey* a, const GroupKey* b) const { return comesBefore(*a, *b); }
  };
  static bool comesBefore(const GroupKey& a, const GroupKey& b);

  uint32_t groupOf(const GroupKey& key);
  uint32_t make(const GroupKey& key);
  uint32_t makeText(const GroupKey& key);
  void dropLast();

  std::unordered_map<GroupKey, uint32_t, Hash> numbers_;
  std::set<const GroupKey*, Before> order_;  // the keys of numbers_
  std::optional<GroupKey> bound_;            // what was left out: all keys from this one on are
  std::vector<uint32_t> byId_;               // groups of names or tracks
  std::vector<GroupKey> keys_;
  std::vector<SliceSums> sums_;
  std::vector<uint32_t> free_;  // numbers of groups that were left out
  DurationTable durations_;     // by group
  size_t textBytes_ = 0;
  SliceSums left_;
  DurationCounts leftDurations_;
};

}  // namespace tp
