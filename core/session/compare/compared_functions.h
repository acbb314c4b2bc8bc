// The functions of one side of a comparison, as workers tell them.
#pragma once

#include <functional>
#include <memory>

#include "core/session/calls/calls_question.h"
#include "core/session/compare/compared_scope.h"

namespace tp {

// Asks for the calls of the side, with the middle of its time. `ask` passes a question to the workers, and waits for
// the answer. Returns no functions if it was not answered.
SideFunctions comparedFunctions(const ComparedScope& scope, const TraceIndex& index, const FunctionsWanted& wanted,
                                const std::function<void(const std::shared_ptr<Question>&)>& ask);

}  // namespace tp
