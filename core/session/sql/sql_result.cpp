#include "core/session/sql/sql_result.h"

#include <algorithm>
#include <utility>

namespace tp {

bool SqlResult::receive(Bytes message) {
  if (over()) return false;
  WireReader in(message);
  SqlReply reply;
  in(reply);
  if (!in.failed() && reply.id != request_.id) return false;
  const bool named = !columns_.empty();
  if (!named) columns_ = std::move(reply.columns);
  hasText_.resize(columns_.size());
  in.require(columns_.size() == reply.columnCount && (reply.rows == 0 || reply.columnCount > 0));
  if (!in.failed()) readRows(in, reply.rows);
  if (!in.complete()) {
    fail("the answer can't be understood");
    return true;
  }
  stage_ = reply.stage;
  share_ = reply.share;
  read_ = reply.read;
  seconds_ = reply.seconds;
  error_ = std::move(reply.error);
  remark_ = std::move(reply.remark);
  if (reply.offset && *reply.offset <= request_.text.size()) errorAt_ = static_cast<size_t>(*reply.offset);
  return true;
}

void SqlResult::fail(std::string why) {
  if (over()) return;
  stage_ = SqlStage::Failed;
  error_ = std::move(why);
  // Only whole rows are shown.
  if (!columns_.empty()) cells_.shrink(rows() * columns_.size());
}

void SqlResult::readRows(WireReader& in, uint32_t rows) {
  for (uint64_t left = uint64_t{rows} * columns_.size(); left > 0 && !in.failed(); --left) {
    Cell cell;
    in(atMost(cell.kind, Cell::Kind::Text));
    if (cell.kind == Cell::Kind::Integer) cell.integer = in.get<int64_t>();
    if (cell.kind == Cell::Kind::Real) cell.real = in.get<double>();
    if (cell.kind == Cell::Kind::Text) {
      cell.text = in.getString();
      hasText_[cells_.size() % columns_.size()] = true;
    }
    if (!in.failed()) cells_.add(cell);
  }
}

std::optional<size_t> SqlResult::column(std::string_view name) const {
  const auto found = std::find(columns_.begin(), columns_.end(), name);
  if (found == columns_.end()) return std::nullopt;
  return static_cast<size_t>(found - columns_.begin());
}

}  // namespace tp
