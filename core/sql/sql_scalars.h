// Functions of a value that SQLite does not have by itself.
#pragma once

#include "core/sql/sql_budget.h"

struct sqlite3;

namespace tp {

// Adds the functions to the connection, which `budget` must outlive. Returns a code of SQLite.
//   time_from_us(N), ..._ms, _s, _min, _hours, _days, _ns: so many of these in nanoseconds
//   time_to_us(NS), ..._ms, _s, _min, _hours, _days, _ns: how many whole ones of these NS nanoseconds are
//   X REGEXP Y, regexp(Y, X): whether the regular expression Y matches anywhere in the text X (core/text/pattern.h)
int addScalars(sqlite3* connection, SqlBudget& budget);

}  // namespace tp
