// Saves the result of a query as a Parquet file, which whoever answers queries writes.
#pragma once

#include <string>

#include "ui/view/context.h"

namespace tp::ui {

// Asks for the file of what the panel has found. Returns false if nothing was found, or there is nowhere to write, or
// another file is being written.
bool saveQueryFile(Context& c);
// Call once in each frame: completes the file when all of it is there.
void followQueryFile(Context& c);
// Discards a file that is not complete.
void cancelQueryFile(Context& c);

}  // namespace tp::ui
