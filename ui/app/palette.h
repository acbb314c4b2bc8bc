// The palette: finds any action by a few letters of its name, and asks for its argument. It finds names of the trace
// as well: functions, threads, fields.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/app/actions.h"
#include "ui/view/context.h"

namespace tp::ui {

// What the user has chosen. `text`: the argument, if the action asks for one, or a name has been chosen.
struct Chosen {
  const Action* action = nullptr;
  std::string text;
  bool named = false;  // a name has been chosen
};

void openPalette(Context& c, std::span<const Action> actions);
// Finds the rows that match what has been typed.
void fillPalette(Context& c, std::span<const Action> actions);
// Handles the keys of the open palette and draws it.
std::optional<Chosen> drawPalette(Context& c, std::span<const Action> actions);

}  // namespace tp::ui
