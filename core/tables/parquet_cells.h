// Cells of tables as values of Parquet files.
#pragma once

#include "core/parquet/column_writer.h"
#include "core/tables/table.h"

namespace tp {

// Adds the value to the column. In a column of texts, numbers are texts; in one of reals, integers are reals. Returns
// false if NULL takes the place of a value that the column can't hold, as a text in a column of numbers.
bool addCell(parquet::ColumnWriter& column, const Cell& cell);

}  // namespace tp
