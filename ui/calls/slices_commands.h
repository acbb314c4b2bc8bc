// Actions and keys of the panel of slices.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ui/view/context.h"

namespace tp::ui {

// Runs a "slices-…" action. Returns false if it does not apply, or its arguments are invalid.
bool slicesCommand(Context& c, std::string_view id, std::span<const std::string> args);

// Handles the keys that move within the table while it has them. Returns whether one was pressed.
bool slicesKeys(Context& c);

}  // namespace tp::ui
