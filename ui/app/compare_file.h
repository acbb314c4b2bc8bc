// Saves what is compared as a file, which the command line writes of the same.
#pragma once

#include <string_view>

#include "ui/view/context.h"

namespace tp::ui {

// Asks for the file by a word of kCompareFiles. Returns false if nothing is compared, there is nowhere to write, or
// another file is being written.
bool saveComparison(Context& c, std::string_view word);
// Call once in each frame: writes the file when all that it needs is known.
void followCompareFile(Context& c);

}  // namespace tp::ui
