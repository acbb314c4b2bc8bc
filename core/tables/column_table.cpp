#include "core/tables/column_table.h"

#include "core/tables/made_table.h"

namespace tp {
namespace {

using Type = TableColumn::Type;

constexpr TableColumn kColumns[] = {
    {"table_name", Type::Text, 0, "the table"},
    {"name", Type::Text, 0, "the column"},
    {"type", Type::Text, 0, "INTEGER, TEXT, or NULL if it depends on the row"},
    {"about", Type::Text, 0, "what it holds"},
};
constexpr std::string_view kName = "table_column";

struct Source {
  std::string_view table;
  std::span<const TableColumn> columns;
};

void makeRows(const std::vector<Source>& sources, MadeRows& rows) {
  for (const Source& source : sources)
    for (const TableColumn& column : source.columns) {
      rows.text(source.table).text(column.name);
      if (column.type == Type::Any) {
        rows.null();
      } else {
        rows.text(column.type == Type::Text ? "TEXT" : "INTEGER");
      }
      rows.text(column.about);
    }
}

}  // namespace

std::unique_ptr<Table> makeColumnTable(const std::vector<std::unique_ptr<Table>>& tables) {
  std::vector<Source> sources;
  for (const std::unique_ptr<Table>& one : tables) sources.push_back({one->name(), one->columns()});
  sources.push_back({kName, kColumns});
  return std::make_unique<MadeTable>(kName, "The columns of all tables.", kColumns,
                                     [sources](MadeRows& rows) { makeRows(sources, rows); });
}

}  // namespace tp
