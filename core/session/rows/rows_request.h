// A request for rows of a trace (JobKind::Rows).
#pragma once

#include <vector>

#include "core/io/wire.h"
#include "core/session/rows/table_row.h"

namespace tp {

struct RowsRequest {
  enum class Part : uint8_t {
    After,   // the `count` rows from `key` on
    Before,  // the `count` rows before it
    These,   // those in `rows`
    Ranks,   // for each of `keys`, how many rows come before it
  };

  Part part = Part::After;
  RowKey key;
  uint32_t count = 0;
  // For After: the number of rows to skip that have the key's time in the key's stream.
  uint64_t skip = 0;
  std::vector<RowRef> rows;
  std::vector<RowKey> keys;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(atMost(self.part, Part::Ranks), self.key, self.count, self.skip, self.rows, self.keys);
  }
};

}  // namespace tp
