// The slowest calls of a function and its usual ones as the two sides of `tracepane compare --slowest`.
#pragma once

#include "core/analysis/compare/function_changes.h"
#include "core/analysis/compare/slowest_calls.h"
#include "native/cli/indexed.h"

namespace tp::cli {

// Asks for what runs within the usual calls, `a`, and within the slowest ones, `b`, and divides it by their numbers.
// `scope` and `side` are what is asked of the trace and what is known of it. Returns false, having complained, if the
// function has not enough calls.
bool askSlowest(IndexedTrace& trace, const CallScope& scope, const ComparedSide& side, const SlowestShare& of,
                SideFunctions& a, SideFunctions& b);

}  // namespace tp::cli
