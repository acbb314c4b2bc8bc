// SqlDatabase answers queries over tables. It can only read: it writes, attaches and loads nothing, and stays within a
// budget.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/sql/sql_budget.h"
#include "core/sql/sql_functions.h"
#include "core/tables/table.h"
#include "core/tables/table_trace.h"

struct sqlite3;
struct sqlite3_stmt;

namespace tp {

struct SqlError {
  std::string message;
  // Where in the text of the query, in bytes; nullopt if that is not known.
  std::optional<size_t> offset;
};

// A query, and the row at which it stands.
class SqlQuery {
 public:
  enum class Step : uint8_t { Row, End, Failed };

  const std::vector<std::string>& columns() const { return columns_; }
  // By column, whether it is a column of a table that has integers: true also where no row tells it.
  const std::vector<bool>& integers() const { return integers_; }
  // How much of the text is the statement, without the semicolon and what follows it.
  size_t length() const { return length_; }
  // Moves to the next row. After Failed, error() says why.
  Step step();
  // Returns a value of the current row, valid until step() is called.
  Cell cell(size_t column) const;
  const SqlError& error() const { return error_; }

 private:
  friend class SqlDatabase;
  struct Finish {
    void operator()(sqlite3_stmt* statement) const;
  };

  sqlite3* connection_ = nullptr;
  SqlBudget* budget_ = nullptr;
  std::unique_ptr<sqlite3_stmt, Finish> statement_;
  std::vector<std::string> columns_;
  std::vector<bool> integers_;
  size_t length_ = 0;
  SqlError error_;
};

class SqlDatabase {
 public:
  // The tables and `cancelled` must outlive this. `cancelled` is set, by any thread, to stop a query.
  // `meanwhile`, which may be null, is called often while a query runs. `trace`, which must outlive this, is what the
  // tables are of; without it, there is neither critical_path() nor compare_functions().
  SqlDatabase(std::span<const std::unique_ptr<Table>> tables, const std::atomic<bool>& cancelled,
              const SqlLimits& limits = {}, std::function<void()> meanwhile = {}, TableTrace* trace = nullptr);
  ~SqlDatabase();
  SqlDatabase(const SqlDatabase&) = delete;
  SqlDatabase& operator=(const SqlDatabase&) = delete;

  // Begins a query: one SELECT, also with WITH, VALUES or EXPLAIN. Returns nullopt and sets `error` if it can't be
  // understood, or is not allowed. The database must outlive the result, and has one query at a time.
  std::optional<SqlQuery> query(std::string_view text, SqlError& error);
  // What a script has made. No query may be there while that changes.
  SqlFunctions& functions() { return *functions_; }
  // Rows of the trace that the last query has read so far.
  uint64_t rowsRead() const { return budget_.rows(); }

 private:
  bool open(std::span<const std::unique_ptr<Table>> tables, const SqlLimits& limits, TableTrace* trace);
  bool addFunctions(std::span<const std::unique_ptr<Table>> tables, TableTrace* trace);
  bool addNative(std::unique_ptr<TableFunction> function);

  SqlBudget budget_;
  sqlite3* connection_ = nullptr;
  std::vector<std::unique_ptr<TableFunction>> native_;
  std::optional<SqlFunctions> library_;    // those that are always there
  std::optional<SqlFunctions> functions_;  // those that scripts have made
  std::vector<std::string> tables_;        // names
  std::string failure_;                    // why nothing can be asked; empty if all is well
};

// Returns the tables, views and functions as SQL, with what each column is.
std::string schemaText(std::span<const std::unique_ptr<Table>> tables);

}  // namespace tp
