#include "core/sql/sql_functions.h"

#include <sqlite3.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/sql/sql_guard.h"
#include "core/sql/sql_made_function.h"
#include "core/sql/sql_names.h"

namespace tp {
namespace {

bool prepares(sqlite3* connection, const std::string& text) {
  sqlite3_stmt* statement = nullptr;
  const int status = sqlite3_prepare_v2(connection, text.c_str(), -1, &statement, nullptr);
  sqlite3_finalize(statement);
  return status == SQLITE_OK;
}

}  // namespace

SqlFunctions::SqlFunctions(sqlite3* connection, SqlBudget& budget) : connection_(connection), budget_(budget) {}

SqlFunctions::~SqlFunctions() {
  clear();
}

bool SqlFunctions::isTaken(const SqlFunction& function) const {
  const std::string name = quotedName(function.name);
  if (!function.columns.empty()) {
    if (prepares(connection_, "SELECT * FROM " + name)) return true;
    return std::string_view(sqlite3_errmsg(connection_)).substr(0, 13) != "no such table";
  }
  std::string arguments;
  for (size_t i = 0; i < function.arguments.size(); ++i) arguments += i == 0 ? "NULL" : ", NULL";
  return prepares(connection_, "SELECT " + name + "(" + arguments + ")");
}

std::optional<SqlFunctions::Error> SqlFunctions::check(const Made& made) const {
  const SqlFunction& function = made.function();
  sqlite3_stmt* statement = nullptr;
  const char* behind = nullptr;
  Error error;
  if (sqlite3_prepare_v2(connection_, function.query.data(), static_cast<int>(function.query.size()), &statement,
                         &behind) != SQLITE_OK) {
    error.message = sqlite3_errmsg(connection_);
    if (const int offset = sqlite3_error_offset(connection_); offset >= 0) error.offset = static_cast<size_t>(offset);
    return error;
  }
  const int columns = sqlite3_column_count(statement);
  const size_t wanted = function.columns.size();
  if (columns == 0) error.message = "a function has a result, as SELECT has";
  if (wanted > 0 && static_cast<size_t>(columns) != wanted)
    error.message =
        function.name + " returns " + std::to_string(wanted) + " columns, and its query has " + std::to_string(columns);
  for (int i = 1; i <= sqlite3_bind_parameter_count(statement); ++i) {
    const char* name = sqlite3_bind_parameter_name(statement, i);
    const bool known =
        name != nullptr && name[0] == '$' &&
        std::find(function.arguments.begin(), function.arguments.end(), name + 1) != function.arguments.end();
    if (!known) error.message = function.name + " has no argument " + (name == nullptr ? "?" : name);
  }
  sqlite3_finalize(statement);
  if (error.message.empty()) return std::nullopt;
  return error;
}

std::optional<SqlFunctions::Error> SqlFunctions::add(SqlFunction function, bool replace) {
  const auto isSame = [&](const std::unique_ptr<Made>& one) {
    return sqlite3_stricmp(one->function().name.c_str(), function.name.c_str()) == 0;
  };
  if (const auto before = std::find_if(made_.begin(), made_.end(), isSame); replace && before != made_.end()) {
    remove(**before);
    made_.erase(before);
  }
  if (isTaken(function)) return Error{"there is something called " + function.name + " already", {}};
  if (bytes_ + function.query.size() > kMaxBytes) return Error{"these are too many functions", {}};
  bytes_ += function.query.size();
  const bool isTable = !function.columns.empty();
  const Made& made = *made_.emplace_back(std::make_unique<Made>(connection_, budget_, depth_, std::move(function)));
  if (isTable) {
    // Its columns are told by a CREATE TABLE when it is named first.
    unguard(connection_);
    addTableFunction(connection_, *made_.back());
    prepares(connection_, "SELECT * FROM " + quotedName(made.function().name));
    guard(connection_, budget_);
  } else {
    addScalar(*made_.back());
  }
  std::optional<Error> error = check(made);
  if (error) {
    remove(made);
    made_.pop_back();
  }
  return error;
}

void SqlFunctions::remove(const Made& made) {
  if (made.function().columns.empty()) {
    removeScalar(made);
  } else {
    removeTableFunction(connection_, made);
  }
}

void SqlFunctions::clear() {
  // Statements of one may use the others.
  for (const std::unique_ptr<Made>& one : made_) one->forget();
  for (const std::unique_ptr<Made>& one : made_) remove(*one);
  made_.clear();
  bytes_ = 0;
}

}  // namespace tp
