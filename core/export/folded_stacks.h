// Writes folded stacks, as flame graph tools read them: "main;parse;read 1234", a line for each distinct stack.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/analysis/call_profile.h"
#include "core/analysis/call_shape.h"

namespace tp {

enum class StackValue : uint8_t {
  Self,   // time without callees
  Total,  // time with callees
  Calls,
};

// Returns the weight for shaping a tree whose stacks are printed by this value. Of a tree weighed by Calls, self() has
// to be printed.
inline CallWeight weightOf(StackValue value) {
  if (value == StackValue::Calls) return CallWeight::Calls;
  return value == StackValue::Total ? CallWeight::Total : CallWeight::Self;
}

// Returns a name as a frame of such a line, without what has a meaning there: `:` for `;`, \x20 for a last blank that
// is followed by digits only, and what appendVisible() makes of the rest.
std::string foldedFrame(std::string_view name);

// Returns the name of a node as it is; if `thread`, `name` is a TrackId. In the line, it is written by
// foldedFrame().
using NodeNameOf = std::function<std::string_view(NameId name, bool thread)>;

// Calls `put` with a line, without a newline, for each stack: callers before their callees, in the order of their first
// calls, as `uftrace dump --flame-graph` lists them. Stacks of value 0 are left out. Times are in units of the tree's
// sample time.
void foldStacks(const CallTree& tree, bool byThread, StackValue value, const NodeNameOf& nameOf,
                const std::function<void(std::string_view line)>& put);

}  // namespace tp
