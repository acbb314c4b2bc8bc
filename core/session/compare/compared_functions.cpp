#include "core/session/compare/compared_functions.h"

#include <utility>

#include "core/analysis/compare/function_pairs.h"
#include "core/analysis/compare/moved_time.h"

namespace tp {

SideFunctions comparedFunctions(const ComparedScope& scope, const TraceIndex& index, const FunctionsWanted& wanted,
                                const std::function<void(const std::shared_ptr<Question>&)>& ask) {
  const ComparedSide side = comparedSide(scope, index);
  CallScope calls = callScope(scope);
  calls.middle = middleOf(side);
  calls.callers = wanted.callers;
  calls.outermost = wanted.outermost;
  calls.onlyClass = wanted.onlyClass;
  const auto question = std::make_shared<CallsQuestion>(std::move(calls), 0);
  ask(question);
  if (!question->done()) return {};
  const Calls& of = question->calls();
  const NameTable& names = index.names();
  SideFunctions out{side, sideFunctions(of.functions, of.profile.functions, names)};
  out.trackClass = of.trackClass;
  if (of.scope.callers) out.calls = sideCalls(out.functions, of.profile.edges, names);
  if (of.scope.outermost) out.within = sideWithin(out.functions, of.profile.outermost, names);
  return out;
}

}  // namespace tp
