#include "core/tables/first_rows.h"

#include <algorithm>

namespace tp {

FirstRows::FirstRows(CodedTable& table, const TableQuery& query)
    : table_(table), query_(query), width_(table.columns().size()) {}

bool FirstRows::next() {
  if (collected_) return ++at_ < order_.size();
  collected_ = true;
  collect();
  return !order_.empty();
}

bool FirstRows::meetsLimits(const int64_t* row) const {
  return std::all_of(query_.limits.begin(), query_.limits.end(), [&](const ColumnLimit& limit) {
    const int64_t code = row[limit.column];
    if (code == kNullCode) return false;
    if (limit.text) return table_.text(limit.column, code) == *limit.text;
    return code >= limit.least && code <= limit.most;
  });
}

bool FirstRows::isBefore(size_t a, size_t b) const {
  // The code of NULL is the least, as SQL has it.
  const int64_t left = rows_[a * width_ + query_.first->column], right = rows_[b * width_ + query_.first->column];
  if (left != right) return (left < right) != query_.first->descending;
  return turn_[a] < turn_[b];
}

void FirstRows::collect() {
  const TableQuery::First& first = *query_.first;
  const auto before = [this](size_t a, size_t b) { return isBefore(a, b); };
  const std::unique_ptr<RowSource> source = table_.scan(query_);
  CodedBatch batch(width_);
  uint64_t turn = 0;
  for (bool more = first.rows > 0; more;) {
    batch.clear();
    more = source->fill(batch);
    for (size_t i = 0; i < batch.size(); ++i, ++turn) {
      const int64_t* row = batch.row(i);
      const bool full = order_.size() == first.rows;
      if (full) {
        const int64_t worst = rows_[order_.front() * width_ + first.column], mine = row[first.column];
        if (first.descending ? mine <= worst : mine >= worst) continue;
      }
      if (!meetsLimits(row)) continue;
      size_t place = order_.size();
      if (full) {
        std::pop_heap(order_.begin(), order_.end(), before);
        place = order_.back();
        order_.pop_back();
        std::copy(row, row + width_, rows_.begin() + static_cast<std::ptrdiff_t>(place * width_));
        turn_[place] = turn;
      } else {
        rows_.insert(rows_.end(), row, row + width_);
        turn_.push_back(turn);
      }
      order_.push_back(place);
      std::push_heap(order_.begin(), order_.end(), before);
    }
  }
  std::sort_heap(order_.begin(), order_.end(), before);
}

}  // namespace tp
