// Commands on the list of tracks.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/index/trace_index.h"
#include "core/session/session.h"
#include "ui/view/window_state.h"

namespace tp::ui {

// Runs "track-filter" TEXT (without it, focuses the field), "pin" TRACK, "unpin" TRACK, "hide" TRACK, "show-hidden",
// "idle-threads", "move-up" TRACK, "move-down" TRACK (without TRACK: that of the selection), "sort" name, pid, activity
// or recorded, "row-height" 9, 17 or 24. Returns false for other ids, invalid arguments, and if nothing changes.
bool trackCommand(WindowState& c, const Session& session, std::string_view id, std::span<const std::string> args);

bool isPinned(const WindowState& c, const TraceIndex& index, TrackId track);
void pin(WindowState& c, const TraceIndex& index, TrackId track, bool on);
void hide(WindowState& c, const TraceIndex& index, TrackId track);
void showHidden(WindowState& c);
// Unfolds the row of idle threads, or folds them again.
void showIdle(WindowState& c, bool shown);
bool move(WindowState& c, const Session& session, TrackId track, int by);
void sortTracks(WindowState& c, TrackSort by);
const char* sortName(TrackSort sort);
// To the next lower (-1) or higher (1) height of rows of calls.
void changeRowHeight(WindowState& c, int by);

// Expands all headings above a track, so that it can be scrolled to.
void expandTo(WindowState& c, const Session& session, TrackId track);

// Makes the layout anew if it is stale.
void layOut(WindowState& c, const Session& session);

}  // namespace tp::ui
