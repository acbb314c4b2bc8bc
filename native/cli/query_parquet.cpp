#include "native/cli/query_parquet.h"

#include "core/parquet/row_writer.h"
#include "core/tables/parquet_cells.h"
#include "native/cli/open.h"
#include "native/cli/parquet_output.h"

namespace tp::cli {

QueryParquet::QueryParquet(const SqlQuery& query)
    : types_(query.columns(), query.integers()), rows_(query.columns().size()) {}

bool QueryParquet::add(std::span<const Cell> cells) {
  types_.add(cells);
  return rows_.add(cells);
}

bool QueryParquet::write(parquet::Codec codec, std::FILE* file) {
  parquet::RowWriter writer(types_.columns(), codec, sinkTo(file));
  bool written = rows_.rewind();
  std::span<const Cell> cells;
  while (written && !(cells = rows_.next()).empty()) {
    for (size_t i = 0; i < cells.size(); ++i) addCell(writer.column(i), cells[i]);
    written = writer.endRows(1);
  }
  if (!rows_.error().empty()) return complain(rows_.error()), false;
  if (written && writer.finish()) return true;
  complainOfParquet("the rows", file);
  return false;
}

}  // namespace tp::cli
