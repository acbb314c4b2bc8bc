// Writes the result of a query as a Parquet file. Of which types its columns are is known only when all rows are, so
// that they are kept in memory until then.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/parquet/format.h"
#include "core/tables/kept_cells.h"
#include "core/tables/result_types.h"

namespace tp {

class ResultParquet {
 public:
  // `integers` as for ResultTypes.
  ResultParquet(const std::vector<std::string>& names, std::vector<bool> integers);

  void add(std::span<const Cell> cells);
  // What the rows take, in memory.
  uint64_t bytes() const { return cells_.bytes(); }
  // Writes all rows. Returns false if the sink took no more.
  bool write(parquet::Codec codec, parquet::Sink sink) const;

 private:
  ResultTypes types_;
  const size_t columns_;
  KeptCells cells_;
};

}  // namespace tp
