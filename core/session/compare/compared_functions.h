// The functions of one side of a comparison: the question about them, and its answer.
#pragma once

#include <memory>

#include "core/session/calls/calls_question.h"
#include "core/session/compare/compared_scope.h"

namespace tp {

// Returns what is asked of the workers: the calls of the side, with the middle of its time.
std::shared_ptr<CallsQuestion> functionsQuestion(const ComparedScope& scope, const TraceIndex& index,
                                                 const FunctionsWanted& wanted);
// Returns the answer; the question is done().
SideFunctions comparedFunctions(const ComparedScope& scope, const TraceIndex& index, const CallsQuestion& answered);

}  // namespace tp
