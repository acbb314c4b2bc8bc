// How certain the median of durations is that were recorded one after the other: by a bootstrap of blocks of time, as
// calls that follow each other are slow or fast together.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/compare/timed_durations.h"

namespace tp {

inline constexpr size_t kMostBlocks = 16, kLeastBlocks = 8;
inline constexpr uint64_t kBlockCalls = 8;  // in the mean, at least
inline constexpr uint64_t kDraws = 400;     // always the same ones

// What is drawn: the durations of some time. `durations` ascend; `upTo` are how many calls there are up to each.
struct TimeBlock {
  std::vector<Time> durations;
  std::vector<uint64_t> upTo;

  uint64_t calls() const { return upTo.empty() ? 0 : upTo.back(); }
};

// Returns blocks of about as many calls each, in the order of time, at most kMostBlocks, and fewer where there are less
// than kBlockCalls for each or most calls are in few of the parts. `parts` are as TimedDurations has them.
std::vector<TimeBlock> blocksOf(std::span<const std::vector<BoundedCount>> parts);

// The standard error of the logarithm of a median.
struct MedianError {
  double error = 0;
  size_t freedom = 0;  // degrees of freedom
};
// Draws runs of two blocks that follow each other (the first one follows the last). nullopt if there are fewer than
// kLeastBlocks, if the median of a draw is 0, or if all draws have the same one, so that nothing can be told.
std::optional<MedianError> medianError(const std::vector<TimeBlock>& blocks);

// Returns how many standard errors both ends of a 95 % interval are from its middle (Student's t).
double errorsOf95(size_t freedom);

}  // namespace tp
