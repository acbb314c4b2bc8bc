// What the panel of slices lists, as JSON for scripts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/text/json_writer.h"
#include "ui/view/context.h"

namespace tp::wasm {

// Writes {"filter", "kind", "sort", "by", "count", "all", "total", "listed", "done", "error"} as a value of state(), or
// null if nothing was listed yet.
void writeSlices(JsonWriter& json, const ui::WindowState& c);

// Returns the same with "slices" and "groups". `args` are the first row and the number of rows. Returns nullopt while
// an answer is awaited, "null" if the panel has not listed anything.
std::optional<std::string> slicesJson(ui::Context& c, const std::vector<std::string>& args);

}  // namespace tp::wasm
