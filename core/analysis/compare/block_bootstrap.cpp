#include "core/analysis/compare/block_bootstrap.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace tp {
namespace {

// The blocks with how often each was drawn.
class Drawn {
 public:
  explicit Drawn(const std::vector<TimeBlock>& blocks) : blocks_(blocks), times_(blocks.size()) {
    for (const TimeBlock& block : blocks) values_.insert(values_.end(), block.durations.begin(), block.durations.end());
    std::sort(values_.begin(), values_.end());
    values_.erase(std::unique(values_.begin(), values_.end()), values_.end());
  }

  void draw(std::mt19937_64& random, size_t runs) {
    std::fill(times_.begin(), times_.end(), 0);
    for (size_t run = 0; run < runs; ++run) {
      const auto first = static_cast<size_t>(random() % blocks_.size());
      ++times_[first];
      ++times_[(first + 1) % blocks_.size()];
    }
  }
  // As quantile() defines it.
  Time median() const {
    uint64_t calls = 0;
    for (size_t i = 0; i < blocks_.size(); ++i) calls += times_[i] * blocks_[i].calls();
    const auto at =
        std::partition_point(values_.begin(), values_.end(), [&](Time value) { return callsUpTo(value) <= calls / 2; });
    return at == values_.end() ? 0 : *at;
  }

 private:
  uint64_t callsUpTo(Time value) const {
    uint64_t calls = 0;
    for (size_t i = 0; i < blocks_.size(); ++i) {
      if (times_[i] == 0) continue;
      const std::vector<Time>& durations = blocks_[i].durations;
      const auto after = std::upper_bound(durations.begin(), durations.end(), value);
      if (after != durations.begin())
        calls += times_[i] * blocks_[i].upTo[static_cast<size_t>(after - durations.begin()) - 1];
    }
    return calls;
  }

  const std::vector<TimeBlock>& blocks_;
  std::vector<Time> values_;  // all that there are
  std::vector<uint64_t> times_;
};

TimeBlock blockOf(std::vector<std::pair<Time, uint64_t>>& counts) {
  std::sort(counts.begin(), counts.end());
  TimeBlock out;
  uint64_t calls = 0;
  for (const auto& [duration, count] : counts) {
    calls += count;
    if (!out.durations.empty() && out.durations.back() == duration) {
      out.upTo.back() = calls;
      continue;
    }
    out.durations.push_back(duration);
    out.upTo.push_back(calls);
  }
  counts.clear();
  return out;
}

}  // namespace

std::vector<TimeBlock> blocksOf(std::span<const std::vector<BoundedCount>> parts) {
  uint64_t calls = 0;
  for (const auto& part : parts)
    for (const BoundedCount& one : part) calls += one.count;
  const uint64_t wanted = std::clamp<uint64_t>(calls / kBlockCalls, 1, kMostBlocks);
  // How many of so many blocks the calls up to here would fill.
  auto filled = [&](uint64_t met) {
    return static_cast<uint64_t>(static_cast<double>(met) * static_cast<double>(wanted) / static_cast<double>(calls));
  };
  std::vector<TimeBlock> blocks;
  std::vector<std::pair<Time, uint64_t>> counts;
  uint64_t met = 0, ended = 0;
  for (const auto& part : parts) {
    for (const BoundedCount& one : part) {
      counts.emplace_back(one.middle(), one.count);
      met += one.count;
    }
    if (counts.empty() || filled(met) <= ended) continue;
    ended = filled(met);
    blocks.push_back(blockOf(counts));
  }
  return blocks;
}

std::optional<MedianError> medianError(const std::vector<TimeBlock>& blocks) {
  if (blocks.size() < kLeastBlocks) return std::nullopt;
  const size_t runs = (blocks.size() + 1) / 2;
  std::mt19937_64 random(45);
  Drawn drawn(blocks);
  // Less the first one, so that equal ones have no error by rounding.
  double first = 0, sum = 0, squares = 0;
  for (uint64_t i = 0; i < kDraws; ++i) {
    drawn.draw(random, runs);
    const Time median = drawn.median();
    if (median <= 0) return std::nullopt;
    const double log = std::log(static_cast<double>(median));
    if (i == 0) first = log;
    sum += log - first;
    squares += (log - first) * (log - first);
  }
  const double mean = sum / kDraws;
  // What is drawn varies less than what it is drawn from.
  const double variance = (squares / kDraws - mean * mean) * static_cast<double>(runs) / static_cast<double>(runs - 1);
  if (!(variance > 0)) return std::nullopt;
  return MedianError{std::sqrt(variance), runs - 1};
}

double errorsOf95(size_t freedom) {
  constexpr double kStudent[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365,
                                 2.306,  2.262, 2.228, 2.201, 2.179, 2.160, 2.145};
  return kStudent[std::clamp<size_t>(freedom, 1, std::size(kStudent)) - 1];
}

}  // namespace tp
