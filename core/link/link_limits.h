// How much a link holds. Views hold no more of it, so that a link has all of a view.
#pragma once

#include <cstddef>

namespace tp {

inline constexpr size_t kMostListed = 32;    // elements of each list: markers, kept ranges, tracks
inline constexpr size_t kMostNote = 1000;    // bytes of a note
inline constexpr size_t kMostQueries = 8;    // tracks of queries
inline constexpr size_t kMostDurations = 8;  // plots of durations
inline constexpr size_t kMostPlots = 16;     // plots of fields

}  // namespace tp
