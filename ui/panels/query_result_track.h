// The result of a query as a track of the timeline.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ui/view/context.h"

namespace tp::ui {

// Returns whether the result of the panel is complete or cut, and can be drawn as a track of this kind.
bool canBeTrack(const SqlResult& result, QueryTrackKind kind);
// Adds the result of the panel as a track, and says so, or why it can't.
void showAsTrack(Context& c, const SqlResult& result, QueryTrackKind kind);

// Runs "sql-track" or "sql-counter", which show the result of the panel; "sql-track-close" [NUMBER], by positions from
// the top, from 1; "sql-track-name" [NUMBER NAME] or "sql-tracks-close". Returns false if there is nothing to do it
// with.
bool queryTrackCommand(Context& c, std::string_view id, std::span<const std::string> args);

// Draws the row that was chosen on a track, in the place of a selected slice.
void drawQueryRow(Context& c, const Rect& area);

}  // namespace tp::ui
