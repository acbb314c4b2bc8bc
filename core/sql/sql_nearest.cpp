#include "core/sql/sql_nearest.h"

#include <sqlite3.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "core/text/nearest.h"

namespace tp {
namespace {

// Returns the first column of a query's rows.
std::vector<std::string> firstColumn(sqlite3* connection, const char* query) {
  std::vector<std::string> out;
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(connection, query, -1, &statement, nullptr) == SQLITE_OK)
    while (sqlite3_step(statement) == SQLITE_ROW)
      if (const auto* name = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0))) out.emplace_back(name);
  sqlite3_finalize(statement);
  return out;
}

std::vector<std::string> tablesAndViews(sqlite3* connection, std::span<const std::string> tables) {
  std::vector<std::string> out = firstColumn(connection, "SELECT name FROM sqlite_schema WHERE type = 'view'");
  out.insert(out.end(), tables.begin(), tables.end());
  return out;
}

bool isOfName(char one) {
  return std::isalnum(static_cast<unsigned char>(one)) != 0 || one == '_';
}

bool hasWord(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !isOfName(text[at - 1])) && (end == text.size() || !isOfName(text[end]))) return true;
  }
  return false;
}

// Returns the columns of the tables that the query names.
std::vector<std::string> columnsIn(sqlite3* connection, std::span<const std::string> tables, std::string_view text) {
  std::vector<std::string> out;
  for (const std::string& table : tablesAndViews(connection, tables)) {
    if (!hasWord(text, table)) continue;
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(connection, ("SELECT * FROM \"" + table + "\"").c_str(), -1, &statement, nullptr) ==
        SQLITE_OK)
      for (int i = 0; i < sqlite3_column_count(statement); ++i)
        if (const char* name = sqlite3_column_name(statement, i)) out.emplace_back(name);
    sqlite3_finalize(statement);
  }
  return out;
}

// Returns what follows `begin` in the message, without what is before the last dot; empty if it does not begin so.
std::string_view nameBehind(std::string_view message, std::string_view begin) {
  if (message.substr(0, begin.size()) != begin) return {};
  const std::string_view name = message.substr(begin.size());
  const size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

}  // namespace

std::string meantInQuery(sqlite3* connection, std::span<const std::string> tables, std::string_view text,
                         std::string_view message) {
  if (const std::string_view table = nameBehind(message, "no such table: "); !table.empty())
    return meantNames(table, tablesAndViews(connection, tables));
  if (const std::string_view column = nameBehind(message, "no such column: "); !column.empty())
    return meantNames(column, columnsIn(connection, tables, text));
  if (const std::string_view function = nameBehind(message, "no such function: "); !function.empty())
    return meantNames(function, firstColumn(connection, "SELECT name FROM sql_function"));
  return {};
}

}  // namespace tp
