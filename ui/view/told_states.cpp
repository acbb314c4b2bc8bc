#include "ui/view/told_states.h"

#include "core/analysis/known_states.h"

namespace tp::ui {
namespace {

struct Known {
  uint64_t opening = 0, version = 0;  // of the session
  ToldStates told;
};

}  // namespace

const ToldStates& toldStates(WindowState& c, const Session& session) {
  Known& known = c.memory.of<Known>();
  if (known.opening != session.opening() || known.version != session.version())
    known = {session.opening(),
             session.version(),
             {tellsStates(session.index()), tellsRunning(session.index()), statesMissingText(session.index()),
              threadsOfBoth(session.index().info(), session.index().tracks())}};
  return known.told;
}

}  // namespace tp::ui
