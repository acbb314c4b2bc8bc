// What is asked of the rows of a trace (JobKind::Rows).
#pragma once

#include <vector>

#include "core/io/wire.h"
#include "core/session/row_key.h"

namespace tp {

struct RowsRequest {
  enum class Part : uint8_t {
    After,   // the `count` rows from `key` on
    Before,  // the `count` rows before it
    These,   // those in `rows`
    Ranks,   // of each of `times`, how many rows come before it
  };

  Part part = Part::After;
  RowKey key;
  uint32_t count = 0;
  std::vector<RowRef> rows;  // in their order
  std::vector<Time> times;

  void write(WireWriter& out) const {
    out.put(part);
    out.put(key.time);
    out.put(key.stream);
    out.put(key.position);
    out.put(count);
    out.putArray(rows);
    out.putArray(times);
  }
  static RowsRequest read(WireReader& in) {
    RowsRequest request;
    request.part = in.get<Part>();
    request.key.time = in.get<Time>();
    request.key.stream = in.get<uint32_t>();
    request.key.position = in.get<uint64_t>();
    request.count = in.get<uint32_t>();
    in.getArray(request.rows);
    in.getArray(request.times);
    return request;
  }
};

}  // namespace tp
