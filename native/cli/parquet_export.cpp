#include "native/cli/parquet_export.h"

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "native/cli/parquet_output.h"
#include "native/pool/thread_pool.h"

namespace tp::cli {

ParquetExport::Output::Output(const Table& table, const ParquetSource& of, parquet::Codec codec, std::FILE* to)
    : source(of), file(to), groups(parquetColumns(table), codec, sinkTo(to)) {}

void ParquetExport::add(const Table& table, const ParquetSource& source, std::FILE* file) {
  tables_.emplace_back(table, source, codec_, file);
}

bool ParquetExport::run(uint32_t threads) {
  shown_ = native::monotonicSeconds();
  const bool states = std::any_of(tables_.begin(), tables_.end(), [](const Output& one) {
    return one.source.table == "thread_state" || one.source.table == "sched" || one.source.table == "wait";
  });
  if (threads > 1 && states) trace_.prepareStates();
  std::vector<std::thread> others;
  for (uint32_t i = 1; i < threads; ++i) others.emplace_back(&ParquetExport::workApart, this);
  work(trace_);
  for (std::thread& other : others) other.join();
  if (terminal_) std::fprintf(stderr, "\r\033[K");
  // One that could not be written complains; the others are dropped with it.
  return std::all_of(tables_.begin(), tables_.end(), [this](Output& one) { return finish(one); }) && !failed_;
}

bool ParquetExport::finish(Output& output) {
  const std::string name(output.source.name);
  if (output.misfits > 0)
    complain(name + ": " + std::to_string(output.misfits) + " numbers of more than 63 bits are NULL");
  if (output.groups.finish()) return true;
  if (!output.groups.error().empty()) return complain(output.groups.error()), false;
  complainOfParquet(name + ".parquet", output.file);
  return false;
}

bool ParquetExport::anyLeft() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return std::any_of(tables_.begin(), tables_.end(), [](const Output& one) { return !one.allBegun; });
}

// Returns the next part that no thread has begun; nullopt if there is none.
std::optional<ParquetExport::Task> ParquetExport::next(TraceTables& trace) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (Output& output : tables_) {
    if (output.allBegun) continue;
    const auto table = std::find_if(trace.tables().begin(), trace.tables().end(),
                                    [&](const auto& one) { return one->name() == output.source.table; });
    if (table == trace.tables().end()) return std::nullopt;
    const Task task{&output, table->get(), output.parts++};
    const std::optional<size_t> parts = (*table)->parts();
    output.allBegun = parts && output.parts >= *parts;
    return task;
  }
  return std::nullopt;
}

// What a thread of its own does: it decodes by a trace of its own.
void ParquetExport::workApart() {
  if (!anyLeft()) return;
  const std::unique_ptr<TraceTables> trace = trace_.another();
  if (!trace) {
    failed_ = true;
    return;
  }
  work(*trace);
  const std::lock_guard<std::mutex> lock(mutex_);
  trace_.takeWarnings(*trace);
}

void ParquetExport::work(TraceTables& trace) {
  while (!failed_) {
    const std::optional<Task> task = next(trace);
    if (!task) return;
    if (!write(*task)) failed_ = true;
  }
}

// Returns false if the file can't be written, of which finish() tells.
bool ParquetExport::write(const Task& task) {
  native::OrderedGroups& groups = task.output->groups;
  parquet::GroupWriter writer(groups.columns(), groups.codec());
  ParquetRows rows(*task.table, task.output->source, range_, task.part);
  while (!rows.done()) {
    if (failed_) return false;
    show(task, rows.step(writer));
    if (writer.full() && !groups.add(task.part, writer)) return false;
  }
  end(task, rows.last(), rows.misfits());
  return groups.add(task.part, writer) && groups.endPart(task.part);
}

void ParquetExport::end(const Task& task, bool last, uint64_t misfits) {
  const std::lock_guard<std::mutex> lock(mutex_);
  task.output->misfits += misfits;
  task.output->allBegun = task.output->allBegun || last;
}

// Shows on a terminal how many rows there are.
void ParquetExport::show(const Task& task, size_t rows) {
  const std::lock_guard<std::mutex> lock(mutex_);
  rows_ += rows;
  if (!terminal_ || native::monotonicSeconds() - shown_ < 0.2) return;
  shown_ = native::monotonicSeconds();
  std::fprintf(stderr, "\r\033[Kwriting %s, %s rows in all ", std::string(task.output->source.name).c_str(),
               std::to_string(rows_).c_str());
}

}  // namespace tp::cli
