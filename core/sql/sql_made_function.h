// A function that a script has made, as SQLite calls it.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/sql/sql_functions.h"

struct sqlite3_context;
struct sqlite3_stmt;
struct sqlite3_value;

namespace tp {

class SqlFunctions::Made final : public TableFunction {
 public:
  // `depth` counts the calls that are under way, of all functions. All must outlive this.
  Made(sqlite3* connection, SqlBudget& budget, int& depth, SqlFunction function)
      : connection_(connection), budget_(budget), depth_(depth), function_(std::move(function)) {}
  ~Made() override { forget(); }
  Made(const Made&) = delete;
  Made& operator=(const Made&) = delete;

  const SqlFunction& function() const { return function_; }
  sqlite3* connection() const { return connection_; }
  const std::string& name() const override { return function_.name; }
  const std::vector<SqlColumn>& columns() const override { return function_.columns; }
  const std::vector<std::string>& arguments() const override { return function_.arguments; }
  std::unique_ptr<TableFunctionRows> call(sqlite3_value** arguments, int& status, std::string& error) override;
  // Gets the statement of the function with these arguments, at its beginning, to be given back by end(). Returns a
  // code of SQLite; of SQLITE_ERROR, `error` is the text.
  int begin(sqlite3_value** arguments, sqlite3_stmt*& statement, std::string& error);
  // Moves to the next row. Returns as begin() does if it is neither a row nor the end.
  int step(sqlite3_stmt* statement, std::string& error);
  void end(sqlite3_stmt* statement);
  // Gives up the statements that no call has.
  void forget();

 private:
  int failed(int status, std::string& error);

  sqlite3* connection_;
  SqlBudget& budget_;
  int& depth_;
  SqlFunction function_;
  std::vector<sqlite3_stmt*> idle_;  // a call within a call needs a statement of its own
};

// Adds one that returns a value to its connection, or removes it. Return codes of SQLite.
int addScalar(SqlFunctions::Made& made);
int removeScalar(const SqlFunctions::Made& made);

}  // namespace tp
