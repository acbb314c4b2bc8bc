#include "core/tables/parquet_table.h"

#include <utility>

namespace tp {

ParquetTable::ParquetTable(Table& table, const ParquetSource& source, const ParquetRange& range, parquet::Codec codec,
                           parquet::Sink sink)
    : table_(table), source_(source), range_(range), writer_(parquetColumns(table), codec, std::move(sink)) {}

bool ParquetTable::step() {
  if (!rows_) rows_.emplace(table_, source_, range_, part_);
  rows_->step(writer_.group());
  if (!rows_->done()) return writer_.endRows(0);
  misfits_ += rows_->misfits();
  const bool last = rows_->last();
  rows_.reset();
  ++part_;
  return writer_.endGroup() && !last;
}

}  // namespace tp
