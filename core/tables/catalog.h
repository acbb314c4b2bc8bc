// All tables of a trace. This list is the only one.
#pragma once

#include <memory>
#include <vector>

#include "core/tables/table_trace.h"

namespace tp {

// Returns the tables in the order of the reference. `trace` must outlive them. Nothing is read.
std::vector<std::unique_ptr<Table>> makeTables(TableTrace& trace);

}  // namespace tp
