#include "core/tables/parquet_cells.h"

#include "core/tables/result_text.h"
#include "core/text/number_text.h"

namespace tp {
namespace {

void addText(parquet::ColumnWriter& column, const Cell& cell) {
  if (cell.kind == Cell::Kind::Text) return column.add(cell.text);
  std::string text;
  if (cell.kind == Cell::Kind::Integer) appendDecimal(text, cell.integer);
  if (cell.kind == Cell::Kind::Real) text = realText(cell.real);
  column.add(std::string_view(text));
}

}  // namespace

bool addCell(parquet::ColumnWriter& column, const Cell& cell) {
  const bool isInteger = cell.kind == Cell::Kind::Integer;
  if (cell.kind == Cell::Kind::Null) {
    column.addNull();
  } else if (column.type() == parquet::Type::Text) {
    addText(column, cell);
  } else if (column.type() == parquet::Type::Integer && isInteger) {
    column.add(cell.integer);
  } else if (column.type() == parquet::Type::Real && cell.kind != Cell::Kind::Text) {
    column.add(isInteger ? static_cast<double>(cell.integer) : cell.real);
  } else {
    column.addNull();
    return false;
  }
  return true;
}

}  // namespace tp
