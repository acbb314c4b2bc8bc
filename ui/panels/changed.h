// Files that have changed while they are open: a strip below the header says so, and offers to open them again.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// At the top of what is below the header; how high it is, 0 where there is nothing to say.
float drawChanged(Context& c, float top, float width);

}  // namespace tp::ui
