#include "core/sql/sql_database.h"

#include <sqlite3.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "core/analysis/time_span.h"
#include "core/sql/sql_built_ins.h"
#include "core/sql/sql_compare.h"
#include "core/sql/sql_guard.h"
#include "core/sql/sql_library.h"
#include "core/sql/sql_nearest.h"
#include "core/sql/sql_path.h"
#include "core/sql/sql_states.h"
#include "core/sql/sql_table.h"
#include "core/sql/sql_views.h"

namespace tp {
namespace {

// What to write for a time with a unit, as filters take it, where a message is about one; else empty.
std::string unitHint(std::string_view message) {
  constexpr std::string_view kToken = "unrecognized token: \"";
  if (message.substr(0, kToken.size()) != kToken || message.back() != '"') return {};
  const std::string_view token = message.substr(kToken.size(), message.size() - kToken.size() - 1);
  ClockInfo nanoseconds;
  Time time = 0;
  const bool unit = !token.empty() && std::isalpha(static_cast<unsigned char>(token.back())) != 0;
  if (!unit || !parseTimeSpan(token, nanoseconds, time)) return {};
  return ": SQL has no units, so write " + std::to_string(time) + " where the clock counts nanoseconds";
}

// Why SQLite has stopped, in words that say what to do.
std::string whyStopped(SqlBudget::Stop stop, int status, const char* message) {
  if (stop == SqlBudget::Stop::Idle)
    return "stopped: it goes on and on without reading a row of the trace, as a recursion without an end does";
  if (stop == SqlBudget::Stop::Time) return "stopped: it took longer than is allowed";
  if (stop == SqlBudget::Stop::Cancelled) return "cancelled";
  if (status == SQLITE_NOMEM) return "it takes more memory than is allowed";
  if (status == SQLITE_AUTH) return "a query can only read: " + std::string(message);
  return message + unitHint(message);
}

SqlError errorOf(sqlite3* connection, int status, SqlBudget::Stop stop) {
  SqlError error;
  error.message = whyStopped(stop, status, sqlite3_errmsg(connection));
  const int offset = sqlite3_error_offset(connection);
  if (offset >= 0) error.offset = static_cast<size_t>(offset);
  return error;
}

bool isOfName(char one) {
  return std::isalnum(static_cast<unsigned char>(one)) != 0 || one == '_';
}

// Returns where a table stands in a query that does not exist, as the message says.
std::optional<size_t> placeOfTable(std::string_view text, std::string_view message) {
  constexpr std::string_view kNoTable = "no such table: ";
  if (message.substr(0, kNoTable.size()) != kNoTable) return std::nullopt;
  const std::string_view name = message.substr(kNoTable.size());
  for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    if ((at == 0 || !isOfName(text[at - 1])) && (end == text.size() || !isOfName(text[end]))) return at;
  }
  return std::nullopt;
}

}  // namespace

void SqlQuery::Finish::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

SqlQuery::Step SqlQuery::step() {
  const int status = sqlite3_step(statement_.get());
  if (status == SQLITE_ROW) return Step::Row;
  // A scan that was cancelled ends early, and what SQLite makes of its rows is not the answer.
  if (status == SQLITE_DONE && !budget_->spend(0)) return Step::End;
  error_ = errorOf(connection_, status, budget_->stopped());
  return Step::Failed;
}

Cell SqlQuery::cell(size_t column) const {
  sqlite3_stmt* row = statement_.get();
  const int number = static_cast<int>(column);
  switch (sqlite3_column_type(row, number)) {
    case SQLITE_INTEGER:
      return Cell::of(static_cast<int64_t>(sqlite3_column_int64(row, number)));
    case SQLITE_FLOAT:
      return Cell::of(sqlite3_column_double(row, number));
    case SQLITE_TEXT:
    case SQLITE_BLOB: {
      const auto* text = static_cast<const char*>(sqlite3_column_blob(row, number));
      const auto size = static_cast<size_t>(sqlite3_column_bytes(row, number));
      return Cell::of(text == nullptr ? std::string_view("") : std::string_view(text, size));
    }
    default:
      return {};
  }
}

SqlDatabase::SqlDatabase(std::span<const std::unique_ptr<Table>> tables, const std::atomic<bool>& cancelled,
                         const SqlLimits& limits, std::function<void()> meanwhile, TableTrace* trace)
    : budget_(limits, cancelled, std::move(meanwhile)) {
  const bool opened = open(tables, limits, trace);
  functions_.emplace(connection_, budget_);
  if (opened) return;
  failure_ = connection_ == nullptr ? "there is no memory for a database" : sqlite3_errmsg(connection_);
}

SqlDatabase::~SqlDatabase() {
  functions_.reset();
  library_.reset();
  sqlite3_close(connection_);
}

bool SqlDatabase::open(std::span<const std::unique_ptr<Table>> tables, const SqlLimits& limits, TableTrace* trace) {
  constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;
  if (sqlite3_open_v2(":memory:", &connection_, kFlags, nullptr) != SQLITE_OK) return false;
  limitQueries(connection_, limits);
  // In KiB: so much of a sort stays in memory; the rest goes to files.
  const std::string cache = "PRAGMA cache_size = -" + std::to_string(limits.heapBytes / 8 / 1024);
  if (sqlite3_exec(connection_, cache.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) return false;
  for (const std::unique_ptr<Table>& table : tables)
    if (addSqlTable(connection_, *table, budget_) != SQLITE_OK) return false;
  for (const std::unique_ptr<Table>& table : tables) tables_.emplace_back(table->name());
  if (addExtractArg(connection_, tables, budget_) != SQLITE_OK || addScalars(connection_, budget_) != SQLITE_OK ||
      addPercentiles(connection_) != SQLITE_OK)
    return false;
  const auto addView = [this](std::string_view name, std::string_view select) {
    const std::string text = "CREATE VIEW " + std::string(name) + " AS " + std::string(select);
    return sqlite3_exec(connection_, text.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
  };
  for (const SqlView& view : sqlViews())
    if (!addView(view.name, view.select)) return false;
  if (!addView("sql_function", sqlFunctionList())) return false;
  // A table that is named for the first time tells SQLite its columns by a CREATE TABLE, which is not allowed later.
  const auto name = [this](const std::string& table) {
    sqlite3_stmt* statement = nullptr;
    const int status = sqlite3_prepare_v2(connection_, ("SELECT * FROM " + table).c_str(), -1, &statement, nullptr);
    sqlite3_finalize(statement);
    return status == SQLITE_OK;
  };
  for (const std::unique_ptr<Table>& table : tables)
    if (!name(std::string(table->name()))) return false;
  if (!name("pragma_table_info('sqlite_schema')")) return false;
  if (!addFunctions(tables, trace)) return false;
  guard(connection_, budget_);
  return true;
}

bool SqlDatabase::addNative(std::unique_ptr<TableFunction> function) {
  const TableFunction& added = *native_.emplace_back(std::move(function));
  if (addTableFunction(connection_, *native_.back()) != SQLITE_OK) return false;
  // As above; without arguments, it is no query.
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(connection_, ("SELECT * FROM " + added.name()).c_str(), -1, &statement, nullptr);
  sqlite3_finalize(statement);
  return true;
}

bool SqlDatabase::addFunctions(std::span<const std::unique_ptr<Table>> tables, TableTrace* trace) {
  const auto states =
      std::find_if(tables.begin(), tables.end(), [](const auto& one) { return one->name() == "thread_state"; });
  // Some tests have a table of their own only.
  if (states == tables.end()) return true;
  if (!addNative(std::make_unique<ThreadStatesBetween>(**states, budget_))) return false;
  if (trace != nullptr && (!addNative(std::make_unique<CriticalPathFunction>(*trace, budget_)) ||
                           !addNative(std::make_unique<CompareFunctions>(*trace, budget_))))
    return false;
  library_.emplace(connection_, budget_);
  return std::all_of(sqlLibrary().begin(), sqlLibrary().end(),
                     [this](const SqlLibraryFunction& one) { return !library_->add(functionOf(one), false); });
}

std::optional<SqlQuery> SqlDatabase::query(std::string_view text, SqlError& error) {
  error = {failure_, {}};
  if (!failure_.empty()) return std::nullopt;
  budget_.begin();
  SqlQuery made;
  made.connection_ = connection_;
  made.budget_ = &budget_;
  const char* behind = nullptr;
  sqlite3_stmt* statement = nullptr;
  auto prepare = [&](std::string_view sql) {
    return sqlite3_prepare_v2(connection_, sql.data(), static_cast<int>(sql.size()), &statement, &behind);
  };
  if (text.size() > static_cast<size_t>(sqlite3_limit(connection_, SQLITE_LIMIT_SQL_LENGTH, -1))) {
    error.message = "the query is too long";
    return std::nullopt;
  }
  if (const int status = prepare(text); status != SQLITE_OK) {
    error = errorOf(connection_, status, budget_.stopped());
    // SQLite gives no place where the text ends too early, nor that of a table.
    if (!error.offset && error.message == "incomplete input") error.offset = text.size();
    if (!error.offset) error.offset = placeOfTable(text, error.message);
    error.message += meantInQuery(connection_, tables_, text, error.message);
    return std::nullopt;
  }
  made.statement_.reset(statement);
  const size_t end = statement == nullptr ? text.size() : static_cast<size_t>(behind - text.data());
  if (statement == nullptr) {
    error.message = "there is no query";
    return std::nullopt;
  }
  if (sqlite3_column_count(made.statement_.get()) == 0) {
    error.message = "a query has a result, as SELECT has";
    return std::nullopt;
  }
  // Blanks and comments may follow.
  statement = nullptr;
  const int status = prepare(text.substr(end));
  const bool more = status != SQLITE_OK || statement != nullptr;
  sqlite3_finalize(statement);
  if (more) {
    error = {"one query at a time: another statement begins here", end};
    return std::nullopt;
  }
  made.length_ = end > 0 && text[end - 1] == ';' ? end - 1 : end;
  for (int i = 0; i < sqlite3_column_count(made.statement_.get()); ++i) {
    const char* name = sqlite3_column_name(made.statement_.get(), i);
    made.columns_.emplace_back(name == nullptr ? "" : name);
    const char* type = sqlite3_column_decltype(made.statement_.get(), i);
    made.integers_.push_back(type != nullptr && std::string_view(type) == "INTEGER");
  }
  return made;
}

std::string schemaText(std::span<const std::unique_ptr<Table>> tables) {
  std::string out;
  for (const std::unique_ptr<Table>& table : tables)
    out += "-- " + std::string(table->about()) + '\n' + tableSql(*table, true) + "\n\n";
  for (const SqlView& view : sqlViews()) {
    out += "-- " + std::string(view.about) + "\nCREATE VIEW " + std::string(view.name) + " AS\n  " +
           std::string(view.select) + ";\n\n";
  }
  out +=
      "-- The functions that are not SQLite's own, with the columns of the tables that they return.\n"
      "CREATE VIEW sql_function(name, arguments, columns, about);\n\n";
  out += nativeFunctionsText() + '\n';
  for (const SqlLibraryFunction& one : sqlLibrary())
    out += "-- " + std::string(one.about) + '\n' + textOf(one) + "\n\n";
  if (!out.empty()) out.pop_back();
  return out;
}

}  // namespace tp
