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
  // For After: skips so many rows of the key's time in the key's stream.
  uint64_t skip = 0;
  std::vector<RowRef> rows;
  std::vector<RowKey> keys;

  void write(WireWriter& out) const {
    out.put(part);
    writeKey(key, out);
    out.put(count);
    out.put(skip);
    out.putArray(rows);
    out.put(static_cast<uint32_t>(keys.size()));
    for (const RowKey& one : keys) writeKey(one, out);
  }
  static RowsRequest read(WireReader& in) {
    RowsRequest request;
    request.part = in.get<Part>();
    request.key = readKey(in);
    request.count = in.get<uint32_t>();
    request.skip = in.get<uint64_t>();
    in.getArray(request.rows);
    for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) request.keys.push_back(readKey(in));
    return request;
  }
};

}  // namespace tp
