// The macros of Perfetto's library that work on intervals: NAME!(ARGUMENTS) stands for a table. Each becomes a named
// part of the query.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/sql/sql_database.h"

namespace tp {

// One that stood in a text.
struct SqlMacroUse {
  size_t at = 0, end = 0;  // where, in bytes
  std::string name;        // what stands there now
  std::string select;      // what it is
  // The parts of `select` that stand in the text as well.
  struct Piece {
    size_t at = 0;    // in `select`
    size_t from = 0;  // in the text
    size_t size = 0;
  };
  std::vector<Piece> pieces;
};

//   intervals_overlap_count!(TABLE, TS, DUR): how many intervals there are, from each change on: ts, value
//   intervals_overlap_count_by_group!(TABLE, TS, DUR, GROUP): the same for each group: ts, value, group_name
//   _interval_intersect!((TABLE, TABLE, ...), (COLUMN, ...)): the time that one interval of each table has in common,
//   where the columns are equal: ts, dur, id_0, id_1, ..., the columns. Tables have id, ts and dur.
// TABLE is a name, or a SELECT in brackets. Intervals with a `dur` of -1 have no end.
//
// Puts names into `text` in the place of macros, with blanks behind them, so that all else stays where it is. Returns
// what the names stand for, the innermost first; nullopt and an error if one has other arguments.
std::optional<std::vector<SqlMacroUse>> takeMacros(std::string& text, SqlError& error);

}  // namespace tp
