// FirstRows hands over the first rows of a scan by the numbers in a column, so that whoever asks for few of many rows
// need not look at each.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/tables/coded_rows.h"

namespace tp {

class FirstRows {
 public:
  // `query.first` is set. The table and the query outlive this.
  FirstRows(CodedTable& table, const TableQuery& query);

  // Moves to the next row; the first call scans the table. Returns false behind the last row.
  bool next();
  // Returns the cells of the current row.
  const int64_t* row() const { return rows_.data() + order_[at_] * width_; }

 private:
  void collect();
  bool meetsLimits(const int64_t* row) const;
  // Returns whether the row at position `a` of rows_ comes before the one at `b`. Equal numbers keep the order of the
  // scan.
  bool isBefore(size_t a, size_t b) const;

  CodedTable& table_;
  const TableQuery& query_;
  size_t width_;
  std::vector<int64_t> rows_;   // of width_ cells each
  std::vector<uint64_t> turn_;  // by row of rows_: which one of the scan it is
  std::vector<size_t> order_;   // positions in rows_: a heap with the last row on top, sorted when all were scanned
  size_t at_ = 0;
  bool collected_ = false;
};

}  // namespace tp
