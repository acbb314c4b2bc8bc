// The table of arguments: the fields of records, as sets that belong to rows of `event`, `slice` and `instant`.
#pragma once

#include <memory>

#include "core/tables/table_trace.h"

namespace tp {

std::unique_ptr<Table> makeArgTable(TableTrace& trace);

}  // namespace tp
