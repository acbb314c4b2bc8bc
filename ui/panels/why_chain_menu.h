// The menu of a box of the wakeup chains: of a thread, of what it did, or of a frame of a stack.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ui/view/context.h"

namespace tp::ui {

// What the menu is about.
struct ChainBox {
  std::string name, more;           // its head, as menuTitle() has it
  TrackId thread = kNoTrack;        // whose box it is, or in whose stack the frame is
  NameId frame = kNoName;           // not kNoName: it is a frame
  std::optional<uint32_t> longest;  // the longest part that it stands for, as WhyAnswer::longestThat() has it
};

// Opens the menu with the next drawChainMenu(), at the pointer.
void askChainMenu(Context& c, ChainBox box);
// Draws the menu while it is open. Call once in each frame, in the same ImGui window.
void drawChainMenu(Context& c);

}  // namespace tp::ui
