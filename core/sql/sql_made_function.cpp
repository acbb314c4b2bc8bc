#include "core/sql/sql_made_function.h"

#include <sqlite3.h>

namespace tp {
namespace {

void call(sqlite3_context* out, int, sqlite3_value** arguments) {
  auto& made = *static_cast<SqlFunctions::Made*>(sqlite3_user_data(out));
  std::string error;
  sqlite3_stmt* statement = nullptr;
  int status = made.begin(arguments, statement, error);
  if (status == SQLITE_OK) status = made.step(statement, error);
  if (status == SQLITE_ROW) {
    sqlite3_result_value(out, sqlite3_column_value(statement, 0));
  } else if (status == SQLITE_ERROR) {
    sqlite3_result_error(out, error.c_str(), -1);
  } else if (status != SQLITE_DONE) {
    sqlite3_result_error_code(out, status);
  }
  if (statement != nullptr) made.end(statement);
}

class MadeRows final : public TableFunctionRows {
 public:
  MadeRows(SqlFunctions::Made& made, sqlite3_stmt* statement) : made_(made), statement_(statement) {}
  ~MadeRows() override { made_.end(statement_); }
  MadeRows(const MadeRows&) = delete;
  MadeRows& operator=(const MadeRows&) = delete;

  int next(std::string& error) override { return made_.step(statement_, error); }
  void column(size_t number, sqlite3_context* out) override {
    sqlite3_result_value(out, sqlite3_column_value(statement_, static_cast<int>(number)));
  }

 private:
  SqlFunctions::Made& made_;
  sqlite3_stmt* statement_;
};

}  // namespace

void SqlFunctions::Made::forget() {
  for (sqlite3_stmt* statement : idle_) sqlite3_finalize(statement);
  idle_.clear();
}

int SqlFunctions::Made::begin(sqlite3_value** arguments, sqlite3_stmt*& statement, std::string& error) {
  // A call is counted as so many steps of SQLite, because the short statements of functions may end before any are
  // counted.
  constexpr uint64_t kSteps = 64;
  statement = nullptr;
  if (budget_.spend(kSteps)) return SQLITE_INTERRUPT;
  if (depth_ >= kMaxDepth) {
    error = "functions call each other more than " + std::to_string(kMaxDepth) + " deep";
    return SQLITE_ERROR;
  }
  if (!idle_.empty()) {
    statement = idle_.back();
    idle_.pop_back();
  } else if (const int status = sqlite3_prepare_v2(connection_, function_.query.data(),
                                                   static_cast<int>(function_.query.size()), &statement, nullptr);
             status != SQLITE_OK) {
    return failed(status, error);
  }
  for (size_t i = 0; i < function_.arguments.size(); ++i) {
    const std::string name = "$" + function_.arguments[i];
    if (const int place = sqlite3_bind_parameter_index(statement, name.c_str()); place > 0)
      sqlite3_bind_value(statement, place, arguments[i]);
  }
  return SQLITE_OK;
}

int SqlFunctions::Made::step(sqlite3_stmt* statement, std::string& error) {
  ++depth_;
  const int status = sqlite3_step(statement);
  --depth_;
  return status == SQLITE_ROW || status == SQLITE_DONE ? status : failed(status, error);
}

int SqlFunctions::Made::failed(int status, std::string& error) {
  if (budget_.stopped() != SqlBudget::Stop::No) return SQLITE_INTERRUPT;
  if (status == SQLITE_NOMEM) return status;
  error = sqlite3_errmsg(connection_);
  return SQLITE_ERROR;
}

void SqlFunctions::Made::end(sqlite3_stmt* statement) {
  sqlite3_reset(statement);
  sqlite3_clear_bindings(statement);
  idle_.push_back(statement);
}

std::unique_ptr<TableFunctionRows> SqlFunctions::Made::call(sqlite3_value** arguments, int& status,
                                                            std::string& error) {
  sqlite3_stmt* statement = nullptr;
  status = begin(arguments, statement, error);
  if (status != SQLITE_OK) return nullptr;
  return std::make_unique<MadeRows>(*this, statement);
}

int addScalar(SqlFunctions::Made& made) {
  const SqlFunction& function = made.function();
  return sqlite3_create_function_v2(made.connection(), function.name.c_str(),
                                    static_cast<int>(function.arguments.size()), SQLITE_UTF8 | SQLITE_DIRECTONLY, &made,
                                    call, nullptr, nullptr, nullptr);
}

int removeScalar(const SqlFunctions::Made& made) {
  const SqlFunction& function = made.function();
  return sqlite3_create_function_v2(made.connection(), function.name.c_str(),
                                    static_cast<int>(function.arguments.size()), SQLITE_UTF8, nullptr, nullptr, nullptr,
                                    nullptr, nullptr);
}

}  // namespace tp
