#include "core/tables/first_rows.h"

#include <algorithm>

namespace tp {

FirstRows::FirstRows(CodedTable& table, const TableQuery& query)
    : table_(table), query_(query), width_(table.columns().size()), most_(std::max(query.first->rows, 1u)) {}

bool FirstRows::next() {
  // Each further scan keeps kGrowth times as many rows, but at most kMax.
  constexpr size_t kGrowth = 8, kMax = 100000;
  if (begun_ && ++at_ < order_.size()) return true;
  if (begun_) {
    if (order_.size() < most_) return false;
    continued_ = true;
    number_ = row(order_.back())[query_.first->column];
    lastTurn_ = turn_[order_.back()];
    most_ = std::max(most_, std::min(most_ * kGrowth, kMax));
  }
  begun_ = true;
  at_ = 0;
  collect();
  return !order_.empty();
}

bool FirstRows::isBehind(int64_t number, uint64_t turn) const {
  if (!continued_) return true;
  if (number != number_) return (number > number_) != query_.first->descending;
  return turn > lastTurn_;
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
  const int64_t left = row(a)[query_.first->column], right = row(b)[query_.first->column];
  if (left != right) return (left < right) != query_.first->descending;
  return turn_[a] < turn_[b];
}

void FirstRows::collect() {
  const TableQuery::First& first = *query_.first;
  const auto before = [this](size_t a, size_t b) { return isBefore(a, b); };
  rows_.clear();
  turn_.clear();
  order_.clear();
  const std::unique_ptr<RowSource> source = table_.scan(query_);
  CodedBatch batch(width_);
  uint64_t turn = 0;
  for (bool more = true; more;) {
    batch.clear();
    more = source->fill(batch);
    scanned_ += batch.size();
    for (size_t i = 0; i < batch.size(); ++i, ++turn) {
      const int64_t* one = batch.row(i);
      const int64_t number = one[first.column];
      const bool full = order_.size() == most_;
      if (full) {
        const int64_t worst = row(order_.front())[first.column];
        if (first.descending ? number <= worst : number >= worst) continue;
      }
      if (!isBehind(number, turn) || !meetsLimits(one)) continue;
      size_t place = order_.size();
      if (full) {
        std::pop_heap(order_.begin(), order_.end(), before);
        place = order_.back();
        order_.pop_back();
        std::copy(one, one + width_, rows_.begin() + static_cast<std::ptrdiff_t>(place * width_));
        turn_[place] = turn;
      } else {
        rows_.insert(rows_.end(), one, one + width_);
        turn_.push_back(turn);
      }
      order_.push_back(place);
      std::push_heap(order_.begin(), order_.end(), before);
    }
  }
  std::sort_heap(order_.begin(), order_.end(), before);
}

}  // namespace tp
