// What is drawn if there are no tracks, and over everything else.
#pragma once

#include <span>

#include "ui/app/actions.h"
#include "ui/view/context.h"

namespace tp::ui {

// Nothing is open: where to drop files, buttons, known formats. `linked`: a link waits for its trace.
void drawLanding(Context& c, const Rect& area, bool linked);
// The trace can't be opened.
void drawFailed(Context& c, const Rect& area);
void drawOpening(Canvas& c, const Session& session, const Rect& area);

// The trace is open but has no records.
void drawNoRecords(Canvas& c, const Session& session, const Rect& tracks);

// The list of keys and actions.
void drawHelp(Context& c, std::span<const Action> actions);

// What the panel of the selection shows while nothing is selected: where to begin.
void drawNothingSelected(Context& c, const Rect& panel);

// A choice in the settings: the action that makes it, and its argument.
struct SettingChosen {
  const char* command = nullptr;
  const char* value = nullptr;
};
std::optional<SettingChosen> drawSettings(Context& c);

}  // namespace tp::ui
