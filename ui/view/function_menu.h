// The menu of a function, on rows of tables and lists; its items are in the menus of slices and frames as well.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "ui/view/context.h"

namespace tp::ui {

// Draws the items into the menu that is open. `trackClass`: of the calls, as CallProfiles::classOf() has it;
// CallProfiles::kClasses if there are none, as of a frame of recorded stacks: what lists or compares calls is left out.
void drawFunctionItems(Context& c, NameId function, size_t trackClass);
// The item that copies a name, of a function or of anything else.
void drawCopyName(Context& c, std::string_view name);
// The item for the function's source, if the trace may say where that is.
void drawSourceItem(Context& c, NameId function);

// Opens the menu of a function with the next drawFunctionMenu(): at the pointer, or for keys at a place. `more` draws
// further items into it, as long as it is open.
void askFunctionMenu(Context& c, NameId function, size_t trackClass, std::optional<ImVec2> at = std::nullopt,
                     std::function<void(Context&)> more = nullptr);
// Draws the menu while it is open. Call once in each frame, in the same ImGui window.
void drawFunctionMenu(Context& c);

}  // namespace tp::ui
