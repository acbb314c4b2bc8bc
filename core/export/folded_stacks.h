// Folded stacks, as flame graph tools read them: "main;parse;read 1234", a line for each distinct stack.
#pragma once

#include <functional>
#include <string_view>

#include "core/analysis/call_profile.h"
#include "core/analysis/call_shape.h"

namespace tp {

enum class StackValue : uint8_t {
  Self,   // time that no callee accounts for
  Total,  // with the callees
  Calls,
};

// The weight of a shaped tree whose stacks are printed by this value. Of Calls, `self` is what is to be printed.
inline CallWeight weightOf(StackValue value) {
  if (value == StackValue::Calls) return CallWeight::Calls;
  return value == StackValue::Total ? CallWeight::Total : CallWeight::Self;
}

// The word for a node's name, as it is: in a line it is told by appendVisible(), with `:` for `;`, and \x20 for a last
// blank behind which there are only digits; `thread`: it is a thread's track.
using NodeNameOf = std::function<std::string_view(NameId name, bool thread)>;

// Callers before what they call, in the order of their first calls, as `uftrace dump --flame-graph` lists them. Stacks
// of value 0 are left out. A `line` has no newline at its end.
void foldStacks(const CallTree& tree, bool byThread, StackValue value, const NodeNameOf& nameOf,
                const std::function<void(std::string_view line)>& put);

}  // namespace tp
