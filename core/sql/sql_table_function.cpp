#include "core/sql/sql_table_function.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/sql/sql_names.h"

namespace tp {
namespace {

// What SQLite knows of a table is in its base; it is made and deleted below.
struct FunctionTable : sqlite3_vtab {
  explicit FunctionTable(TableFunction& of) : sqlite3_vtab{}, function(of) {}
  TableFunction& function;
};
struct FunctionCursor : sqlite3_vtab_cursor {
  explicit FunctionCursor(TableFunction& of) : sqlite3_vtab_cursor{}, function(of) {}
  ~FunctionCursor() { leave(); }
  FunctionCursor(const FunctionCursor&) = delete;
  FunctionCursor& operator=(const FunctionCursor&) = delete;
  void leave() {
    rows.reset();
    for (sqlite3_value* one : arguments) sqlite3_value_free(one);
    arguments.clear();
  }

  TableFunction& function;
  std::unique_ptr<TableFunctionRows> rows;
  std::vector<sqlite3_value*> arguments;
  sqlite3_int64 number = 0;
  bool end = true;
};

int connect(sqlite3* connection, void* function, int, const char* const*, sqlite3_vtab** out, char**) {
  auto& of = *static_cast<TableFunction*>(function);
  std::string columns;
  for (const SqlColumn& one : of.columns())
    columns += (columns.empty() ? "" : ", ") + quotedName(one.name) + ' ' + one.type;
  for (const std::string& one : of.arguments()) columns += ", " + quotedName("$" + one) + " HIDDEN";
  const std::string declaration = "CREATE TABLE x(" + columns + ")";
  const int status = sqlite3_declare_vtab(connection, declaration.c_str());
  if (status != SQLITE_OK) return status;
  // It only reads, so views may use it.
  sqlite3_vtab_config(connection, SQLITE_VTAB_INNOCUOUS);
  *out = new FunctionTable(of);
  return SQLITE_OK;
}

int disconnect(sqlite3_vtab* table) {
  delete static_cast<FunctionTable*>(table);
  return SQLITE_OK;
}

int fail(sqlite3_vtab* table, int status, const std::string& error) {
  if (status != SQLITE_ERROR) return status;
  sqlite3_free(table->zErrMsg);
  table->zErrMsg = sqlite3_mprintf("%s", error.c_str());
  return status;
}

int bestIndex(sqlite3_vtab* table, sqlite3_index_info* info) {
  const TableFunction& function = static_cast<FunctionTable*>(table)->function;
  const int columns = static_cast<int>(function.columns().size()),
            arguments = static_cast<int>(function.arguments().size());
  std::vector<bool> known(function.arguments().size()), told(function.arguments().size());
  for (int i = 0; i < info->nConstraint; ++i) {
    const auto& condition = info->aConstraint[i];
    const int argument = condition.iColumn - columns;
    if (argument < 0 || argument >= arguments || condition.op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
    told[static_cast<size_t>(argument)] = true;
    if (condition.usable == 0 || known[static_cast<size_t>(argument)]) continue;
    known[static_cast<size_t>(argument)] = true;
    info->aConstraintUsage[i].argvIndex = argument + 1;
    info->aConstraintUsage[i].omit = 1;
  }
  const auto given = static_cast<size_t>(std::find(told.begin(), told.end(), false) - told.begin());
  const bool more = std::find(told.begin() + static_cast<std::ptrdiff_t>(given), told.end(), true) != told.end();
  if (given < function.required() || more) {
    const std::string least = function.required() < told.size() ? std::to_string(function.required()) + " to " : "";
    return fail(table, SQLITE_ERROR, function.name() + " has " + least + std::to_string(arguments) + " arguments");
  }
  for (size_t i = 0; i < given; ++i) {
    // Its value comes from a table that is read later in this plan.
    if (!known[i]) return SQLITE_CONSTRAINT;
  }
  constexpr double kCost = 1e5;
  info->estimatedCost = kCost;
  info->estimatedRows = 100;
  return SQLITE_OK;
}

int open(sqlite3_vtab* table, sqlite3_vtab_cursor** out) {
  *out = new FunctionCursor(static_cast<FunctionTable*>(table)->function);
  return SQLITE_OK;
}

int close(sqlite3_vtab_cursor* cursor) {
  delete static_cast<FunctionCursor*>(cursor);
  return SQLITE_OK;
}

int next(sqlite3_vtab_cursor* at) {
  auto& cursor = *static_cast<FunctionCursor*>(at);
  std::string error;
  const int status = cursor.rows->next(error);
  ++cursor.number;
  cursor.end = status != SQLITE_ROW;
  return status == SQLITE_ROW || status == SQLITE_DONE ? SQLITE_OK : fail(cursor.pVtab, status, error);
}

int filter(sqlite3_vtab_cursor* at, int, const char*, int count, sqlite3_value** values) {
  auto& cursor = *static_cast<FunctionCursor*>(at);
  cursor.leave();
  cursor.end = true;
  const size_t all = cursor.function.arguments().size();
  if (count < 0 || static_cast<size_t>(count) > all) return SQLITE_INTERNAL;
  for (int i = 0; i < count; ++i) {
    sqlite3_value* copy = sqlite3_value_dup(values[i]);
    if (copy == nullptr) return SQLITE_NOMEM;
    cursor.arguments.push_back(copy);
  }
  cursor.arguments.resize(all, nullptr);
  std::string error;
  int status = SQLITE_NOMEM;
  cursor.rows = cursor.function.call(cursor.arguments.data(), status, error);
  if (!cursor.rows) return fail(cursor.pVtab, status, error);
  cursor.number = -1;
  return next(at);
}

int eof(sqlite3_vtab_cursor* cursor) {
  return static_cast<FunctionCursor*>(cursor)->end ? 1 : 0;
}

int column(sqlite3_vtab_cursor* at, sqlite3_context* out, int number) {
  auto& cursor = *static_cast<FunctionCursor*>(at);
  const auto columns = static_cast<int>(cursor.function.columns().size());
  if (number < columns) {
    cursor.rows->column(static_cast<size_t>(number), out);
  } else if (const auto argument = static_cast<size_t>(number - columns);
             argument < cursor.arguments.size() && cursor.arguments[argument] != nullptr) {
    sqlite3_result_value(out, cursor.arguments[argument]);
  }
  return SQLITE_OK;
}

int rowid(sqlite3_vtab_cursor* cursor, sqlite3_int64* out) {
  *out = static_cast<FunctionCursor*>(cursor)->number;
  return SQLITE_OK;
}

constexpr sqlite3_module kModule = [] {
  sqlite3_module module{};
  module.xConnect = connect;
  module.xBestIndex = bestIndex;
  module.xDisconnect = disconnect;
  module.xOpen = open;
  module.xClose = close;
  module.xFilter = filter;
  module.xNext = next;
  module.xEof = eof;
  module.xColumn = column;
  module.xRowid = rowid;
  return module;
}();

}  // namespace

int addTableFunction(sqlite3* connection, TableFunction& function) {
  return sqlite3_create_module_v2(connection, function.name().c_str(), &kModule, &function, nullptr);
}

int removeTableFunction(sqlite3* connection, const TableFunction& function) {
  return sqlite3_create_module_v2(connection, function.name().c_str(), nullptr, nullptr, nullptr);
}

}  // namespace tp
