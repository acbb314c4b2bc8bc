// The calls that panels show: of the marked range or the whole trace, of one thread or all.
#pragma once

#include <functional>
#include <string>

#include "ui/view/context.h"

namespace tp::ui {

// Returns the scope that the panels and window.tracepane ask for. `stacks`: with call stacks.
CallScope viewedCalls(const WindowState& c, bool stacks);
// Returns whether an answer for `have` contains all that `wanted` asks for.
bool answers(const CallScope& have, const CallScope& wanted);

// Returns the calls of a scope, which the session owns. If they are not there, asks for them, and returns those of
// another range or other tracks meanwhile, provided that they are as detailed. Without such, draws the progress into
// `area` and returns null.
const Calls* wantCalls(Context& c, const CallScope& wanted, const Rect& area);
const Calls* wantCalls(Context& c, bool stacks, const Rect& area);

// Draws how far counting calls is (`progress`: 0 to 1), or that it begins when the trace is indexed.
void sayCounting(Canvas& c, const Session& session, double progress, const Rect& area);

// Calls `step` until it returns false, for 2.5 ms at most; asks for another frame if there is more to do.
void buildOn(Canvas& c, const std::function<bool()>& step);

// "in the whole trace", "in the marked 1.2 ms"; ends in "counting …" while a newer answer is awaited.
std::string scopeText(const WindowState& c, const Session& session);
// Says of how many threads the calls of two traces count, so that time which both recorded counts twice: " · 6 threads
// are in two of the traces ...", or nothing.
std::string countedTwiceText(WindowState& c, const Session& session);
// Draws chips to switch between all threads and the selected one, at `at`. Draws nothing if no thread is selected.
void threadChips(Context& c, ImVec2& at);

}  // namespace tp::ui
