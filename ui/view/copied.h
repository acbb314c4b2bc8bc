// What is said when rows of a table have been copied.
#pragma once

#include <cstddef>

#include "ui/base/time_text.h"
#include "ui/view/context.h"

namespace tp::ui {

// `all`: none was left out because there were too many.
inline void sayCopied(Context& c, size_t rows, bool all = true) {
  c.say((all ? "" : "The first ") + countText(rows, "row") + (rows == 1 ? " is" : " are") +
        " copied, with tabs between columns.");
}

}  // namespace tp::ui
