// The drawer below the tracks, and its panels.
#pragma once

#include "ui/context.h"

namespace tp::ui {

// How high it is in an area of this height, which it shares with the tracks.
float drawerHeight(const Context& c, float whole);

void drawDrawer(Context& c, const Rect& area);

void drawSelectionPanel(Context& c, const Rect& area);
void drawFlamePanel(Context& c, const Rect& area);
void drawSandwichPanel(Context& c, const Rect& area);
void drawFunctionsPanel(Context& c, const Rect& area);
void drawSchedulingPanel(Context& c, const Rect& area);
void drawInfoPanel(Context& c, const Rect& area);
void drawEventsPanel(Context& c, const Rect& area);

// A label and its text, as the panels show them; returns the height used. `text` may take several lines.
float drawPair(Context& c, ImVec2 at, float labelWidth, float width, std::string_view label, std::string_view text);

}  // namespace tp::ui
