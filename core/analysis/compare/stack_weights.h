// Finds which stacks of two trees are heavy enough to be compared, if there are too many.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/analysis/compare/compared_tree.h"

namespace tp {

struct LeastWeight {
  int64_t least = 0;  // total of the lightest stacks that are kept, in clock units
  size_t kept = 0;    // how many nodes of both trees have as much
};

// Returns the least total with which at most `most` nodes of both trees together are kept, by its highest four bits,
// which is fine enough. Follows the trees as far as that takes: no callee weighs more than its caller.
LeastWeight leastWeight(ComparedTree& a, ComparedTree& b, size_t most, const InParallel& inParallel);

}  // namespace tp
