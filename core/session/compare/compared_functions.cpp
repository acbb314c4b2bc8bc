#include "core/session/compare/compared_functions.h"

#include <utility>

namespace tp {

std::shared_ptr<CallsQuestion> functionsQuestion(const ComparedScope& scope, const TraceIndex& index) {
  CallScope calls = callScope(scope);
  calls.middle = middleOf(comparedSide(scope, index));
  return std::make_shared<CallsQuestion>(std::move(calls), 0);
}

SideFunctions comparedFunctions(const ComparedScope& scope, const TraceIndex& index, const CallsQuestion& answered) {
  const Calls& of = answered.calls();
  return {comparedSide(scope, index), sideFunctions(of.functions, of.profile.functions, index.names())};
}

}  // namespace tp
