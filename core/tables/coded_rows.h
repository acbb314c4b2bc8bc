// Dictionary-encoded rows. Tables that are decoded have rows of one number a column: a text is a number of a
// dictionary, so that rows are made, compared, grouped and kept cheaply.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "core/tables/table.h"

namespace tp {

// The code of NULL. No time and no id has this value.
inline constexpr int64_t kNullCode = std::numeric_limits<int64_t>::min();

// Rows, row-major.
class CodedBatch {
 public:
  explicit CodedBatch(size_t width) : width_(width) {}

  size_t size() const { return rows_; }
  const int64_t* row(size_t number) const { return cells_.data() + number * width_; }
  // Returns the cells of a further row, uninitialised; valid until the next call.
  int64_t* add() {
    if ((rows_ + 1) * width_ > cells_.size()) cells_.resize(cells_.size() * 2 + 64 * width_);
    return cells_.data() + rows_++ * width_;
  }
  void takeBack() { --rows_; }
  // Of the same width.
  void append(const CodedBatch& more) {
    cells_.resize(rows_ * width_);
    cells_.insert(cells_.end(), more.cells_.begin(),
                  more.cells_.begin() + static_cast<std::ptrdiff_t>(more.rows_ * width_));
    rows_ += more.rows_;
  }
  void clear() { rows_ = 0; }

 private:
  size_t width_;
  size_t rows_ = 0;
  std::vector<int64_t> cells_;  // at least rows_ * width_
};

// Makes the rows of a scan.
class RowSource {
 public:
  virtual ~RowSource() = default;
  // Appends some rows, perhaps none. Returns false when there are no more.
  virtual bool fill(CodedBatch& out) = 0;
};

class CodedTable : public Table {
 public:
  std::unique_ptr<TableCursor> open(TableQuery query) override;
  CodedTable* coded() override { return this; }

  // The column that tells rows apart. A scan sets it, wanted or not.
  virtual uint32_t idColumn() const = 0;
  // Starts a scan. `query` outlives it.
  virtual std::unique_ptr<RowSource> scan(const TableQuery& query) = 0;
  // Of a column that is a text: equal texts have equal codes. Valid as long as the table.
  virtual std::string_view text(size_t column, int64_t code) const = 0;

  Cell decode(size_t column, int64_t code) const {
    if (code == kNullCode) return {};
    if (columns()[column].type == TableColumn::Type::Text) return Cell::of(text(column, code), true);
    return Cell::of(code);
  }
};

}  // namespace tp
