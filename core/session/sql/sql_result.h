// SqlResult is what has arrived of the answer to a question in SQL.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/byte_source.h"
#include "core/session/sql/sql_messages.h"
#include "core/tables/kept_cells.h"

namespace tp {

class SqlResult {
 public:
  SqlResult() = default;
  explicit SqlResult(SqlRequest request) : request_(std::move(request)) {}

  // Takes a reply. Returns false if it is not one to this question, or comes after the last one; one that makes no
  // sense fails the question.
  bool receive(Bytes message);
  // Ends the question, as by whoever has asked it.
  void fail(std::string why);

  const SqlRequest& request() const { return request_; }
  SqlStage stage() const { return stage_; }
  bool over() const { return stage_ >= SqlStage::Done; }
  double share() const { return share_; }      // as in SqlReply
  uint64_t read() const { return read_; }      // as in SqlReply
  double seconds() const { return seconds_; }  // as in SqlReply
  const std::string& error() const { return error_; }
  const std::string& remark() const { return remark_; }       // as in SqlReply
  std::optional<size_t> errorAt() const { return errorAt_; }  // in the text of the request, in bytes

  const std::vector<std::string>& columns() const { return columns_; }
  // Returns the position of a column, the first of that name; nullopt if there is none.
  std::optional<size_t> column(std::string_view name) const;
  size_t rows() const { return columns_.empty() ? 0 : cells_.size() / columns_.size(); }
  uint64_t bytes() const { return cells_.bytes(); }  // of the rows, in memory
  // Texts are valid until the next reply.
  Cell cell(size_t row, size_t column) const { return cells_.at(row * columns_.size() + column); }
  // Forgets the rows that have arrived, for whoever has taken them. Further ones count from 0.
  void forgetRows() { cells_ = {}; }
  // Returns whether a column has no text: NULL and numbers only.
  bool numeric(size_t column) const { return !hasText_[column]; }

 private:
  void readRows(WireReader& in, uint32_t rows);

  SqlRequest request_;
  SqlStage stage_ = SqlStage::Waiting;
  double share_ = -1;
  uint64_t read_ = 0;
  double seconds_ = 0;
  std::string error_, remark_;
  std::optional<size_t> errorAt_;
  std::vector<std::string> columns_;
  std::vector<bool> hasText_;
  KeptCells cells_;
};

}  // namespace tp
