// The calls that the panels speak of: of the marked range or the whole trace, of one thread or all.
#pragma once

#include <functional>
#include <string>

#include "ui/view/context.h"

namespace tp::ui {

// What the panels ask for; window.tracepane too.
CallScope viewedCalls(const Context& c, bool stacks);
// True where what was computed for `have` answers `wanted`.
bool answers(const CallScope& have, const CallScope& wanted);

// Null while they are not there: asks for them, and says in `area` what there is to wait for. Those asked for before
// are shown meanwhile, where they tell as much apart.
const Calls* wantCalls(Context& c, const CallScope& wanted, const Rect& area);
const Calls* wantCalls(Context& c, bool stacks, const Rect& area);

// What there is to wait for: calls that are counted, so much of them so far (0 to 1).
void sayCounting(Context& c, double progress, const Rect& area);

// Takes steps as long as a frame bears it, and there are more.
void buildOn(Context& c, const std::function<bool()>& step);

// "in the whole trace", "in the marked 1.2 ms"; whether something newer is being counted.
std::string scopeText(const Context& c);
// A switch between all threads and the selected one, where there is something to choose.
void threadChips(Context& c, ImVec2& at);

}  // namespace tp::ui
