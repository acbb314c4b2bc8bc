// The tables of what is known of a trace as a whole: its tracks, threads and processes, its figures, its losses.
#pragma once

#include <memory>
#include <vector>

#include "core/tables/table_trace.h"

namespace tp {

// Tracks, threads, processes.
std::vector<std::unique_ptr<Table>> makeTrackTables(TableTrace& trace);
// Bounds, metadata, losses, warnings.
std::vector<std::unique_ptr<Table>> makeInfoTables(TableTrace& trace);
// Statistics of functions and of scheduling.
std::vector<std::unique_ptr<Table>> makeFigureTables(TableTrace& trace);
// Stacks of calls, with their times.
std::unique_ptr<Table> makeStackTable(TableTrace& trace);

}  // namespace tp
