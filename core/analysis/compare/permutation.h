// Tests by permutation whether the values of two groups, A and B, differ: how often would chance alone have split all
// values into groups that differ as much?
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tp {

// The ways in which so many values as both groups have together can be split into two groups of their sizes.
class Splits {
 public:
  // All splits are tried if they are no more than this, else as many that are drawn at random, always the same ones.
  static constexpr size_t kMost = 20'000;

  // Both at least 1.
  Splits(size_t a, size_t b);

  // Whether all splits are tried.
  bool exact() const { return exact_; }
  // How many are tried. If they were drawn, the one that was observed is counted as one more.
  size_t count() const { return count_; }
  // The smallest p that can come out.
  double smallest() const;
  // Returns in which share of the splits the means of both groups differ at least by as much as they do in `values`,
  // in either direction: the two-sided p-value. The first values are those of A, all others those of B, as many as
  // were told.
  double p(std::span<const int64_t> values) const;

 private:
  void enumerate();
  void draw();

  size_t a_, all_;
  size_t small_;  // values of the smaller group
  bool exact_;
  size_t count_ = 0;
  std::vector<uint32_t> members_;  // of each split, the positions of the values that are in the smaller group
};

// Returns the difference of the means, of B less that of A, over the pooled standard deviation (Cohen's d). nullopt if
// there are less than three values, or all values of each group are equal.
std::optional<double> effectSize(std::span<const int64_t> a, std::span<const int64_t> b);

// Returns for each p-value the smallest rate of false discoveries at which it is one, by Benjamini and Hochberg: the
// p-value adjusted for the number of tests.
std::vector<double> adjustedForTests(std::span<const double> p);

}  // namespace tp
