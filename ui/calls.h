// The calls that the panels speak of: of the marked range or the whole trace, of one thread or all.
#pragma once

#include <string>

#include "ui/context.h"

namespace tp::ui {

// Stacks beyond this many are not told apart: their time stays their callers'.
inline constexpr uint32_t kMostStacks = uint32_t{1} << 21;

// What the panels ask for; window.tracepane too.
CallScope viewedCalls(const Context& c, bool stacks);
// True where what was computed for `have` answers `wanted`.
bool answers(const CallScope& have, const CallScope& wanted);

// Null while they are not there: asks for them, and says in `area` what there is to wait for.
const Calls* wantCalls(Context& c, bool stacks, const Rect& area);

// "in the whole trace", "in the marked 1.2 ms"; whether something newer is being counted.
std::string scopeText(const Context& c);
// A switch between all threads and the selected one, where there is something to choose.
void threadChips(Context& c, ImVec2& at);

}  // namespace tp::ui
