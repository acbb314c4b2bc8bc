// What the open trace tells of when its threads had a CPU, and of which threads several traces do, looked up once for
// each state of the index.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/thread_pairs.h"
#include "core/session/session.h"
#include "ui/view/window_state.h"

namespace tp::ui {

struct ToldStates {
  bool states = false;           // tellsStates()
  bool running = false;          // tellsRunning()
  std::string missing;           // statesMissingText()
  std::vector<ThreadPair> both;  // threadsOfBoth()
};

// Valid until the index has changed.
const ToldStates& toldStates(WindowState& c, const Session& session);

}  // namespace tp::ui
