#include "core/analysis/compare/stack_weights.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <limits>
#include <vector>

namespace tp {
namespace {

// Totals by their highest four bits.
constexpr size_t kBuckets = 64 * 8;

size_t bucketOf(int64_t total) {
  const auto weight = static_cast<uint64_t>(std::max<int64_t>(total, 0));
  const auto bits = static_cast<size_t>(std::bit_width(weight));
  return bits < 4 ? weight : (bits - 3) * 8 + (weight >> (bits - 4) & 7);
}

// Returns the least total that is in the bucket.
int64_t leastOf(size_t bucket) {
  if (bucket < 8) return static_cast<int64_t>(bucket);
  const size_t bits = bucket / 8 + 3;
  return bits >= 64 ? std::numeric_limits<int64_t>::max()
                    : static_cast<int64_t>((uint64_t{8} | bucket % 8) << (bits - 4));
}

// Counts the nodes of one side.
class Weights {
 public:
  explicit Weights(ComparedTree& tree) : tree_(tree) {
    for (uint32_t i = 1; i < tree_.size(); ++i) count(i);
  }

  size_t counted(size_t bucket) const { return counts_[bucket]; }
  size_t waiting(size_t bucket) const { return waiting_[bucket].size(); }
  // Follows the nodes of the bucket, some of whose callees are in it, too, unless more than `most` are in that of both
  // sides. `met` is how many are, which the other side counts at the same time.
  void follow(size_t bucket, size_t most, std::atomic<size_t>& met) {
    constexpr size_t kAhead = 8;  // so many are followed before what they take is there
    std::vector<uint32_t>& waiting = waiting_[bucket];
    while (!waiting.empty() && met.load(std::memory_order_relaxed) <= most) {
      if (waiting.size() > kAhead) tree_.expect(waiting[waiting.size() - 1 - kAhead]);
      const uint32_t node = waiting.back();
      waiting.pop_back();
      const auto first = static_cast<uint32_t>(tree_.size());
      const size_t before = counts_[bucket];
      tree_.follow(node);
      for (uint32_t i = first; i < tree_.size(); ++i) count(i);
      if (counts_[bucket] > before) met.fetch_add(counts_[bucket] - before, std::memory_order_relaxed);
    }
  }

 private:
  void count(uint32_t node) {
    const size_t bucket = bucketOf(tree_.total(node));
    ++counts_[bucket];
    if (tree_.follows(node)) waiting_[bucket].push_back(node);
  }

  ComparedTree& tree_;
  std::array<size_t, kBuckets> counts_{};
  std::array<std::vector<uint32_t>, kBuckets> waiting_;  // of the nodes, those that are to be followed
};

}  // namespace

LeastWeight leastWeight(ComparedTree& a, ComparedTree& b, size_t most, const InParallel& inParallel) {
  constexpr size_t kMany = 512;  // nodes that are worth another thread
  Weights ofA(a), ofB(b);
  LeastWeight out;
  size_t bucket = kBuckets;
  while (bucket > 0) {
    const size_t next = bucket - 1, left = most - out.kept;
    std::atomic<size_t> met = ofA.counted(next) + ofB.counted(next);
    auto followA = [&] { ofA.follow(next, left, met); };
    auto followB = [&] { ofB.follow(next, left, met); };
    if (inParallel && std::min(ofA.waiting(next), ofB.waiting(next)) > kMany) {
      inParallel(followA, followB);
    } else {
      followA();
      followB();
    }
    if (met > left) break;
    out.kept += met;
    bucket = next;
  }
  out.least = leastOf(bucket);
  return out;
}

}  // namespace tp
