#include "core/tables/coded_rows.h"

#include <algorithm>
#include <utility>

#include "core/tables/first_rows.h"
#include "core/tables/grouped_rows.h"

namespace tp {
namespace {

// The rows in the order in which they are decoded.
class StreamCursor final : public TableCursor {
 public:
  StreamCursor(CodedTable& table, TableQuery query)
      : table_(table), query_(std::move(query)), rows_(table.scan(query_)), batch_(table.columns().size()) {}

  bool next() override {
    while (++at_ >= batch_.size()) {
      if (!more_) return false;
      batch_.clear();
      more_ = rows_->fill(batch_);
      at_ = ~size_t{0};
    }
    return true;
  }
  Cell cell(size_t column) override { return table_.decode(column, batch_.row(at_)[column]); }
  int64_t rowId() const override { return batch_.row(at_)[table_.idColumn()]; }

 private:
  CodedTable& table_;
  TableQuery query_;
  std::unique_ptr<RowSource> rows_;
  CodedBatch batch_;
  size_t at_ = ~size_t{0};
  bool more_ = true;
};

class FirstCursor final : public TableCursor {
 public:
  FirstCursor(CodedTable& table, TableQuery query) : table_(table), query_(std::move(query)), rows_(table, query_) {}

  bool next() override {
    if (!rows_.next()) return false;
    ++number_;
    return true;
  }
  Cell cell(size_t column) override { return table_.decode(column, rows_.row()[column]); }
  int64_t rowId() const override { return rows_.row()[table_.idColumn()]; }
  uint64_t passedOver() const override { return rows_.scanned() - std::min(rows_.scanned(), number_); }

 private:
  CodedTable& table_;
  TableQuery query_;
  FirstRows rows_;
  uint64_t number_ = 0;  // rows handed over
};

class GroupCursor final : public TableCursor {
 public:
  GroupCursor(CodedTable& table, TableQuery query)
      : table_(table),
        query_(std::move(query)),
        rows_([this] { return table_.scan(query_); }, table.columns().size(), keys(), kept(), query_.oneOfEach,
              [this](const GroupedRows::Key& a, const GroupedRows::Key& b) { return isBefore(a, b); }) {}

  bool next() override {
    ++number_;
    return rows_.next();
  }
  int64_t rowId() const override { return number_; }
  Cell cell(size_t column) override { return table_.decode(column, rows_.cell(static_cast<uint32_t>(column))); }

 private:
  std::vector<uint32_t> keys() const {
    std::vector<uint32_t> out;
    for (const TableQuery::Key& key : query_.groupBy) out.push_back(key.column);
    return out;
  }
  std::vector<uint32_t> kept() const {
    std::vector<uint32_t> out;
    for (size_t i = 0; i < table_.columns().size(); ++i)
      if (query_.wants(i)) out.push_back(static_cast<uint32_t>(i));
    return out;
  }
  bool isBefore(const GroupedRows::Key& a, const GroupedRows::Key& b) const {
    for (size_t i = 0; i < a.size(); ++i) {
      if (a[i] == b[i]) continue;
      const TableQuery::Key& key = query_.groupBy[i];
      const bool isText = table_.columns()[key.column].type == TableColumn::Type::Text;
      // The code of NULL is the least.
      const bool texts = isText && a[i] != kNullCode && b[i] != kNullCode;
      const bool less = texts ? table_.text(key.column, a[i]) < table_.text(key.column, b[i]) : a[i] < b[i];
      return less != key.descending;
    }
    return false;
  }

  CodedTable& table_;
  TableQuery query_;
  GroupedRows rows_;
  int64_t number_ = -1;
};

}  // namespace

std::unique_ptr<TableCursor> CodedTable::open(TableQuery query) {
  if (query.first) {
    query.want(query.first->column);
    for (const ColumnLimit& limit : query.limits) query.want(limit.column);
    return std::make_unique<FirstCursor>(*this, std::move(query));
  }
  if (query.groupBy.empty()) return std::make_unique<StreamCursor>(*this, std::move(query));
  for (const TableQuery::Key& key : query.groupBy) query.want(key.column);
  return std::make_unique<GroupCursor>(*this, std::move(query));
}

}  // namespace tp
