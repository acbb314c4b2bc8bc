// What can be done to the list of tracks, by name and from its menu.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ui/view/context.h"

namespace tp::ui {

// "track-filter" TEXT (none: to the field), "pin" TRACK, "unpin" TRACK, "hide" TRACK, "show-hidden", "move-up" TRACK,
// "move-down" TRACK (without one: of the selection), "sort" name, pid, activity or recorded, "row-height" 9, 17 or 24.
// False for others, and where the arguments are not understood.
bool trackCommand(Context& c, std::string_view id, std::span<const std::string> args);

bool isPinned(const Context& c, TrackId track);
void pin(Context& c, TrackId track, bool on);
void hide(Context& c, TrackId track);
void showHidden(Context& c);
bool move(Context& c, TrackId track, int by);
void sortTracks(Context& c, TrackSort by);
const char* sortName(TrackSort sort);
// The next lower (-1) or higher (1) rows of calls.
void changeRowHeight(Context& c, int by);

// So that a track can be scrolled to: headings above it are expanded.
void expandTo(Context& c, TrackId track);

// The layout as it is now, at once.
void layOut(Context& c);

}  // namespace tp::ui
