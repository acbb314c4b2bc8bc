// Compares the stacks of two scopes, A and B: one call tree with the figures of both. What is drawn as a differential
// flame graph is this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/analysis/call_tree.h"
#include "core/analysis/compare/compared_side.h"
#include "core/analysis/compare/function_pairs.h"
#include "core/analysis/logged_tree.h"

namespace tp {

// The figures of a stack on one side, in clock units, as CallTree has them. They add up: a total is `self`, `untold`
// and the totals of all callees.
struct StackFigures {
  int64_t total = 0;   // with callees
  int64_t self = 0;    // without
  int64_t untold = 0;  // of callees that are not told apart
  uint64_t calls = 0;
  uint64_t open = 0;   // calls among them whose duration is not known
  int64_t atMost = 0;  // of a stack that is not `met`: so much the side may have of it, as it does not tell all apart
  bool met = false;    // whether the side has the stack

  bool operator==(const StackFigures&) const = default;
};

struct ComparedStack {
  uint32_t parent = 0;    // position of the caller, which is smaller; of the root: itself
  uint32_t function = 0;  // position in StackComparison::functions; of the root: none
  uint32_t child = 0;     // position of the first callee; the others follow it
  uint32_t callees = 0;   // number of callees
  StackFigures a, b;

  bool added() const { return !a.met && a.atMost == 0; }
  bool vanished() const { return !b.met && b.atMost == 0; }
  // Whether both sides tell this stack; else its changes are bounds, by StackFigures::atMost.
  bool known() const { return a.atMost == 0 && b.atMost == 0; }
  bool differs() const { return !(a == b); }
  // What B has more than A.
  int64_t selfChange() const { return minus(b.self, a.self); }
  int64_t totalChange() const { return minus(b.total, a.total); }
  int64_t untoldChange() const { return minus(b.untold, a.untold); }
};

struct ComparedName {
  std::string name;    // B's, or that of A if B has none
  std::string before;  // A's, if it is another one; else empty
  MatchedBy by = MatchedBy::Name;
  // Callers that seem to have the function within them on the other side, which is a guess; empty: none. What it
  // called is told as their callees then, beside it.
  std::string inlinedInto = {};

  bool guessed() const { return isGuess(by); }
};

// The stacks of one side. What is pointed to must outlive the call that it is passed to.
struct SideStacks {
  ComparedSide side;
  const CallTree* tree = nullptr;  // by calls, of sample time 1, whose first level is no threads
  LoggedTree* logged = nullptr;    // if not null, has `tree`, which grows as far as it is wanted
  const NameTable* names = nullptr;
  std::function<Time(Time)> convert;  // to the units of `side.clock`; none: the tree has these
};

// As that of functions: all times are converted when the sides are compared.
void convertTimes(SideStacks& stacks, const ClockInfo& clock, const std::function<Time(Time)>& convert);

struct StackComparison {
  ComparedSide sideA, sideB;
  std::vector<ComparedName> functions;  // by name
  // The first is the root: its totals are those of all stacks. Level by level; callees of one caller by the larger of
  // both totals, descending, then by name.
  std::vector<ComparedStack> stacks;
  // Stacks of less than this on both sides are left to their callers, as `untold`; 0: none is.
  int64_t least = 0;

  const ComparedStack& root() const { return stacks.front(); }
  const ComparedName& nameOf(uint32_t stack) const { return functions[stacks[stack].function]; }
  // What B has more than A; the changes of self times and of what is untold add up to it.
  int64_t change() const { return root().totalChange(); }
  // Whether nothing differs.
  bool same() const;
  // Whether a side has time that is in no sum by function: of calls of unknown duration, or off the CPU within calls.
  bool beyondFunctions() const;
};

// Calls both functions, possibly in two threads, and returns when both have returned.
using InParallel = std::function<void(const std::function<void()>&, const std::function<void()>&)>;

// The most stacks that are compared by default. They take 130 bytes each.
inline constexpr size_t kComparedStacks = size_t{1} << 20;

// Whether functions of either side have no partner of the same name, so that compareStacks() needs to be told what is
// known of them otherwise.
bool lackPartners(const SideStacks& a, const SideStacks& b);

// Both sides must have the same unit (sameUnit()). `paired`: what is known of functions whose names differ; null: they
// are matched by their names. If there are more than `most` stacks, those that are small on both sides are left to
// their callers, so that none seems new or vanished because of that. `inParallel`: for work on each side; null: one
// side comes after the other.
StackComparison compareStacks(const SideStacks& a, const SideStacks& b, size_t most = kComparedStacks,
                              const PairedNames* paired = nullptr, const InParallel& inParallel = nullptr);

}  // namespace tp
