#include "core/sql/sql_guard.h"

#include <sqlite3.h>

#include <string_view>

namespace tp {
namespace {

constexpr int kStepsAtOnce = 4096;

int allow(void*, int action, const char* what, const char* name, const char*, const char*) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_FUNCTION: {
      const std::string_view function = name == nullptr ? "" : name;
      return function == "load_extension" || function == "fts3_tokenizer" ? SQLITE_DENY : SQLITE_OK;
    }
    case SQLITE_PRAGMA:
      // It lists the columns of a table or view, and sets nothing.
      return what != nullptr && std::string_view(what) == "table_info" ? SQLITE_OK : SQLITE_DENY;
    default:
      return SQLITE_DENY;
  }
}

int spend(void* budget) {
  return static_cast<SqlBudget*>(budget)->spend(kStepsAtOnce) ? 1 : 0;
}

}  // namespace

void limitQueries(sqlite3* connection, const SqlLimits& limits) {
  // SQLite has one limit for all connections.
  sqlite3_hard_heap_limit64(static_cast<sqlite3_int64>(limits.heapBytes));
  constexpr struct {
    int what;
    int most;
  } kMax[] = {
      {SQLITE_LIMIT_LENGTH, 64 << 20},          {SQLITE_LIMIT_SQL_LENGTH, 1 << 20},  {SQLITE_LIMIT_COLUMN, 1000},
      {SQLITE_LIMIT_EXPR_DEPTH, 500},           {SQLITE_LIMIT_COMPOUND_SELECT, 200}, {SQLITE_LIMIT_VDBE_OP, 1 << 20},
      {SQLITE_LIMIT_FUNCTION_ARG, 100},         {SQLITE_LIMIT_ATTACHED, 0},          {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
      {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000}, {SQLITE_LIMIT_VARIABLE_NUMBER, 100}, {SQLITE_LIMIT_WORKER_THREADS, 0},
  };
  for (const auto& one : kMax) sqlite3_limit(connection, one.what, one.most);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0, nullptr);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
}

void guard(sqlite3* connection, SqlBudget& budget) {
  sqlite3_set_authorizer(connection, allow, nullptr);
  sqlite3_progress_handler(connection, kStepsAtOnce, spend, &budget);
}

void unguard(sqlite3* connection) {
  sqlite3_set_authorizer(connection, nullptr, nullptr);
}

}  // namespace tp
