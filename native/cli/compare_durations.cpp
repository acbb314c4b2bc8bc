#include "native/cli/compare_durations.h"

#include <memory>

#include "core/analysis/compare/function_match.h"
#include "core/session/compare/timed_calls_question.h"

namespace tp::cli {
namespace {

SideDurations ask(Side& of, const std::string& function) {
  SideDurations out;
  out.side = sideOf(of);
  out.function = function;
  auto question = std::make_shared<TimedCallsQuestion>(callsScope(of), function);
  of.trace.ask(question);
  out.parts = question->parts();
  out.left = question->left();
  return out;
}

bool none(const SideDurations& of) {
  for (const auto& part : of.parts)
    if (!part.empty()) return false;
  return of.left.all() == 0;
}

// Returns A's name of a function of B; empty: there is none.
std::string guessed(Side& a, Side& b, const std::string& function) {
  Side* sides[] = {&a, &b};
  std::vector<std::string> names[2];
  for (size_t side = 0; side < 2; ++side)
    for (SideFunction& one : functionsOf(*sides[side]).functions) names[side].push_back(std::move(one.name));
  for (const MatchedNames& pair : matchNames(names[0], names[1]))
    if (names[1][pair.b] == function) return names[0][pair.a];
  return {};
}

}  // namespace

std::optional<DurationComparison> askDurations(Side& a, Side& b, const std::string& function) {
  SideDurations inA = ask(a, function), inB = ask(b, function);
  if (none(inB)) return complain(inB.side.name + ": it has no call of " + function), std::nullopt;
  if (none(inA)) {
    const std::string before = guessed(a, b, function);
    if (before.empty()) return complain(inA.side.name + ": it has no call of " + function), std::nullopt;
    inA = ask(a, before);
  }
  if (!shareUnit<SideDurations>({&inA, &inB})) return std::nullopt;
  return compareDurations(inA, inB);
}

}  // namespace tp::cli
