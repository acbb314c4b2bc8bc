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
  // The rest once done(). How many rows of all lie before the key, or before each of the times.
  const std::vector<uint64_t>& ranks() const { return ranks_; }
  // In their order.
  const std::vector<TableRow>& rows() const { return rows_; }
  // Number of the first of rows() among all, unless These were asked for.
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
