#include "core/session/rows/rows_question.h"

#include <algorithm>
#include <cstddef>

namespace tp {

uint64_t RowsQuestion::first() const {
  uint64_t rank = ranks_.empty() ? 0 : ranks_[0];
  return request_.part == RowsRequest::Part::Before ? rank - std::min<uint64_t>(rank, rows_.size()) : rank;
}

void RowsQuestion::write(const TraceIndex&, uint32_t, uint32_t, WireWriter& out) const {
  out(request_);
}

bool RowsQuestion::read(const TraceIndex&, uint32_t, WireReader& in) {
  std::vector<uint64_t> ranks;
  in.getArray(ranks);
  if (ranks_.size() < ranks.size()) ranks_.resize(ranks.size());
  for (size_t i = 0; i < ranks.size(); ++i) ranks_[i] += ranks[i];
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) rows_.push_back(readTableRow(in));
  return !in.failed();
}

void RowsQuestion::finish(const TraceIndex&) {
  std::sort(rows_.begin(), rows_.end(), [](const TableRow& a, const TableRow& b) { return a.key < b.key; });
  // Each worker may have given as many rows as were asked for in all.
  if (request_.part == RowsRequest::Part::These || rows_.size() <= request_.count) return;
  std::ptrdiff_t surplus = static_cast<std::ptrdiff_t>(rows_.size() - request_.count);
  if (request_.part == RowsRequest::Part::Before) {
    rows_.erase(rows_.begin(), rows_.begin() + surplus);
  } else {
    rows_.erase(rows_.end() - surplus, rows_.end());
  }
}

}  // namespace tp
