#include "core/session/calls/state_times_reading.h"

#include <limits>

namespace tp {
namespace {

// Stacks belong to switches that may be anywhere before the scope.
bool wantsStacks(const CallScope& scope, const TraceReader& reader) {
  return scope.states != StateWeight::Running && reader.hasSwitchStacks();
}

SchedulingScope scopeOf(const CallScope& scope, const TraceReader& reader) {
  SchedulingScope wanted{scope.begin, scope.end};
  wanted.begins = scope.begins;
  if (wantsStacks(scope, reader)) wanted.begin = clampTime(std::numeric_limits<Time>::min());
  return wanted;
}

}  // namespace

StateTimesReading::StateTimesReading(const CallScope& scope, TraceReader& reader)
    : times_(scope, reader.tracks()), scheduling_(scopeOf(scope, reader), reader) {
  scheduling_.watch([this](uint32_t unit, const StateSpan& span) { times_.add(unit, span); });
  if (!wantsStacks(scope, reader)) return;
  scheduling_.watchSides([this](uint32_t unit, const SwitchStack& stack) {
    if (!stack.waking) times_.add(unit, stack);
  });
}

bool StateTimesReading::step(const JobSite& site) {
  WireWriter figures;  // are not asked for
  if (scheduling_.step(site, figures)) return true;
  times_.finish();
  return false;
}

}  // namespace tp
