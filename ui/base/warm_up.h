// Tables and lists, before anybody waits for them.
#pragma once

#include "ui/base/canvas.h"

namespace tp::ui {

// A browser compiles a function when it is first called, which the first frame of a panel would take the time for.
// Draws what panels are made of, so that nothing of it is seen. Within a frame, outside of all windows; once.
void warmUp(Canvas& c);

}  // namespace tp::ui
