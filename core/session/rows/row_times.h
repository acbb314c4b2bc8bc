// The times of the rows of a worker's streams, by which rows are found. Chunks are decoded again for them, and the last
// ones are kept.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <vector>

#include "core/index/stream_indexer.h"
#include "core/session/row_key.h"

namespace tp {

// A cache of decoded times, of the chunks that were asked for last.
class RowTimes {
 public:
  // Returns the time of each row in the chunk, none earlier than that of the row before. Valid until the next call.
  const std::vector<Time>& of(TraceReader& reader, const FileSet& files, const StreamIndexer& indexer, uint32_t stream,
                              size_t chunk);
  // Returns how many chunks have been decoded so far, which is what the calls have cost.
  uint64_t decoded() const { return decoded_; }

 private:
  static constexpr size_t kMaxBytes = size_t{32} << 20;

  struct Entry {
    uint32_t stream = 0;
    size_t chunk = 0;
    uint64_t records = 0;  // the last chunk of a stream may have grown
    std::vector<Time> times;
  };
  std::list<Entry> entries_;  // the latest first
  size_t bytes_ = 0;
  uint64_t decoded_ = 0;
};

// The rows of one stream, by position.
class StreamRows {
 public:
  // All arguments must outlive this. The stream must not be indexed further in the meantime.
  StreamRows(TraceReader& reader, const FileSet& files, const StreamIndexer& indexer, uint32_t stream, RowTimes& times);

  uint64_t size() const { return firsts_.back(); }
  // Returns the time of row `position`, which must be less than size().
  Time timeAt(uint64_t position);
  // Returns how many rows come before the key.
  uint64_t before(const RowKey& key);
  // Returns the chunk that has row `position`.
  size_t chunkOf(uint64_t position) const;
  // Returns the position of a chunk's first row.
  uint64_t first(size_t chunk) const { return firsts_[chunk]; }

 private:
  uint64_t lower(Time time);
  uint64_t upper(Time time);
  const std::vector<Time>& times(size_t chunk);

  TraceReader& reader_;
  const FileSet& files_;
  const StreamIndexer& indexer_;
  uint32_t stream_;
  RowTimes& times_;
  std::vector<uint64_t> firsts_;  // by chunk: position of its first row; size() at the end
};

}  // namespace tp
