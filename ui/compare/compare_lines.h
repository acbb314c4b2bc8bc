// Where the texts of the panel Compare stand, and how much room they take.
#pragma once

#include <string>

#include "ui/view/context.h"

namespace tp::ui {

// How the texts above a table or a graph are laid out, in pixels.
struct CompareLines {
  float size = kWordSize, line = 19;  // of the sentence
  float noteLine = 17;                // of what is in doubt
  size_t most = 3, mostNotes = 3;     // lines of each
  bool tight = false;                 // there is little room: choices are in menus, and no legend of bars
};
CompareLines linesOf(const Rect& panel);

// Draws a text into as many lines as it takes, but `most`: the last line is cut then, and a tip has all while the
// pointer is on any of them. Returns where they end.
float drawLines(Context& c, float size, ImVec2 at, ImU32 ink, const std::string& text, float width, float line,
                size_t most);

}  // namespace tp::ui
