// Saves Parquet files, which whoever answers queries writes: the result of a query, or a table of the trace.
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "ui/view/context.h"

namespace tp::ui {

// Asks for the file of what the panel has found. Returns false if nothing was found, or there is nowhere to write, or
// another file is being written.
bool saveQueryFile(Context& c);
// Asks for the file of a table (docs/parquet.md), of all times or of a range, both inclusive. Returns false if there is
// nowhere to write, or another file is being written.
bool saveTableFile(Context& c, std::string_view table, std::optional<std::pair<Time, Time>> range);
// Call once in each frame: writes what has come of the file, and completes it when all of it is there.
void followQueryFile(Context& c);
// Discards a file that is not complete.
void cancelQueryFile(Context& c);

}  // namespace tp::ui
