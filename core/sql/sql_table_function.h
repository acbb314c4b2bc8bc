// A function that returns a table, `FROM NAME(1, 2)`, as a virtual table of SQLite: its arguments are hidden columns.
#pragma once

#include <memory>
#include <string>
#include <vector>

struct sqlite3;
struct sqlite3_context;
struct sqlite3_value;

namespace tp {

// A column, and its type: INTEGER, TEXT, REAL, or empty.
struct SqlColumn {
  std::string name;
  std::string type;
};

// The rows of one call.
class TableFunctionRows {
 public:
  virtual ~TableFunctionRows() = default;
  // Moves to the next row, or to the first one. Returns SQLITE_ROW, SQLITE_DONE or another code of SQLite; of
  // SQLITE_ERROR, `error` is the text.
  virtual int next(std::string& error) = 0;
  // Sets the result to the value of a column in the current row.
  virtual void column(size_t number, sqlite3_context* out) = 0;
};

class TableFunction {
 public:
  virtual ~TableFunction() = default;
  virtual const std::string& name() const = 0;
  virtual const std::vector<SqlColumn>& columns() const = 0;
  virtual const std::vector<std::string>& arguments() const = 0;
  // How many of them must be given; the others may be left out, the last ones first.
  virtual size_t required() const { return arguments().size(); }
  // Begins a call with these arguments, which are valid as long as the result; one that was left out is a null pointer.
  // Returns null and sets `status`, and the
  // text of SQLITE_ERROR, if that fails.
  virtual std::unique_ptr<TableFunctionRows> call(sqlite3_value** arguments, int& status, std::string& error) = 0;
};

// Adds it to the connection, or removes it. The function must outlive its being there. Return codes of SQLite.
int addTableFunction(sqlite3* connection, TableFunction& function);
int removeTableFunction(sqlite3* connection, const TableFunction& function);

}  // namespace tp
