// Cells that are kept, one behind the other, with their texts in one piece of memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/tables/table.h"

namespace tp {

class KeptCells {
 public:
  void add(const Cell& cell) {
    Value& value = values_.emplace_back();
    value.kind = cell.kind;
    if (cell.kind == Cell::Kind::Integer) value.integer = cell.integer;
    if (cell.kind == Cell::Kind::Real) value.real = cell.real;
    if (cell.kind != Cell::Kind::Text) return;
    value.size = static_cast<uint32_t>(cell.text.size());
    value.at = texts_.size();
    texts_ += cell.text;
  }
  size_t size() const { return values_.size(); }
  // Drops the cells behind the first `count`; there are at least as many.
  void shrink(size_t count) { values_.resize(count); }
  // Returns a cell that was added. Its text is valid until the next one is.
  Cell at(size_t number) const {
    const Value& value = values_[number];
    switch (value.kind) {
      case Cell::Kind::Integer:
        return Cell::of(value.integer);
      case Cell::Kind::Real:
        return Cell::of(value.real);
      case Cell::Kind::Text:
        return Cell::of(std::string_view(texts_).substr(static_cast<size_t>(value.at), value.size));
      default:
        return {};
    }
  }
  // What they take in memory.
  uint64_t bytes() const { return values_.size() * sizeof(Value) + texts_.size(); }

 private:
  struct Value {
    Cell::Kind kind = Cell::Kind::Null;
    uint32_t size = 0;  // of a text, in bytes
    union {
      int64_t integer = 0;
      double real;
      uint64_t at;  // of a text in texts_
    };
  };

  std::vector<Value> values_;
  std::string texts_;
};

}  // namespace tp
