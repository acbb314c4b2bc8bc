// The palette: any action by a few letters of its name, and what it asks for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/app/actions.h"
#include "ui/view/context.h"

namespace tp::ui {

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
