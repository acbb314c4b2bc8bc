// MadeTable is a table with few rows, all of which are made when it is opened first.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/tables/table.h"

namespace tp {

// Collects rows, a cell after the other.
class MadeRows {
 public:
  explicit MadeRows(size_t width) : width_(width) {}

  MadeRows& number(int64_t value) { return put(Cell::of(value)); }
  MadeRows& number(std::optional<int64_t> value) { return value ? number(*value) : null(); }
  MadeRows& text(std::string_view value) {
    texts_.emplace_back(value);
    return put(Cell::of(std::string_view(texts_.back()), true));
  }
  MadeRows& null() { return put({}); }

  size_t size() const { return cells_.size() / width_; }
  const Cell& cell(size_t row, size_t column) const { return cells_[row * width_ + column]; }

 private:
  MadeRows& put(const Cell& cell) {
    cells_.push_back(cell);
    return *this;
  }

  size_t width_;
  std::vector<Cell> cells_;
  std::deque<std::string> texts_;  // a deque, so that texts are never moved
};

class MadeTable final : public Table {
 public:
  using Make = std::function<void(MadeRows& rows)>;

  // The texts and columns must outlive this. `make` is called once, at most.
  MadeTable(std::string_view name, std::string_view about, std::span<const TableColumn> columns, Make make)
      : name_(name), about_(about), columns_(columns), make_(std::move(make)) {}

  std::string_view name() const override { return name_; }
  std::string_view about() const override { return about_; }
  std::span<const TableColumn> columns() const override { return columns_; }
  double expectedRows() const override { return 200; }
  std::unique_ptr<TableCursor> open(TableQuery query) override;

 private:
  // The rows with each number in a column.
  using Places = std::unordered_map<int64_t, std::vector<uint32_t>>;
  const std::vector<uint32_t>& rowsWith(uint32_t column, int64_t number);

  std::string_view name_, about_;
  std::span<const TableColumn> columns_;
  Make make_;
  std::optional<MadeRows> rows_;
  std::map<uint32_t, Places> places_;  // by column
  std::vector<uint32_t> all_, none_;   // the numbers of all rows, and of none
};

}  // namespace tp
