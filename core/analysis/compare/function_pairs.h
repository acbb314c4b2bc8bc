// Finds which functions of a side are which of the other one: by their names, by what was said about them, and then, if
// it is known who calls whom, by their callers and callees. Finds functions that one side has within their callers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/call_edges.h"
#include "core/analysis/compare/function_changes.h"
#include "core/analysis/compare/function_match.h"

namespace tp {

// Returns who calls whom, by positions in `functions`, which sideFunctions() returned of the same profile and names.
// Empty if the edges are not complete.
std::vector<SideCall> sideCalls(const std::vector<SideFunction>& functions, const CallEdges& edges,
                                const NameTable& names);

// A function of one side that the other one seems to have within its callers: inlined there.
struct InlinedFunction {
  struct Into {
    size_t caller = 0;  // position on the same side
    int64_t self = 0;   // so much of the function's self time is that of calls by this one
  };
  size_t side = 0;         // 0: A has the function, 1: B
  size_t function = 0;     // position on that side
  std::vector<Into> into;  // by position; the times add up to the function's self time
};

struct FunctionPairs {
  std::vector<MatchedNames> pairs;  // ordered by `a`
  std::vector<InlinedFunction> inlined;
};

// Names are paired first (matchNames()). Of what is left on both sides, two are taken for one function if they have the
// same callers and the same callees, as far as these have a partner, at least one of them, if each is called by its
// callers and calls its callees about as often as the other, and if there is nothing else of which that is so. Those
// without such callees must be called several times and take about as long, too. Of sides that share less than half of
// their names, nothing more is guessed: they are not of one program.
//
// What has no partner then is taken to be inlined if all of its callers have one, and the callers' partners call what
// it called, as often; if it called nothing, they must have about as much more self time as it had.
//
// Of means of several recordings, nothing but names is known of what only some recordings of its side have.
//
// Without SideFunctions::calls of both sides, nothing but names is known.
FunctionPairs pairFunctions(const SideFunctions& a, const SideFunctions& b, const NameCorrections& corrections);

// Whether functions of either side have no partner by name, so that SideFunctions::calls may tell more.
bool lackPartners(const SideFunctions& a, const SideFunctions& b, const NameCorrections& corrections);

// The same by the texts of names, for comparisons of stacks.
struct PairedNames {
  struct Pair {
    std::string a, b;  // which differ
    MatchedBy by = MatchedBy::Name;
  };
  struct Inlined {
    std::string name, into;  // `into`: the callers, as the other side has them
  };
  std::vector<Pair> pairs;
  std::array<std::vector<Inlined>, 2> inlined;  // by side
};
PairedNames pairedNames(const SideFunctions& a, const SideFunctions& b, const FunctionPairs& pairs);

}  // namespace tp
