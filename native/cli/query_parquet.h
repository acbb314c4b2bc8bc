// Writes the rows of a query as a Parquet file. Of which types its columns are is known only when all rows are, so that
// they are kept in a temporary file until then.
#pragma once

#include <cstdio>
#include <span>

#include "core/sql/sql_database.h"
#include "core/tables/result_types.h"
#include "native/output/row_spool.h"

namespace tp::cli {

class QueryParquet {
 public:
  explicit QueryParquet(const SqlQuery& query);

  // Returns false if the row can't be kept.
  bool add(std::span<const Cell> cells);
  // Writes all rows. Returns false (after complaining) if they could not be kept or written.
  bool write(parquet::Codec codec, std::FILE* file);

 private:
  ResultTypes types_;
  native::RowSpool rows_;
};

}  // namespace tp::cli
