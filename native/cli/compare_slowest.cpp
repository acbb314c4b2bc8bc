#include "native/cli/compare_slowest.h"

#include <algorithm>

#include "core/analysis/compare/function_rates.h"
#include "core/export/compare_parts.h"
#include "core/session/calls/calls_question.h"
#include "core/trace/time_text.h"
#include "native/cli/verbs.h"

namespace tp::cli {
namespace {

std::shared_ptr<CallsQuestion> askWithin(IndexedTrace& trace, CallScope scope, const WithinCalls& within) {
  scope.within = within;
  auto question = std::make_shared<CallsQuestion>(std::move(scope), 0);
  trace.ask(question);
  return question;
}

// Whether the function has calls, were they of unknown duration.
bool hasCalls(IndexedTrace& trace, const CallScope& scope, const std::string& function) {
  auto question = std::make_shared<CallsQuestion>(scope, 0);
  trace.ask(question);
  const std::vector<FunctionStats>& rows = question->calls().functions.rows;
  const NameTable& names = trace.index().names();
  return std::any_of(rows.begin(), rows.end(),
                     [&](const FunctionStats& one) { return names.view(one.name) == function; });
}

}  // namespace

bool askSlowest(IndexedTrace& trace, const CallScope& scope, const ComparedSide& side, const SlowestShare& of,
                SideFunctions& a, SideFunctions& b) {
  const auto all = askWithin(trace, scope, allCalls(of));
  const std::optional<SlowestCalls> calls = slowestCalls(all->calls().profile.within, of.share);
  if (!calls) {
    const uint64_t count = all->calls().profile.within.size();
    if (!hasCalls(trace, scope, of.function))
      return complain(side.name + ": there is no function " + of.function), false;
    complain(side.name + ": " + of.function + " has " + countText(count, "call") +
             " of known duration, of which none would be a usual one");
    return false;
  }
  const std::array<WithinCalls, 2> within = usualAndSlowest(of, *calls);
  const char* which[] = {" usual", " slowest"};
  const std::string bounds[] = {", below ", ", of at least "};
  SideFunctions* sides[] = {&a, &b};
  for (size_t i = 0; i < 2; ++i) {
    const auto asked = askWithin(trace, scope, within[i]);
    const CallProfile& profile = asked->calls().profile;
    *sides[i] = {side, sideFunctions(asked->calls().functions, profile.functions, trace.index().names())};
    sides[i]->side.part = countText(profile.within.size()) + which[i] +
                          (profile.within.size() == 1 ? " call of " : " calls of ") + of.function + bounds[i] +
                          std::to_string(calls->least) + " " + unitText(side.clock);
    divideFigures(sides[i]->functions, {profile.within.size(), 1});
  }
  return true;
}

}  // namespace tp::cli
