// How much a link holds. Views hold no more of it, so that a link has all of a view.
#pragma once

#include <cstddef>

namespace tp {

inline constexpr size_t kMaxInList = 32;    // elements of each list: markers, kept ranges, tracks
inline constexpr size_t kMaxNote = 1000;    // bytes of a note
inline constexpr size_t kMaxQueries = 8;    // tracks of queries
inline constexpr size_t kMaxDurations = 8;  // plots of durations
inline constexpr size_t kMaxPlots = 16;     // plots of fields

}  // namespace tp
