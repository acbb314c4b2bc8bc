#include "core/trace/thread_state.h"

namespace tp {

const char* threadStateName(ThreadState state) {
  switch (state) {
    case ThreadState::Running:
      return "running";
    case ThreadState::Runnable:
      return "runnable";
    case ThreadState::Sleeping:
      return "sleeping";
    case ThreadState::Uninterruptible:
      return "uninterruptible";
    case ThreadState::Stopped:
      return "stopped";
    case ThreadState::Traced:
      return "traced";
    case ThreadState::Parked:
      return "parked";
    case ThreadState::Idle:
      return "idle";
    case ThreadState::Dead:
      return "dead";
    default:
      return "unknown";
  }
}

ThreadState threadStateOf(std::string_view name) {
  for (size_t i = 1; i < kThreadStates; ++i) {
    auto state = static_cast<ThreadState>(i);
    if (name == threadStateName(state)) return state;
  }
  return ThreadState::Unknown;
}

}  // namespace tp
