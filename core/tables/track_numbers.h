// Numbers the tracks, threads and processes of a trace for its tables. The numbers do not depend on who found which
// track first.
#pragma once

#include <cstdint>
#include <vector>

#include "core/index/trace_index.h"
#include "core/tables/coded_rows.h"
#include "core/tables/text_pool.h"

namespace tp {

// What a track is, in codes of rows; kNullCode where it does not apply.
struct TrackPlace {
  int64_t track = kNullCode;
  int64_t utid = kNullCode;
  int64_t tid = kNullCode;
  int64_t threadName = kNullCode;  // a text of the pool, as the two below
  int64_t upid = kNullCode;
  int64_t pid = kNullCode;
  int64_t processName = kNullCode;
  int64_t cpu = kNullCode;
  int64_t trace = kNullCode;  // a text: the name of the trace, if several are joined
};

class TrackNumbers {
 public:
  // Both must outlive this. The index must be complete.
  TrackNumbers(const TraceIndex& index, TextPool& pool);

  // The tracks by their numbers: parents before children, siblings as views list them.
  const TrackTable& tracks() const { return tracks_; }
  const TrackPlace& place(TrackId number) const { return places_[number]; }
  // Returns null for a track that is not in the index.
  const TrackPlace* find(const TrackKey& key) const {
    const TrackId number = tracks_.find(key);
    return number < places_.size() ? &places_[number] : nullptr;
  }
  // Of a track of the index.
  const TrackPlace* of(TrackId inIndex) const { return inIndex < of_.size() ? &places_[of_[inIndex]] : nullptr; }
  TrackId inIndex(TrackId number) const { return inIndex_[number]; }
  // The tracks that are threads, and those that are processes, by number.
  const std::vector<TrackId>& threads() const { return threads_; }
  const std::vector<TrackId>& processes() const { return processes_; }

 private:
  TrackTable tracks_;
  std::vector<TrackId> of_, inIndex_;
  std::vector<TrackPlace> places_;
  std::vector<TrackId> threads_, processes_;
};

}  // namespace tp
