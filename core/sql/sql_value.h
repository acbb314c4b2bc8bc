// Cells as values of SQLite.
#pragma once

#include <sqlite3.h>

#include "core/tables/table.h"

namespace tp {

// Sets the result of a function or a column.
inline void setResult(sqlite3_context* out, const Cell& cell) {
  switch (cell.kind) {
    case Cell::Kind::Null:
      break;
    case Cell::Kind::Integer:
      sqlite3_result_int64(out, cell.integer);
      break;
    case Cell::Kind::Real:
      sqlite3_result_double(out, cell.real);
      break;
    case Cell::Kind::Text:
      sqlite3_result_text64(out, cell.text.data() == nullptr ? "" : cell.text.data(), cell.text.size(),
                            cell.lasting ? SQLITE_STATIC : SQLITE_TRANSIENT, SQLITE_UTF8);
      break;
  }
}

}  // namespace tp
