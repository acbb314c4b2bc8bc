// Keeps a connection from everything but reading its tables.
#pragma once

#include "core/sql/sql_budget.h"

struct sqlite3;

namespace tp {

// Bounds what a query may be: its length, its depth, the length of its texts. Called first.
void limitQueries(sqlite3* connection, const SqlLimits& limits);
// From here on, statements only read, and spend `budget`, which must outlive the connection.
void guard(sqlite3* connection, SqlBudget& budget);
// Up to the next guard(), statements may do anything.
void unguard(sqlite3* connection);

}  // namespace tp
