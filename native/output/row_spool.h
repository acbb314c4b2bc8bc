// RowSpool keeps rows of cells in a temporary file, which the system removes, so that they can be read once more.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/tables/table.h"

namespace tp::native {

class RowSpool {
 public:
  // Each row has `width` cells.
  explicit RowSpool(size_t width) : width_(width) {}

  // Returns false if the row can't be kept; error() says why.
  bool add(std::span<const Cell> cells);
  // After the last add(), to read from the first row on. Returns false if not all rows were kept.
  bool rewind();
  // Returns the next row, valid until the next call; empty behind the last one, or if a row can't be read, of which
  // error() tells.
  std::span<const Cell> next();
  // Empty if all went well.
  const std::string& error() const { return error_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const;
  };

  bool fail();
  bool read(void* to, size_t size);

  size_t width_;
  std::unique_ptr<std::FILE, Close> file_;
  uint64_t rows_ = 0;  // added, and after rewind() still to be read
  std::string packed_;
  std::vector<Cell> cells_;
  std::string error_;
};

}  // namespace tp::native
