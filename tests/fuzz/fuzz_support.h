// What the fuzz targets of readers share: what can be asked of a trace is asked, one thing of an input, so that each
// input is quick. The input chooses which.
#pragma once

#include <string>

#include "core/formats/registry.h"
#include "core/index/chunk_replay.h"
#include "core/session/index_worker.h"
#include "tests/fuzz/fuzz_input.h"

namespace tp::fuzz {

inline constexpr size_t kMaxUnits = 16;

inline size_t units(const TraceReader& reader) {
  return std::min(kMaxUnits, reader.streams().size() + reader.merges().size());
}

// Describes every record. What is told of one without its words is true of them.
inline void exerciseWords(TraceReader& reader, const FileSet& files, size_t pieceBytes, bool searched) {
  const WantedText wanted("in");
  auto batch = std::make_unique<RecordBatch>();
  EventRow row;
  for (size_t unit = 0; unit < units(reader); ++unit) {
    auto driver = makeDriver(reader, unit);
    if (searched) driver->setNeedle(wanted);
    while (driver->pull(*batch, files, pieceBytes) == RecordDriver::Step::Batch) {
      for (uint32_t i = 0; i < batch->count; ++i) {
        row.clear();
        row.detailed = !searched;
        driver->describe(*batch, i, row);
        if (!searched || !isRow(batch->records[i]) || driver->rowName(*batch, i) == kNoName ||
            driver->mayMatch(*batch, i))
          continue;
        for (std::string_view words : {std::string_view(row.args), row.comm, row.syscall})
          if (wanted.whole.foundIn(words)) __builtin_trap();
      }
    }
  }
}

// Decodes each stream once more from the first place within it that can be come back to.
inline void exerciseReplay(TraceReader& reader, const FileSet& files, size_t pieceBytes) {
  auto batch = std::make_unique<RecordBatch>();
  for (size_t unit = 0; unit < units(reader); ++unit) {
    auto driver = makeDriver(reader, unit);
    SavedNumbers numbers;
    driver->saveWith(numbers);
    ChunkStart start;
    start.checkpoint = driver->checkpoint();
    bool moved = false;
    while (driver->pull(*batch, files, pieceBytes) == RecordDriver::Step::Batch) {
      start.records += batch->count;
      if (moved || !driver->atCheckpoint()) continue;
      start.checkpoint = driver->checkpoint();
      start.records = 0;
      moved = true;
    }
    ChunkReplay replay(reader, unit, files, start, numbers.own());
    while (replay.next(*batch)) {
    }
  }
}

inline void exerciseIndex(const FileSet& files, uint32_t shares, size_t pieceBytes, const JoinOptions& options = {}) {
  for (uint32_t share = 0; share < shares; ++share) {
    IndexWorker worker;
    worker.open(files, share, shares, options);
    while (worker.step(pieceBytes)) {
    }
  }
}

// What an input chooses to have done with a trace.
struct Task {
  enum class Kind : uint8_t { Words, Search, Replay, Index } kind;
  size_t pieceBytes;

  static Task of(uint8_t choice) {
    constexpr size_t kPieces[] = {size_t{1} << 20, 512, 64, 7};
    return {static_cast<Kind>(choice & 3), kPieces[choice >> 2 & 3]};
  }
};

inline void exercise(TraceReader& reader, const FileSet& files, const Task& task) {
  if (task.kind == Task::Kind::Replay) return exerciseReplay(reader, files, task.pieceBytes);
  exerciseWords(reader, files, task.pieceBytes, task.kind == Task::Kind::Search);
}

inline void exerciseTrace(const FileSet& files, uint8_t choice) {
  const Task task = Task::of(choice);
  if (task.kind == Task::Kind::Index) return exerciseIndex(files, 1, task.pieceBytes);
  if (auto reader = openTrace(files)) exercise(**reader, files, task);
}

}  // namespace tp::fuzz
