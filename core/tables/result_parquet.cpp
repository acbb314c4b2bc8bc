#include "core/tables/result_parquet.h"

#include <string_view>
#include <utility>

#include "core/parquet/file_writer.h"
#include "core/tables/parquet_cells.h"

namespace tp {

ResultParquet::ResultParquet(std::vector<std::string> names, std::vector<bool> integers)
    : types_(names, std::move(integers)), columns_(names.size()) {}

void ResultParquet::add(std::span<const Cell> cells) {
  types_.add(cells);
  for (const Cell& cell : cells) {
    Value& value = values_.emplace_back();
    value.kind = cell.kind;
    if (cell.kind == Cell::Kind::Integer) value.integer = cell.integer;
    if (cell.kind == Cell::Kind::Real) value.real = cell.real;
    if (cell.kind != Cell::Kind::Text) continue;
    value.size = static_cast<uint32_t>(cell.text.size());
    value.at = texts_.size();
    texts_ += cell.text;
  }
}

Cell ResultParquet::cellOf(const Value& value) const {
  if (value.kind == Cell::Kind::Integer) return Cell::of(value.integer);
  if (value.kind == Cell::Kind::Real) return Cell::of(value.real);
  if (value.kind != Cell::Kind::Text) return {};
  return Cell::of(std::string_view(texts_).substr(static_cast<size_t>(value.at), value.size));
}

bool ResultParquet::write(parquet::Codec codec, parquet::Sink sink) const {
  parquet::FileWriter writer(types_.columns(), codec, std::move(sink));
  for (size_t at = 0; at < values_.size(); at += columns_) {
    for (size_t i = 0; i < columns_; ++i) addCell(writer.column(i), cellOf(values_[at + i]));
    if (!writer.endRows(1)) return false;
  }
  return writer.finish();
}

}  // namespace tp
