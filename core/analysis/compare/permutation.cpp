#include "core/analysis/compare/permutation.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace tp {
namespace {

__extension__ using Wide = __int128;

// Returns how many ways there are to take `some` of `all`, or limit + 1 if there are more than `limit`.
size_t waysOf(size_t some, size_t all, size_t limit) {
  size_t ways = 1;
  for (size_t i = 1; i <= some; ++i) {
    ways = ways * (all - some + i) / i;
    if (ways > limit) return limit + 1;
  }
  return ways;
}

double meanOf(std::span<const int64_t> values) {
  double sum = 0;
  for (const int64_t value : values) sum += static_cast<double>(value);
  return sum / static_cast<double>(values.size());
}

double squares(std::span<const int64_t> values, double mean) {
  double sum = 0;
  for (const int64_t value : values) sum += (static_cast<double>(value) - mean) * (static_cast<double>(value) - mean);
  return sum;
}

}  // namespace

Splits::Splits(size_t a, size_t b)
    : a_(a), all_(a + b), small_(std::min(a, b)), exact_(waysOf(small_, all_, kMost) <= kMost) {
  if (exact_)
    enumerate();
  else
    draw();
}

void Splits::enumerate() {
  std::vector<uint32_t> chosen(small_);
  std::iota(chosen.begin(), chosen.end(), 0);
  while (true) {
    ++count_;
    members_.insert(members_.end(), chosen.begin(), chosen.end());
    // The last one that can be moved on moves; those behind it follow it closely.
    size_t moved = small_;
    while (moved > 0 && chosen[moved - 1] == all_ - small_ + moved - 1) --moved;
    if (moved == 0) return;
    std::iota(chosen.begin() + static_cast<std::ptrdiff_t>(moved) - 1, chosen.end(), chosen[moved - 1] + 1);
  }
}

void Splits::draw() {
  std::mt19937_64 random(45);
  std::vector<uint32_t> order(all_);
  std::iota(order.begin(), order.end(), 0);
  members_.reserve(kMost * small_);
  count_ = kMost + 1;
  for (size_t split = 0; split < kMost; ++split) {
    // The distributions of the standard library are not the same everywhere; of so few positions, those that a
    // remainder prefers are preferred by less than one part in 2^40.
    for (size_t i = 0; i < small_; ++i) std::swap(order[i], order[i + random() % (all_ - i)]);
    members_.insert(members_.end(), order.begin(), order.begin() + static_cast<std::ptrdiff_t>(small_));
  }
}

double Splits::smallest() const {
  // Of groups of one size, each split differs as much as the one in which they are exchanged.
  return (exact_ && all_ == 2 * small_ ? 2.0 : 1.0) / static_cast<double>(count());
}

double Splits::p(std::span<const int64_t> values) const {
  // The difference of the means, times both sizes: all is exact in integers, so that equal ones are equal.
  Wide sum = 0, observed = 0;
  for (const int64_t value : values) sum += value;
  const size_t first = small_ == a_ ? 0 : a_;
  for (size_t i = 0; i < small_; ++i) observed += values[first + i];
  const Wide share = sum * static_cast<Wide>(small_);
  auto difference = [&](Wide inSmall) {
    const Wide apart = share - inSmall * static_cast<Wide>(all_);
    return apart < 0 ? -apart : apart;
  };
  const Wide least = difference(observed);
  size_t asFar = exact_ ? 0 : 1;
  for (size_t at = 0; at < members_.size(); at += small_) {
    Wide inSmall = 0;
    for (size_t i = 0; i < small_; ++i) inSmall += values[members_[at + i]];
    asFar += difference(inSmall) >= least ? 1 : 0;
  }
  return static_cast<double>(asFar) / static_cast<double>(count());
}

std::optional<double> effectSize(std::span<const int64_t> a, std::span<const int64_t> b) {
  if (a.empty() || b.empty() || a.size() + b.size() < 3) return std::nullopt;
  const double meanA = meanOf(a), meanB = meanOf(b);
  const double within = squares(a, meanA) + squares(b, meanB);
  if (within == 0) return std::nullopt;
  return (meanB - meanA) / std::sqrt(within / static_cast<double>(a.size() + b.size() - 2));
}

std::vector<double> adjustedForTests(std::span<const double> p) {
  std::vector<size_t> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](size_t x, size_t y) { return p[x] < p[y]; });
  std::vector<double> adjusted(p.size());
  double least = 1;
  for (size_t rank = order.size(); rank > 0; --rank) {
    const size_t at = order[rank - 1];
    least = std::min(least, p[at] * static_cast<double>(p.size()) / static_cast<double>(rank));
    adjusted[at] = least;
  }
  return adjusted;
}

}  // namespace tp
