// The items of a row's menu in the panel Compare that say which functions are the same.
#pragma once

#include <functional>

#include "core/analysis/compare/function_changes.h"
#include "ui/view/context.h"

namespace tp::ui {

// Returns what draws the items about the name of `found`.changes[row]: the functions that it may be on the other side,
// or that it is not what it was guessed to be. It refers to nothing. Null if there is nothing to say.
std::function<void(Context&)> nameItems(Context& c, const FunctionComparison& found, size_t row);

}  // namespace tp::ui
