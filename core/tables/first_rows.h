// FirstRows hands over the rows of a scan sorted by the numbers in a column, so that whoever asks for the first few of
// many need not look at each.
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

  // Moves to the next row. The first call scans the table; if more rows are asked for than `query.first` says, it is
  // scanned again for further ones. Returns false behind the last row.
  bool next();
  // How many rows all scans have made so far.
  uint64_t scanned() const { return scanned_; }
  // Returns the cells of the current row.
  const int64_t* row() const { return row(order_[at_]); }

 private:
  const int64_t* row(size_t place) const { return rows_.data() + place * width_; }
  // Fills rows_ with the next rows, at most most_ of them.
  void collect();
  // Whether the row comes behind all that were handed over.
  bool isBehind(int64_t number, uint64_t turn) const;
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
  uint64_t scanned_ = 0;
  size_t at_ = 0;
  size_t most_;  // rows of a scan that are kept
  bool begun_ = false;
  int64_t number_ = 0;  // of the last row that was handed over by an earlier scan, and which one it is
  uint64_t lastTurn_ = 0;
  bool continued_ = false;  // there was an earlier scan
};

}  // namespace tp
