// Keeps lists of places within a bound of memory.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace tp {

// Returns the least distance of places to come, of which there shall be half as many as up to now.
template <typename Number>
Number fartherApart(Number distance) {
  constexpr Number kMax = Number{1} << 40;
  return distance < kMax ? distance * 2 : distance;
}

// Leaves every second element out, but never the first. Calls `leave(kept, left)` for each of them, with the one
// before.
template <typename T, typename Leave>
void thinOut(std::vector<T>& all, Leave leave) {
  size_t kept = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    if (i % 2 == 1) {
      leave(all[kept - 1], all[i]);
      continue;
    }
    if (kept != i) all[kept] = std::move(all[i]);
    ++kept;
  }
  all.erase(all.begin() + static_cast<std::ptrdiff_t>(kept), all.end());
}

}  // namespace tp
