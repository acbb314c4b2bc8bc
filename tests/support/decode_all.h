// Every record of every stream, for tests of the readers.
#pragma once

#include <string>
#include <vector>

#include "core/decode/stream_driver.h"
#include "core/formats/registry.h"
#include "core/index/chunk_replay.h"

namespace tp::test {

// Records of a stream with their words.
struct Decoded {
  std::vector<Record> records;
  std::vector<std::string> rows;
};

// Returns the number of streams and merges, as makeDriver() counts them.
size_t unitCount(const TraceReader& reader);

// Returns the words of the records of the driver's last batch.
std::vector<std::string> rowsOf(RecordDriver& driver, const RecordBatch& batch);

// Decodes a stream or merge from pieces of `pieceBytes` bytes.
Decoded decodeStream(TraceReader& reader, const FileSet& files, size_t stream, size_t pieceBytes);

// Opens, decodes, describes and finishes all there is, whatever it is; returns how many records there were. For tests
// that only want it to survive.
uint64_t exercise(const FileSet& files);

// A FileSet of one file in memory.
FileSet fileInMemory(const std::string& path, std::string bytes);

}  // namespace tp::test
