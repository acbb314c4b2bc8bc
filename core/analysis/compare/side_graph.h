// Who calls whom on one side of a comparison, both ways.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/compare/function_changes.h"

namespace tp {

class SideGraph {
 public:
  // `side` must outlive it.
  explicit SideGraph(const SideFunctions& side);

  // How a function is called, ordered by callers, and what it calls, ordered by callees.
  std::span<const SideCall> callers(size_t function) const { return within(byCallee_, callees_, function); }
  std::span<const SideCall> callees(size_t function) const { return within(byCaller_, callers_, function); }
  // Returns how often `caller` calls `callee`.
  uint64_t calls(size_t caller, size_t callee) const;
  // Returns how often the function was called, as far as is known; at least 1.
  double called(size_t function) const;

  const SideFunction& of(size_t function) const { return side_.functions[function]; }
  size_t size() const { return side_.functions.size(); }

 private:
  static std::span<const SideCall> within(const std::vector<SideCall>& calls, const std::vector<size_t>& from,
                                          size_t function) {
    return std::span(calls).subspan(from[function], from[function + 1] - from[function]);
  }

  const SideFunctions& side_;
  std::vector<SideCall> byCallee_, byCaller_;
  std::vector<size_t> callees_, callers_;  // by function: where its calls begin
};

// Whether both rates are about the same: they differ by a tenth of the larger, at most.
inline bool alike(double a, double b) {
  return (a > b ? a - b : b - a) * 10 <= (a > b ? a : b);
}

}  // namespace tp
