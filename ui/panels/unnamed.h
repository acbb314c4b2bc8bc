// A strip that says that the functions of an XRay log have no names, because its program is not there.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// Draws it at `top`, if it is of use; returns its height.
float drawUnnamed(Context& c, float top, float width);

}  // namespace tp::ui
