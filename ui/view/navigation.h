// Ways from one slice to another that need more than what is on the screen: to the next of the same name anywhere in
// the trace, to the longest call within, along what caused what.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ui/view/context.h"

namespace tp::ui {

// "next-same", "previous-same", "longest-child", "follow-in", "follow-out": false for others, and where there is
// nothing to go to.
bool navigationCommand(Context& c, std::string_view id, std::span<const std::string> args);

// How a search goes on; else empty.
std::string seekText(const Context& c);
void stopSeeking(Context& c);

// Goes on with what is looked for, between Session::beginFrame() and endFrame(): what is to be selected, once it is
// there.
std::optional<Selection> continueSeek(Context& c);

// Marks a range by hand. Where none was marked before, the event table follows it, unless it follows the view.
void markRange(Context& c, MarkedRange range);

}  // namespace tp::ui
