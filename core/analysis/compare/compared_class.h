// On which tracks the calls of both sides are compared. Of a kernel's trace, the calls of threads count or, without
// any, what ran on CPUs: two sides may have told different things, which is no difference of what they did.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/analysis/compare/function_changes.h"

namespace tp {

// `classes`: for each side, or each of its recordings, CallProfiles::classOf() of the tracks whose calls were counted;
// kClasses: it has no calls. Returns the class that all are to be counted on; nullopt: they are of one already.
// `oneTrace`: all are parts of one, which records calls of threads or does not: a part without has none. Of several
// traces, it is the class that all may have.
std::optional<uint32_t> comparedClass(std::span<const size_t> classes, bool oneTrace);

// Returns the sentence for ComparedSide::left of a side whose calls on better tracks than those of the class were left
// out. `trackClass`: of the side, before it was limited; empty if nothing was.
std::string leftOfClass(size_t trackClass, std::optional<uint32_t> only);

// Returns the sentence for ComparedSide::left of a side without calls, if the other one has some; else empty. The
// arguments are the classes of both.
std::string lackOfCalls(size_t own, size_t other);

}  // namespace tp
