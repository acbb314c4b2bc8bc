#include "core/tables/made_table.h"

#include <numeric>
#include <utility>

namespace tp {
namespace {

class MadeCursor final : public TableCursor {
 public:
  MadeCursor(const MadeRows& rows, const std::vector<uint32_t>& numbers, TableQuery query)
      : rows_(rows), numbers_(numbers), query_(std::move(query)) {}

  bool next() override {
    while (++at_ < numbers_.size())
      if (meets()) return true;
    return false;
  }
  Cell cell(size_t column) override { return rows_.cell(numbers_[at_], column); }
  int64_t rowId() const override { return numbers_[at_]; }

 private:
  bool meets() const {
    for (const ColumnLimit& limit : query_.limits) {
      const Cell& cell = rows_.cell(numbers_[at_], limit.column);
      const bool isNumber = cell.kind == Cell::Kind::Integer && !limit.text;
      if (isNumber && (cell.integer < limit.least || cell.integer > limit.most)) return false;
      if (cell.kind == Cell::Kind::Text && limit.text && cell.text != *limit.text) return false;
    }
    return true;
  }

  const MadeRows& rows_;
  const std::vector<uint32_t>& numbers_;
  TableQuery query_;
  size_t at_ = ~size_t{0};
};

}  // namespace

const std::vector<uint32_t>& MadeTable::rowsWith(uint32_t column, int64_t number) {
  auto [at, fresh] = places_.try_emplace(column);
  for (uint32_t row = 0; fresh && row < rows_->size(); ++row)
    if (const Cell& cell = rows_->cell(row, column); cell.kind == Cell::Kind::Integer)
      at->second[cell.integer].push_back(row);
  const auto found = at->second.find(number);
  return found == at->second.end() ? none_ : found->second;
}

std::unique_ptr<TableCursor> MadeTable::open(TableQuery query) {
  if (!rows_) {
    rows_.emplace(columns_.size());
    make_(*rows_);
    all_.resize(rows_->size());
    std::iota(all_.begin(), all_.end(), 0u);
  }
  const std::vector<uint32_t>* numbers = &all_;
  for (const ColumnLimit& limit : query.limits)
    if (!limit.text && limit.least == limit.most) numbers = &rowsWith(limit.column, limit.least);
  return std::make_unique<MadeCursor>(*rows_, *numbers, std::move(query));
}

}  // namespace tp
