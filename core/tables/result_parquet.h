// Writes the result of a query as a Parquet file. Of which types its columns are is known only when all rows are, so
// that they are kept in memory until then.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/parquet/format.h"
#include "core/tables/result_types.h"
#include "core/tables/table.h"

namespace tp {

class ResultParquet {
 public:
  // `integers` as for ResultTypes.
  ResultParquet(std::vector<std::string> names, std::vector<bool> integers);

  void add(std::span<const Cell> cells);
  // What the rows take, in memory.
  uint64_t bytes() const { return values_.size() * sizeof(Value) + texts_.size(); }
  // Writes all rows. Returns false if the sink took no more.
  bool write(parquet::Codec codec, parquet::Sink sink) const;

 private:
  struct Value {
    Cell::Kind kind = Cell::Kind::Null;
    uint32_t size = 0;  // of a text in texts_
    union {
      int64_t integer = 0;
      double real;
      uint64_t at;  // of the text
    };
  };
  Cell cellOf(const Value& value) const;

  ResultTypes types_;
  const size_t columns_;
  std::vector<Value> values_;
  std::string texts_;
};

}  // namespace tp
