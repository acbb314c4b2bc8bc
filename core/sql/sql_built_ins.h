// Functions of values that SQLite does not have by itself. Each of these adds some to a connection, and returns a code
// of SQLite. A `budget` must outlive the connection.
#pragma once

#include <memory>
#include <span>

#include "core/sql/sql_budget.h"
#include "core/tables/table.h"

struct sqlite3;

namespace tp {

//   time_from_us(N), ..._ms, _s, _min, _hours, _days, _ns: so many of these in nanoseconds
//   time_to_us(NS), ..._ms, _s, _min, _hours, _days, _ns: how many whole ones of these NS nanoseconds are
//   X REGEXP Y, regexp(Y, X): whether the regular expression Y matches anywhere in the text X (core/text/pattern.h)
int addScalars(sqlite3* connection, SqlBudget& budget);

// Aggregates. What they keep of a group, eight bytes a number, is SQLite's memory, and bounded as all of that is.
//   percentile(X, P)  the value below which P of 100 of the numbers are, interpolated between neighbours; P is a number
//                     from 0 to 100, the same for the group. NULL of none. NULLs are left out, texts are an error.
//   median(X)         percentile(X, 50)
//   stddev(X)         the standard deviation of a sample; NULL of less than two numbers
int addPercentiles(sqlite3* connection);

// EXTRACT_ARG(arg_set_id, 'key'): the value of an argument, NULL if the set does not have it. `tables` has the table of
// arguments, or there is nothing to add; they must outlive the connection. A call spends a row of the budget.
int addExtractArg(sqlite3* connection, std::span<const std::unique_ptr<Table>> tables, SqlBudget& budget);

}  // namespace tp
