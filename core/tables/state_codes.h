// The codes of columns about states of threads, and their texts.
#pragma once

#include <cstdint>
#include <iterator>
#include <string_view>

#include "core/analysis/scheduling_aggregator.h"
#include "core/tables/coded_rows.h"
#include "core/trace/thread_state.h"

namespace tp {

// `preempted`: a runnable thread lost its CPU, and was not woken.
constexpr int64_t stateCode(ThreadState state, bool preempted) {
  return state == ThreadState::Runnable && preempted ? int64_t{kThreadStates} : static_cast<int64_t>(state);
}
// The state as Perfetto writes it. `code` is one of stateCode().
constexpr std::string_view stateText(int64_t code) {
  // By ThreadState, and behind them the thread that was preempted.
  constexpr std::string_view kTexts[] = {"Unknown", "Running", "R", "S", "D", "T", "t", "P", "I", "X", "R+"};
  static_assert(std::size(kTexts) == kThreadStates + 1);
  return kTexts[code];
}

// Why it is not known how long a state lasted; kNullCode if it is known.
inline int64_t incompleteCode(const StateSpan& span) {
  if (span.last) return 1;
  return span.uncertain ? 0 : kNullCode;
}
// `code` is one of incompleteCode(), and not kNullCode.
constexpr std::string_view incompleteText(int64_t code) {
  return code == 0 ? "lost" : "open";
}

}  // namespace tp
