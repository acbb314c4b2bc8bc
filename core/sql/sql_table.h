// Makes a table of the trace a virtual table of SQLite.
#pragma once

#include <string>

#include "core/sql/sql_budget.h"
#include "core/tables/table.h"

struct sqlite3;

namespace tp {

// Returns "CREATE TABLE NAME(...)", a column a line; with `about`, each behind a comment.
std::string tableSql(const Table& table, bool about);

// Adds the table to the connection, under its name. Both arguments must outlive the connection. Returns SQLite's
// status.
int addSqlTable(sqlite3* connection, Table& table, SqlBudget& budget);

}  // namespace tp
