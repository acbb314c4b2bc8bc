// The messages between a front end and whoever answers its questions in SQL (core/sql/service/sql_service.h). The front
// end knows nothing of SQLite: it is in a module of its own.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/io/wire.h"

namespace tp {

struct SqlRequest {
  uint32_t id = 0;
  std::string text = {};  // of the query, or of a script (core/sql/sql_script.h)
  uint32_t rowLimit = 0;  // further rows are not sent; 0: as many as fit
  // The rows are wanted as a Parquet file: its bytes come as texts, in the rows of a single column.
  bool parquet = false;
  // If not empty, `text` is not asked: the table of this name is wanted as a Parquet file, as `tracepane export` writes
  // it (core/tables/parquet_table.h). Its bytes come in the same way.
  std::string table = {};
  // The range of the table, in units of the trace's clock, both inclusive.
  int64_t from = std::numeric_limits<int64_t>::min(), to = std::numeric_limits<int64_t>::max();

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.id, self.text, self.rowLimit, self.parquet, self.table, self.from, self.to);
  }
};

// What is being done for a question, or has come of it. From Done on, no further reply to it follows.
enum class SqlStage : uint8_t {
  Waiting,   // nobody has begun
  Opening,   // the trace is being opened
  Indexing,  // what is known of the trace as a whole is being computed
  Reading,   // rows are read
  Done,      // all rows are there
  Cut,       // there are more rows than were sent
  Failed,    // `error` says why; what was sent before stays
};

// Each reply has the rows that are new since the one before. Behind the head follow `rows` times `columns` cells: a
// Cell::Kind each, and the number or the text.
struct SqlReply {
  uint32_t id = 0;
  SqlStage stage = SqlStage::Waiting;
  double share = -1;                 // how much of the stage is done, from 0 to 1; < 0: not known
  uint64_t read = 0;                 // rows of the trace that were read so far
  double seconds = 0;                // since the question arrived
  uint32_t columnCount = 0;          // 0 until the query was understood
  std::vector<std::string> columns;  // with the first reply that has a columnCount
  std::string error;
  std::optional<uint64_t> offset;  // the place of the error in the text, in bytes
  std::string remark;              // what is to be known of rows that came without an error
  uint32_t rows = 0;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.id, atMost(self.stage, SqlStage::Failed), self.share, self.read, self.seconds, self.columnCount,
         self.columns, self.error, self.offset, self.remark, self.rows);
  }
};

}  // namespace tp
