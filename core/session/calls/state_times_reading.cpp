#include "core/session/calls/state_times_reading.h"

#include <algorithm>
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

StateTimesReading::StateTimesReading(const CallScope& scope, TraceReader& reader, const JoinedTimes& joined)
    : reader_(reader), joined_(joined), times_(scope, reader.tracks()), scheduling_(scopeOf(scope, reader), reader) {
  times_.leaveOut(joined.left);
  scheduling_.watch([this](uint32_t unit, const StateSpan& span) { times_.add(unit, span); });
  if (!wantsStacks(scope, reader)) return;
  scheduling_.watchSides([this](uint32_t unit, const SwitchStack& stack) {
    if (!stack.waking) times_.add(unit, stack);
  });
}

bool StateTimesReading::step(const JobSite& site) {
  WireWriter figures;  // are not asked for
  if (scheduling_.step(site, figures)) return true;
  if (!joined_.threads.empty()) join(site);
  times_.finish();
  return false;
}

// A thread of a program has its calls in one stream; merges show them again.
void StateTimesReading::join(const JobSite& site) {
  const std::vector<uint32_t> codes = times_.codesOf(joined_, reader_.names());
  for (const JoinedTimes::Thread& thread : joined_.threads) {
    const size_t streams = std::min(site.indexers.size(), site.reader.streams().size());
    for (uint32_t unit = 0; unit < streams; ++unit) {
      if (!site.indexers[unit]) continue;
      const std::vector<TrackId>& drawn = site.indexers[unit]->lanes().tracks();
      if (std::find(drawn.begin(), drawn.end(), thread.thread) == drawn.end()) continue;
      times_.join(unit, thread, codes);
      break;
    }
  }
}

}  // namespace tp
