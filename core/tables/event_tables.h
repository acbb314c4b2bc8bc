// The tables of records: what the table of events lists, in the same order and with the same fields.
#pragma once

#include <memory>

#include "core/tables/table_trace.h"

namespace tp {

std::unique_ptr<Table> makeEventTable(TableTrace& trace);
// The fields of the format's own, a row for each field of each record.
std::unique_ptr<Table> makeEventFieldTable(TableTrace& trace);

}  // namespace tp
