// Finds functions that one side has and the other one seems to have within their callers.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/compare/function_pairs.h"
#include "core/analysis/compare/side_graph.h"

namespace tp {

// `side` has the functions, `other` may have inlined them. `partners`: by position on `side`, that on `other`, or
// SideCall::kNobody. `apart`: functions of which nothing is guessed. InlinedFunction::side is left to the caller; a
// function comes behind those that it was called through.
std::vector<InlinedFunction> inlinedFunctions(const SideGraph& side, const SideGraph& other,
                                              const std::vector<uint32_t>& partners, const std::vector<bool>& apart);

}  // namespace tp
