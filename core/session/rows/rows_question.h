// Asks for rows of the event table.
#pragma once

#include "core/session/question.h"
#include "core/session/rows/rows_request.h"
#include "core/session/rows/table_row.h"

namespace tp {

class RowsQuestion final : public Question {
 public:
  explicit RowsQuestion(RowsRequest request) : request_(std::move(request)) {}

  const RowsRequest& request() const { return request_; }
  // The rest is valid once done(). Returns how many of all rows come before the key, or before each of the keys.
  const std::vector<uint64_t>& ranks() const { return ranks_; }
  // In the order of the table.
  const std::vector<TableRow>& rows() const { return rows_; }
  // Returns the number of the first of rows() among all rows, unless Part::These was asked for.
  uint64_t first() const;
  std::vector<TableRow> takeRows() { return std::move(rows_); }

  JobKind kind() const override { return JobKind::Rows; }
  void write(const TraceIndex& index, uint32_t worker, uint32_t workers, WireWriter& out) const override;
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;
  void finish(const TraceIndex& index) override;

 private:
  RowsRequest request_;
  std::vector<uint64_t> ranks_;
  std::vector<TableRow> rows_;
};

}  // namespace tp
