// Names of the open trace that the palette finds: functions, other names, threads and fields.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/session/fields/field_names.h"
#include "ui/app/actions.h"
#include "ui/view/context.h"

namespace tp::ui {

struct NameFound {
  PaletteRow row;
  int score = 0;  // as fuzzyScore() has it; names with a typing error have 0
};

// Returns the fields that are known of the open trace; asks for them at first.
std::span<const NamedField> knownFields(WindowState& c, Session& session);

// Returns what is called so, the best first; `most` at most. What is merely similar, with a letter too many,
// too few or wrong, is looked for if nothing else is found. `actions`: those of the window; a name gets the one that is
// done when it is chosen.
std::vector<NameFound> findNames(Context& c, std::span<const Action> actions, std::string_view typed, size_t most);

}  // namespace tp::ui
