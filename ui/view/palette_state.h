// The palette (ui/app/palette.h) from one frame to the next.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/trace/trace_info.h"

namespace tp::ui {

struct Action;

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

}  // namespace tp::ui
