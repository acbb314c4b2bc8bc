// EXTRACT_ARG(arg_set_id, 'key'): the value of an argument, NULL if the set does not have it.
#pragma once

#include <memory>
#include <span>

#include "core/sql/sql_budget.h"
#include "core/tables/table.h"

struct sqlite3;

namespace tp {

// Adds the function to a connection; `tables` has the table of arguments, or there is nothing to add. The tables and
// `budget`, of which a call spends a row, must outlive the connection. Returns a code of SQLite.
int addExtractArg(sqlite3* connection, std::span<const std::unique_ptr<Table>> tables, SqlBudget& budget);

}  // namespace tp
