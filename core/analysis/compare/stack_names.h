// The names of two call trees, matched: which functions of one are which of the other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis/call_tree.h"
#include "core/analysis/compare/stack_changes.h"

namespace tp {

// The names of a tree's nodes, each text once.
struct StackNames {
  static constexpr uint32_t kNone = ~uint32_t{0};

  std::vector<std::string> texts;
  // By NameId: the position of its text; after matchStackNames(), that of the function.
  std::vector<uint32_t> of;
  std::vector<bool> inlined;  // by function: the other side seems to have it within its callers
  // By node of the tree as it was: neither it nor what it calls has calls or time. Calls before or behind a range leave
  // such nodes, which are no stacks of that range.
  std::vector<bool> nothing;

  uint32_t at(NameId name) const { return of[name < of.size() ? name : kNoName]; }
  uint32_t& at(NameId name) { return of[name < of.size() ? name : kNoName]; }
};

StackNames stackNames(const SideStacks& side);

// Returns all functions, by name, and sets StackNames::of and inlined of both. `paired` as in compareStacks().
std::vector<ComparedName> matchStackNames(StackNames& a, StackNames& b, const PairedNames* paired);

}  // namespace tp
