// The tables of what is drawn on tracks, decoded as it is read.
#pragma once

#include <memory>

#include "core/tables/table_trace.h"

namespace tp {

// Slices of threads, CPUs and asynchronous ones; not what a CPU runs, nor states, nor gaps.
std::unique_ptr<Table> makeSliceTable(TableTrace& trace);
// Points in time.
std::unique_ptr<Table> makeInstantTable(TableTrace& trace);
// Values of counters.
std::unique_ptr<Table> makeCounterTable(TableTrace& trace);
// Where records were lost.
std::unique_ptr<Table> makeLossTable(TableTrace& trace);
// Time of which nothing is known.
std::unique_ptr<Table> makeGapTable(TableTrace& trace);

}  // namespace tp
