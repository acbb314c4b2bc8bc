// What `tracepane compare --per` divides figures by.
#pragma once

#include <string>

#include "core/analysis/compare/function_changes.h"
#include "core/analysis/compare/thread_changes.h"
#include "core/analysis/compare/timed_changes.h"

namespace tp::cli {

// Divides the figures of a side by its seconds ("second"), its seconds of self time ("total"), or the calls of the
// function of this name (core/analysis/compare/function_rates.h). Returns false, having complained, if it has none.
bool dividePer(const std::string& per, SideFunctions& side);

// Divide the figures of a side by its seconds. Return false, having complained, if it has none.
bool dividePerSecond(SideThreads& side);
bool dividePerSecond(SideTimes& side);

// Returns what FunctionComparison::per says of it.
std::string perText(const std::string& per);

}  // namespace tp::cli
