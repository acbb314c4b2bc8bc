// How a change of a sum divides into a part by the number of what is summed up, and one by how much each of them is.
#pragma once

#include <cstdint>

namespace tp {

struct CountedSum {
  int64_t count = 0;
  int64_t sum = 0;
};

// What B has more than A. `byCount` and `byEach` add up to `change`.
struct ChangeParts {
  int64_t change = 0;
  int64_t byCount = 0;  // more or fewer of them, each at the mean; rounded to zero
  int64_t byEach = 0;   // the rest: each was more or less
};

// `meanOfA`: the mean is that of A, else of B, for what A does not have.
ChangeParts changeParts(const CountedSum& a, const CountedSum& b, bool meanOfA);

// Returns the size of a change, for which the greatest ones have room.
constexpr uint64_t sizeOf(int64_t change) {
  return change < 0 ? -static_cast<uint64_t>(change) : static_cast<uint64_t>(change);
}

}  // namespace tp
