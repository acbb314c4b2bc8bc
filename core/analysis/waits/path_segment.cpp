#include "core/analysis/waits/path_segment.h"

#include <iterator>

namespace tp {

const char* pathKindKey(PathKind kind) {
  constexpr const char* kKeys[] = {"running", "cpu", "blocked", "unknown", "ended"};
  static_assert(std::size(kKeys) == kPathKinds);
  return kKeys[static_cast<size_t>(kind)];
}

const char* pathStopKey(PathStop stop) {
  constexpr const char* kKeys[] = {"",           "interrupt", "noWaker", "noWaking", "traceEnds",
                                   "notRunning", "tooDeep",   "tooLong", "notMade"};
  static_assert(std::size(kKeys) == kPathStops);
  return kKeys[static_cast<size_t>(stop)];
}

PathKind pathKindOf(ThreadState state) {
  switch (state) {
    case ThreadState::Running:
      return PathKind::Running;
    case ThreadState::Runnable:
      return PathKind::CpuWait;
    case ThreadState::Dead:
      return PathKind::Ended;
    case ThreadState::Sleeping:
    case ThreadState::Uninterruptible:
    case ThreadState::Stopped:
    case ThreadState::Traced:
    case ThreadState::Parked:
    case ThreadState::Idle:
      return PathKind::Blocked;
    case ThreadState::Unknown:
      break;
  }
  return PathKind::NotKnown;
}

}  // namespace tp
