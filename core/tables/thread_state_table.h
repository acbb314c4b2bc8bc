// The tables of what threads did: in which state each was when, and which ran on which CPU. They have what `tracepane
// sched` sums up.
#pragma once

#include <memory>

#include "core/tables/table_trace.h"

namespace tp {

std::unique_ptr<Table> makeThreadStateTable(TableTrace& trace);
std::unique_ptr<Table> makeSchedTable(TableTrace& trace);

}  // namespace tp
