#include "core/session/compare/compared_functions.h"

#include <utility>

#include "core/analysis/compare/function_pairs.h"

namespace tp {

std::shared_ptr<CallsQuestion> functionsQuestion(const ComparedScope& scope, const TraceIndex& index,
                                                 const FunctionsWanted& wanted) {
  CallScope calls = callScope(scope);
  calls.middle = middleOf(comparedSide(scope, index));
  calls.callers = wanted.callers;
  calls.onlyClass = wanted.onlyClass;
  return std::make_shared<CallsQuestion>(std::move(calls), 0);
}

SideFunctions comparedFunctions(const ComparedScope& scope, const TraceIndex& index, const CallsQuestion& answered) {
  const Calls& of = answered.calls();
  const NameTable& names = index.names();
  SideFunctions out{comparedSide(scope, index), sideFunctions(of.functions, of.profile.functions, names)};
  out.trackClass = of.trackClass;
  if (of.scope.callers) out.calls = sideCalls(out.functions, of.profile.edges, names);
  return out;
}

}  // namespace tp
