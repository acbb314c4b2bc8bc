// ParquetExport writes tables of a trace as Parquet files, by several threads. The files do not depend on how many.
#pragma once

#include <unistd.h>

#include <atomic>
#include <deque>
#include <mutex>
#include <optional>

#include "core/tables/parquet_rows.h"
#include "native/cli/trace_tables.h"
#include "native/output/ordered_groups.h"

namespace tp::cli {

class ParquetExport {
 public:
  // `trace` must outlive this.
  ParquetExport(TraceTables& trace, const ParquetRange& range, parquet::Codec codec)
      : trace_(trace), range_(range), codec_(codec), terminal_(isatty(STDERR_FILENO) != 0) {}

  // Adds a table, whose file must outlive this.
  void add(const Table& table, const ParquetSource& source, std::FILE* file);
  // Writes all of them. Returns false (after complaining) if one can't be written.
  bool run(uint32_t threads);

 private:
  struct Output {
    Output(const Table& table, const ParquetSource& of, parquet::Codec codec, std::FILE* to);

    const ParquetSource& source;
    std::FILE* file;
    native::OrderedGroups groups;
    size_t parts = 0;       // that threads have begun
    bool allBegun = false;  // there are no more
    uint64_t misfits = 0;
  };
  // A part of a table.
  struct Task {
    Output* output = nullptr;
    Table* table = nullptr;  // of the thread's own trace
    size_t part = 0;
  };

  bool anyLeft();
  std::optional<Task> next(TraceTables& trace);
  void workApart();
  void work(TraceTables& trace);
  bool write(const Task& task);
  void end(const Task& task, bool last, uint64_t misfits);
  void show(const Task& task, size_t rows);
  bool finish(Output& output);

  TraceTables& trace_;
  const ParquetRange range_;
  const parquet::Codec codec_;
  const bool terminal_;        // it is shown how far it is
  std::mutex mutex_;           // guards what follows
  std::deque<Output> tables_;  // a deque, since they do not move
  uint64_t rows_ = 0;
  double shown_ = 0;
  std::atomic<bool> failed_ = false;
};

}  // namespace tp::cli
