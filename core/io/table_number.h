// Numbers of names and of tracks, as types of their own: the compiler tells them apart from each other and from plain
// numbers, and messages and saved states (core/io/wire.h) translate them on their way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace tp {

// A position in a table. Converts from and to a plain number, but not to the number of another kind of table.
template <class Tag>
struct TableNumber {
  uint32_t value = 0;

  constexpr TableNumber() = default;
  constexpr TableNumber(uint32_t number) : value(number) {}
  constexpr operator uint32_t() const { return value; }
  constexpr TableNumber& operator++() {
    ++value;
    return *this;
  }
};

struct NameTag {};
struct TrackTag {};

using NameId = TableNumber<NameTag>;    // in a NameTable
using TrackId = TableNumber<TrackTag>;  // in a TrackTable

// The empty string, in every table of names.
inline constexpr NameId kNoName = 0;
inline constexpr TrackId kNoTrack = ~uint32_t{0};

// What the numbers of one pair of tables are in another.
struct NumberMap {
  std::vector<NameId> names;    // by the number there
  std::vector<TrackId> tracks;  // likewise

  // These return kNoName and kNoTrack for numbers that are not in the map, as those of a damaged message.
  NameId to(NameId theirs) const { return theirs < names.size() ? names[theirs] : kNoName; }
  TrackId to(TrackId theirs) const { return theirs < tracks.size() ? tracks[theirs] : kNoTrack; }
};

}  // namespace tp

template <class Tag>
struct std::hash<tp::TableNumber<Tag>> {
  size_t operator()(tp::TableNumber<Tag> number) const noexcept { return std::hash<uint32_t>()(number.value); }
};
