// CallRows finds the rows of the calls that a histogram of durations counts. It counts by the same code, so that both
// have the same calls.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/analysis/call_aggregator.h"
#include "core/decode/record_driver.h"
#include "core/io/file_set.h"

namespace tp {

// Which calls to find.
struct CallPick {
  std::string function;  // name of the function
  Time begin = 1;        // the range, as in CallScope
  Time end = 0;
  std::vector<TrackKey> tracks;  // empty: all
  uint32_t trackClass = 0;       // CallProfiles::classOf() of the tracks
  Time least = 0, most = 0;      // bounds of the duration in clock units, inclusive

  bool operator==(const CallPick& other) const = default;
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.function, self.begin, self.end, self.trackClass, self.least, self.most, self.tracks);
    if constexpr (Wire::kReads) {
      self.begin = clampTime(self.begin);
      self.end = clampTime(self.end);
    }
  }
};

class CallRows {
 public:
  // A row of the event table.
  struct Row {
    uint64_t position = 0;  // index among the rows of its stream
    Time time = 0;          // as in RowKey
    Time duration = 0;      // of the call within the range, in clock units
  };

  // `reader` and `files` must outlive this.
  CallRows(CallPick pick, TraceReader& reader, const FileSet& files);

  // Decodes some more records. Returns false when all are done.
  bool step();
  // Returns a value from 0 to 1.
  float progress() const;

  // Complete when step() has returned false. Holds by stream, in the order of its rows, the row that ended each call.
  // If the call goes on after the range, or no row ended it, that is the row that began it.
  const std::map<size_t, std::vector<Row>>& rows() const { return rows_; }

 private:
  bool wanted(TrackId track);
  bool nextUnit();
  void place(uint32_t at);
  void finish();

  const CallPick pick_;
  TraceReader& reader_;
  const FileSet& files_;
  CallAggregator calls_;
  size_t unit_ = 0;
  size_t units_;
  std::unique_ptr<RecordDriver> driver_;
  RecordBatch batch_, one_;
  CallPlace place_;        // of the record being added
  uint64_t position_ = 0;  // of the stream's next row
  Time now_;
  NameId name_ = kNoName;
  std::vector<uint8_t> tracks_;  // by track: 0 not determined yet, 1 not wanted, 2 wanted
  std::map<size_t, std::vector<Row>> rows_;
};

}  // namespace tp
