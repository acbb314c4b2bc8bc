// Groups of slices by the value of a field: how many there are and how long they took. Groups are numbered in the order
// in which they are met.
#pragma once

#include <cstdint>
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
  uint32_t id = 0;      // of a name or a track
  std::string text = {};

  bool operator==(const GroupKey& other) const = default;
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(atMost(self.of, Of::Track), self.id, self.text);
  }
};

struct SliceSums {
  uint64_t count = 0;    // slices of known duration
  uint64_t atMost = 0;   // of these, those of which it is an upper bound
  uint64_t unknown = 0;  // others
  int64_t total = 0;     // of the durations, in clock units
  int64_t self = 0;

  void add(const SliceSums& other);
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.count, self.atMost, self.unknown, self.total, self.self);
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
  static constexpr size_t kMost = 10000;
  static constexpr size_t kMostText = size_t{16} << 20;  // bytes of the texts of all groups

  // Adds a slice. Returns false if it belongs to left().
  bool add(const GroupKey& key, const SliceSums& one);
  // Adds groups of another worker, whose keys were translated, and what it left out. Returns the durations of those
  // that belong to left() here.
  DurationCounts merge(std::vector<SliceGroup> groups, const SliceSums& left);

  // What belongs to groups beyond the bound.
  const SliceSums& left() const { return left_; }
  // Adds the durations of the slices of all groups; not those of left(). Only for all groups of all workers: how
  // exactly a part of them is kept is not how exactly the whole is.
  void addDurationsTo(DurationCounts& all);
  // Those with the greatest total first.
  std::vector<SliceGroup> take();

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};
  struct Hash {
    size_t operator()(const GroupKey& key) const;
  };

  uint32_t groupOf(const GroupKey& key);
  uint32_t make(const GroupKey& key);

  std::unordered_map<GroupKey, uint32_t, Hash> numbers_;
  std::vector<uint32_t> byId_;  // groups of names or tracks
  std::vector<GroupKey> keys_;
  std::vector<SliceSums> sums_;
  DurationTable durations_;  // by group
  size_t textBytes_ = 0;
  SliceSums left_;
};

}  // namespace tp
