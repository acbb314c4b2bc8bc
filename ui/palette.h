// The palette: any action by a few letters of its name, and what it asks for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/trace/trace_info.h"
#include "ui/actions.h"

namespace tp::ui {

struct PaletteRow {
  const Action* action = nullptr;
  std::vector<size_t> places;  // of the letters in its title that were typed
};

struct PaletteState {
  bool open = false;
  std::string text;
  const Action* asking = nullptr;  // its argument is being typed
  bool refused = false;            // what was typed for it could not be used
  std::vector<PaletteRow> rows;    // what fits, the best first
  size_t current = 0;
  size_t first = 0;                   // row at the top
  std::vector<const Action*> recent;  // the last one used first
  std::optional<Time> pointerTime;    // of the pointer when it was opened, which it lies over since
};

// What a person has chosen: `text` where the action asks for something.
struct Chosen {
  const Action* action = nullptr;
  std::string text;
};

void openPalette(Context& c);
// Finds the rows for what has been typed.
void fillPalette(Context& c);
// Keys and picture of the open palette.
std::optional<Chosen> drawPalette(Context& c);

}  // namespace tp::ui
