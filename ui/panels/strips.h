// Strips below the header that say what somebody who looks at the trace should know, and offer what helps.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// Each draws its strip at the y `top`, and returns its height in pixels; 0 if it is not shown.

// Why something that was dropped beside the open trace was not opened.
float drawRefused(Context& c, float top, float width);
// Open files have changed. It offers to open them again.
float drawChanged(Context& c, float top, float width);
// The functions of an XRay log have no names, because its program is not there. It offers to choose that.
float drawUnnamed(Context& c, float top, float width);

}  // namespace tp::ui
