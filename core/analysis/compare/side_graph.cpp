#include "core/analysis/compare/side_graph.h"

#include <algorithm>
#include <tuple>

namespace tp {
namespace {

// Returns where the calls of each function begin, and behind the last one's.
std::vector<size_t> beginsOf(const std::vector<SideCall>& calls, size_t functions, uint32_t SideCall::*end) {
  std::vector<size_t> begins(functions + 1, 0);
  for (const SideCall& call : calls) ++begins[call.*end + size_t{1}];
  for (size_t i = 0; i < functions; ++i) begins[i + 1] += begins[i];
  return begins;
}

}  // namespace

SideGraph::SideGraph(const SideFunctions& side) : side_(side) {
  for (const SideCall& call : side.calls) {
    if (call.callee >= size()) continue;
    const bool known = call.caller < size();
    byCallee_.push_back(call);
    if (!known) byCallee_.back().caller = SideCall::kNobody;
    if (known) byCaller_.push_back(call);
  }
  std::sort(byCallee_.begin(), byCallee_.end(), [](const SideCall& x, const SideCall& y) {
    return std::tie(x.callee, x.caller) < std::tie(y.callee, y.caller);
  });
  std::sort(byCaller_.begin(), byCaller_.end(), [](const SideCall& x, const SideCall& y) {
    return std::tie(x.caller, x.callee) < std::tie(y.caller, y.callee);
  });
  callees_ = beginsOf(byCallee_, size(), &SideCall::callee);
  callers_ = beginsOf(byCaller_, size(), &SideCall::caller);
}

uint64_t SideGraph::calls(size_t caller, size_t callee) const {
  const std::span<const SideCall> all = callees(caller);
  const auto at = std::lower_bound(all.begin(), all.end(), callee,
                                   [](const SideCall& call, size_t of) { return call.callee < of; });
  return at != all.end() && at->callee == callee ? at->calls : 0;
}

double SideGraph::called(size_t function) const {
  const FunctionFigures& figures = of(function).figures;
  return std::max(1.0, static_cast<double>(figures.calls) + static_cast<double>(figures.open));
}

}  // namespace tp
