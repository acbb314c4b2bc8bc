// The tables that have rows of records, decoded as they are read.
#pragma once

#include <memory>

#include "core/tables/table_trace.h"

namespace tp {

// Of what is drawn on tracks: slices of threads, CPUs and asynchronous ones; not what a CPU runs, nor states, nor gaps.
std::unique_ptr<Table> makeSliceTable(TableTrace& trace);
// Points in time.
std::unique_ptr<Table> makeInstantTable(TableTrace& trace);
// Values of counters.
std::unique_ptr<Table> makeCounterTable(TableTrace& trace);
// Where records were lost.
std::unique_ptr<Table> makeLossTable(TableTrace& trace);
// Time of which nothing is known.
std::unique_ptr<Table> makeGapTable(TableTrace& trace);

// Of what threads did: in which state each was when, and which ran on which CPU. They have what `tracepane sched` sums
// up.
std::unique_ptr<Table> makeThreadStateTable(TableTrace& trace);
std::unique_ptr<Table> makeSchedTable(TableTrace& trace);
// The states in which threads waited, and what woke them.
std::unique_ptr<Table> makeWaitTable(TableTrace& trace);

// What the table of events lists, in the same order and with the same fields.
std::unique_ptr<Table> makeEventTable(TableTrace& trace);
// The fields of the format's own, a row for each field of each record.
std::unique_ptr<Table> makeEventFieldTable(TableTrace& trace);
// The stacks that are records of their own, and which record each explains.
std::unique_ptr<Table> makeStackSampleTable(TableTrace& trace);
// The table of arguments: the fields of records, as sets that belong to rows of `event`, `slice` and `instant`.
std::unique_ptr<Table> makeArgTable(TableTrace& trace);

}  // namespace tp
