// The words that the editor of queries offers: tables, their columns, functions, and what SQL consists of.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/session/sql/sql_result.h"

namespace tp::ui {

struct OfferedWord {
  std::string text;
  std::string about;  // "of slice: when it begins", "table"
};

class QueryWords {
 public:
  // Asks for what take() needs.
  static constexpr const char* kQuestion =
      "SELECT table_name, name, about FROM table_column\n"
      "UNION ALL SELECT of.name, one.name, 'of a view' FROM sqlite_schema AS of, pragma_table_info(of.name) AS one\n"
      "  WHERE of.type = 'view'\n"
      "UNION ALL SELECT iif(columns = '', 'a value', 'a table'), name || '(', about FROM sql_function";

  // Takes the tables and their columns. Without them, only what SQL itself has is offered.
  void take(const SqlResult& columns);
  bool known() const { return !tables_.empty(); }

  // Returns what may stand in the place of the word that ends at `caret`, in bytes: what begins like it, whatever the
  // case. Behind FROM and JOIN these are tables; behind the name or alias of a table and a dot, its columns; else the
  // columns of the tables that the query names, or of all tables if it names none, and all other words.
  std::vector<OfferedWord> offers(std::string_view text, size_t caret) const;

 private:
  struct Column {
    std::string name, about;
  };
  struct Table {
    std::string name;
    std::vector<Column> columns;
  };

  const Table* find(std::string_view name) const;
  // Returns the table with this name or alias in the query; null if there is none.
  const Table* called(std::string_view name, std::string_view text) const;

  std::vector<Table> tables_;
  // Functions that are not SQLite's own.
  std::vector<OfferedWord> values_, tablesOf_;  // by what they return
};

// Returns where the word begins that ends at `caret`. There may be none: then it begins there, too.
size_t wordBegin(std::string_view text, size_t caret);

}  // namespace tp::ui
