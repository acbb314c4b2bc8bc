// What may have been meant by a table, column or function of a query that does not exist.
#pragma once

#include <span>
#include <string>
#include <string_view>

struct sqlite3;

namespace tp {

// Returns what to add to a message of SQLite about the query `text`: "; did you mean slice?", or an empty text.
// `tables` are those of the trace; views are found in the database. `connection` has no statement that is under way.
std::string meantInQuery(sqlite3* connection, std::span<const std::string> tables, std::string_view text,
                         std::string_view message);

}  // namespace tp
