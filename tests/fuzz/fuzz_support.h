// What the fuzz targets of readers share: everything that can be asked of a trace is asked.
#pragma once

#include <string>

#include "core/export/chrome.h"
#include "core/export/perfetto.h"
#include "core/export/speedscope.h"
#include "core/export/trace_export.h"
#include "core/formats/registry.h"
#include "core/index/chunk_replay.h"
#include "core/session/index_worker.h"

namespace tp::fuzz {

// Writes all of it for other tools.
inline void exerciseExports(const FileSet& files, const TrackTable& known) {
  ExportTracks tracks(known);
  for (TrackId id = 0; id < known.size(); ++id) tracks.use(id);
  FilterError error;
  auto filter = Filter::compile("dur > 10 || name =~ a || x == 3", ClockInfo{}, error);
  for (int which = 0; which < 3; ++which) {
    auto reader = openTrace(files);
    if (!reader) return;
    auto writer = which == 0 ? makeChromeWriter() : which == 1 ? makePerfettoWriter() : makeSpeedscopeWriter("x", 100);
    ExportScope scope;
    if (which != 0) scope.filter = &*filter;
    TraceExport exporting(**reader, files, tracks, scope, *writer);
    std::string out;
    for (bool more = true; more; out.clear()) more = exporting.step(out);
  }
}

// What is told of a record without its words is true of them.
inline void exerciseSearch(RecordDriver& driver, const RecordBatch& batch, uint32_t at, const EventRow& row,
                           const WantedText& wanted) {
  if (!isRow(batch.records[at]) || driver.rowName(batch, at) == kNoName || driver.mayHold(batch, at)) return;
  for (std::string_view words : {std::string_view(row.args), row.comm, row.syscall})
    if (wanted.whole.foundIn(words)) __builtin_trap();
}

// Opens and indexes, describes every record, and decodes a chunk again from its checkpoint.
inline void exerciseTrace(const FileSet& files) {
  auto reader = openTrace(files);
  if (!reader) return;
  RecordBatch batch;
  EventRow row;
  const WantedText wanted("in");
  for (size_t stream = 0; stream < (*reader)->streams().size() + (*reader)->merges().size() && stream < 16; ++stream) {
    auto driver = makeDriver(**reader, stream);
    driver->lookFor(wanted);
    ChunkStart start;
    uint64_t records = 0;
    while (driver->pull(batch, files, 512) == RecordDriver::Step::Batch) {
      for (uint32_t i = 0; i < batch.count; ++i) {
        row.clear();
        driver->describe(batch, i, row);
        exerciseSearch(*driver, batch, i, row, wanted);
      }
      records += batch.count;
      if (driver->atCheckpoint()) start.checkpoint = driver->checkpoint();
    }
    start.records = records;
    chunkMarks(**reader, stream, files, start, 0, 3);
  }
  IndexWorker worker;
  worker.open(files, 0, 1);
  while (worker.step(4096)) {
  }
  exerciseExports(files, (*reader)->tracks());
}

}  // namespace tp::fuzz
