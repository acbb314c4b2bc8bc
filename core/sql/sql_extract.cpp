#include "core/sql/sql_built_ins.h"

#include <sqlite3.h>

#include <algorithm>
#include <string>
#include <utility>

#include "core/sql/sql_value.h"

namespace tp {
namespace {

struct Extract {
  Table& args;
  SqlBudget& budget;
  uint32_t set, key;   // columns of the condition
  uint32_t values[3];  // at most one is not NULL
};

void extract(sqlite3_context* out, int, sqlite3_value** given) {
  const auto& of = *static_cast<const Extract*>(sqlite3_user_data(out));
  if (sqlite3_value_type(given[0]) != SQLITE_INTEGER || sqlite3_value_type(given[1]) != SQLITE_TEXT) return;
  if (of.budget.row()) return sqlite3_result_error_code(out, SQLITE_INTERRUPT);
  const auto* key = reinterpret_cast<const char*>(sqlite3_value_text(given[1]));
  if (key == nullptr) return sqlite3_result_error_nomem(out);
  const auto set = static_cast<int64_t>(sqlite3_value_int64(given[0]));
  TableQuery query;
  query.limits.push_back({.column = of.set, .least = set, .most = set});
  query.limits.push_back(
      {.column = of.key, .text = std::string(key, static_cast<size_t>(sqlite3_value_bytes(given[1])))});
  const std::unique_ptr<TableCursor> rows = of.args.open(std::move(query));
  if (!rows->next()) return;
  for (uint32_t column : of.values)
    if (const Cell cell = rows->cell(column); cell.kind != Cell::Kind::Null) return setResult(out, cell);
}

}  // namespace

int addExtractArg(sqlite3* connection, std::span<const std::unique_ptr<Table>> tables, SqlBudget& budget) {
  const auto args = std::find_if(tables.begin(), tables.end(), [](const auto& one) { return one->name() == "args"; });
  if (args == tables.end()) return SQLITE_OK;
  Table& of = **args;
  auto* extracted =
      new Extract{of,
                  budget,
                  columnNamed(of, "arg_set_id"),
                  columnNamed(of, "key"),
                  {columnNamed(of, "int_value"), columnNamed(of, "string_value"), columnNamed(of, "real_value")}};
  return sqlite3_create_function_v2(connection, "extract_arg", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                                    extracted, extract, nullptr, nullptr,
                                    [](void* one) { delete static_cast<Extract*>(one); });
}

}  // namespace tp
