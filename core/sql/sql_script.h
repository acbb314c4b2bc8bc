// Reads a script as people write it for Perfetto: statements that name a part of the question, and the query at its
// end. The parts become common table expressions of the query, so that one statement is left, which only reads.
#pragma once

#include <cstddef>
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
//   CREATE VIRTUAL TABLE NAME USING SPAN_[LEFT_|OUTER_]JOIN(A [PARTITIONED COLUMN], B [PARTITIONED COLUMN])
//   CREATE [OR REPLACE] PERFETTO FUNCTION NAME(ARGUMENT TYPE, ...) RETURNS TYPE|TABLE(COLUMN TYPE, ...) AS SELECT ...
// and everywhere the macros of sql_macros.h.
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

// Returns nullopt and sets `error` if one of these statements can't be understood. The database, which has no query
// meanwhile, is asked for what a SPAN_JOIN joins, and gets the functions that are made, in place of those of the script
// before.
std::optional<SqlScript> readScript(std::string_view text, SqlDatabase& database, SqlError& error);

}  // namespace tp
