// Reads a script as people write it for Perfetto: statements that name a part of the question, and the query at its
// end. The parts become common table expressions of the query, so that one statement is left, which only reads.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/sql/sql_database.h"

namespace tp {

// Understood before the query, each ended by a semicolon:
//   INCLUDE PERFETTO MODULE NAME, CREATE PERFETTO INDEX ..., DROP TABLE|VIEW IF EXISTS NAME: nothing is done
//   CREATE [OR REPLACE] PERFETTO TABLE|VIEW NAME[(COLUMNS)] AS SELECT ...
//   CREATE [TEMP] TABLE|VIEW NAME AS SELECT ...
//   CREATE VIRTUAL TABLE NAME USING SPAN_JOIN(A [PARTITIONED COLUMN], B [PARTITIONED COLUMN])
struct SqlScript {
  // The query with what it needs; of a text that has none of these statements, the text.
  std::string query;

  // Returns where in the script this place of `query` is, in bytes; nullopt if that was made.
  std::optional<size_t> placeOf(size_t offset) const;

  // A part of `query` that stands in the script.
  struct Piece {
    size_t at = 0;    // in `query`
    size_t from = 0;  // in the script
    size_t size = 0;
  };
  std::vector<Piece> pieces;
};

// Returns the names of a query's columns; an error if it is none.
using ColumnsOf = std::function<std::optional<std::vector<std::string>>(const std::string& query, SqlError& error)>;

// The database must outlive the result, and have no query meanwhile.
ColumnsOf columnsBy(SqlDatabase& database);

// Returns nullopt and sets `error` if one of these statements can't be understood. `columnsOf` is asked for what a
// SPAN_JOIN joins.
std::optional<SqlScript> readScript(std::string_view text, const ColumnsOf& columnsOf, SqlError& error);

}  // namespace tp
