// Navigation from one slice to another that needs more than what is on the screen: to the next one of the same name
// anywhere in the trace, to the longest call within, along flows.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ui/view/context.h"

namespace tp::ui {

// Runs "next-same", "previous-same", "longest-child", "follow-in" or "follow-out". Returns false for other ids, and if
// there is no selection to start from or nothing to go to.
bool navigationCommand(Context& c, std::string_view id, std::span<const std::string> args);

// The progress of the search for a slice of the same name; empty if there is none.
std::string seekText(const Context& c);
void stopSeeking(Context& c);

// Call once in each frame, between Session::beginFrame() and endFrame(). Returns what is to be selected, once it is
// decoded.
std::optional<Selection> continueSeek(Context& c);

// Sets the marked range. If none was marked and the event table lists all times, it follows the range from now on.
void markRange(WindowState& c, MarkedRange range);

}  // namespace tp::ui
