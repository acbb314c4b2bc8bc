// The state of the palette (ui/app/palette.h) between frames.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/trace/trace_info.h"

namespace tp::ui {

struct Action;

struct PaletteRow {
  const Action* action = nullptr;
  std::string title;           // of the action, or a name of the trace
  std::string kind;            // of a name: "function"; empty: the row is the action itself
  std::string argument = {};   // of a name: what the action is told
  std::vector<size_t> places;  // positions of the typed letters in the title
};

struct PaletteState {
  bool open = false;
  std::string text;
  const Action* asking = nullptr;  // action whose argument is being typed; null: none
  bool refused = false;            // the argument was not accepted
  std::vector<PaletteRow> rows;    // matching actions and names, the best first
  size_t current = 0;
  size_t first = 0;                   // row at the top
  ImVec2 caret;                       // where the text ends on the screen
  std::vector<const Action*> recent;  // the last used first
  size_t fields = 0;                  // how many fields of the trace were known when the rows were found
  std::optional<Time> pointerTime;    // under the pointer when the palette was opened, which covers it since
};

}  // namespace tp::ui
