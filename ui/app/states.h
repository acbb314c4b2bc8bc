// What is drawn where there are no tracks to draw, and over them.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// Nothing is open: where to drop, what to press, what is understood. `linked`: a link waits for its trace.
void drawLanding(Context& c, const Rect& area, bool linked);
// The trace can't be opened.
void drawFailed(Context& c, const Rect& area);
void drawOpening(Context& c, const Rect& area);

// The trace is open, and there is nothing in it.
void drawNoRecords(Context& c, const Rect& tracks);

void drawHelp(Context& c);

// Until the first key or click, the first time.
void drawHint(Context& c, const Rect& tracks);

// A choice of the settings: the action that makes it, and its argument.
struct SettingChosen {
  const char* command = nullptr;
  const char* value = nullptr;
};
std::optional<SettingChosen> drawSettings(Context& c);

}  // namespace tp::ui
