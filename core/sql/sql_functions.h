// Functions that a script makes: queries with arguments. They read as the query does that calls them, and spend its
// budget.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/sql/sql_budget.h"
#include "core/sql/sql_table_function.h"

struct sqlite3;

namespace tp {

struct SqlFunction {
  std::string name;
  std::vector<std::string> arguments;  // the query has them as $NAME
  std::vector<SqlColumn> columns;      // of a table; empty: it returns the first column of the first row
  std::string query;                   // one SELECT
};

class SqlFunctions {
 public:
  // Functions that call each other, or themselves, do so at most this deep.
  static constexpr int kMaxDepth = 100;
  // Their queries have so many bytes together: each has what the script has named before.
  static constexpr size_t kMaxBytes = size_t{16} << 20;

  struct Error {
    std::string message;
    std::optional<size_t> offset;  // in the function's query, in bytes
  };

  // Both must outlive this. The connection must be guarded (sql_guard.h).
  SqlFunctions(sqlite3* connection, SqlBudget& budget);
  ~SqlFunctions();
  SqlFunctions(const SqlFunctions&) = delete;
  SqlFunctions& operator=(const SqlFunctions&) = delete;

  // Makes a function; `replace`: in place of the one of this name that was made before. Nothing may be asked meanwhile.
  // Returns an error if its query can't be understood or is not allowed, or if there is another function or table of
  // this name.
  std::optional<Error> add(SqlFunction function, bool replace);
  // Removes all that were made.
  void clear();

  // One of them, for the callbacks of SQLite.
  class Made;

 private:
  std::optional<Error> check(const Made& made) const;
  bool isTaken(const SqlFunction& function) const;
  void remove(const Made& made);

  sqlite3* connection_;
  SqlBudget& budget_;
  int depth_ = 0;
  size_t bytes_ = 0;  // of the queries
  std::vector<std::unique_ptr<Made>> made_;
};

}  // namespace tp
