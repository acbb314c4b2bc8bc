// The menu of a thread, on rows of lists.
#pragma once

#include <optional>

#include "ui/view/context.h"

namespace tp::ui {

// Opens the menu with the next drawThreadMenu(): at the pointer, or for keys at a place. Does nothing for kNoTrack.
void askThreadMenu(Context& c, TrackId thread, std::optional<ImVec2> at = std::nullopt);
// The same at the pointer for one of the listed latencies, of whose waiting the menu has items, too.
void askLatencyMenu(Context& c, const WakeupLatency& wait);
// The latency that the menu is about while it is open; null: it is closed, or is the menu of a thread.
const WakeupLatency* latencyOfMenu(WindowState& c);
// Draws the menu while it is open. Call once in each frame, in the same ImGui window.
void drawThreadMenu(Context& c);

// Lists the states of a thread, or those of one kind.
void listStates(Context& c, TrackId thread, std::optional<ThreadState> state = std::nullopt);

}  // namespace tp::ui
