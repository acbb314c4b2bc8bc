#include "core/tables/result_parquet.h"

#include <utility>

#include "core/parquet/row_writer.h"
#include "core/tables/parquet_cells.h"

namespace tp {

ResultParquet::ResultParquet(const std::vector<std::string>& names, std::vector<bool> integers)
    : types_(names, std::move(integers)), columns_(names.size()) {}

void ResultParquet::add(std::span<const Cell> cells) {
  types_.add(cells);
  for (const Cell& cell : cells) cells_.add(cell);
}

bool ResultParquet::write(parquet::Codec codec, parquet::Sink sink) const {
  parquet::RowWriter writer(types_.columns(), codec, std::move(sink));
  for (size_t at = 0; at < cells_.size(); at += columns_) {
    for (size_t i = 0; i < columns_; ++i) addCell(writer.column(i), cells_.at(at + i));
    if (!writer.endRows(1)) return false;
  }
  return writer.finish();
}

}  // namespace tp
