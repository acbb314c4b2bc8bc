// The rows of the calls that a histogram of durations counts: found by the same computation, so that they are these
// calls and no others.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/analysis/call_aggregator.h"
#include "core/decode/record_driver.h"
#include "core/io/file_set.h"

namespace tp {

// Which calls.
struct CallPick {
  std::string function;  // its name
  Time begin = 1;        // as CallScope has them
  Time end = 0;
  std::vector<TrackKey> tracks;  // empty: all
  uint32_t trackClass = 0;       // CallProfiles::classOf() of the tracks
  Time least = 0, most = 0;      // how long they took, both included

  bool operator==(const CallPick& other) const = default;
};
void writePick(const CallPick& pick, WireWriter& out);
CallPick readPick(WireReader& in);

class CallRows {
 public:
  // Where a row is in the table of events.
  struct Row {
    uint64_t position = 0;  // among those of its stream
    Time time = 0;          // as RowKey has it
    Time duration = 0;      // of the call, as far as it lies within the range
  };

  // The reader and the files outlive it.
  CallRows(CallPick pick, TraceReader& reader, const FileSet& files);

  // Some more records; false when all of them have been looked at.
  bool step();
  // 0 to 1.
  float progress() const;

  // By stream, in the order of its rows, once all is done: the record that ended the call. Of one that goes on behind
  // the range, or was ended by no record of the table, the one that began it.
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
  CallPlace place_;        // of the record that is being added
  uint64_t position_ = 0;  // of the stream's next row
  Time now_;
  NameId name_ = kNoName;
  std::vector<uint8_t> tracks_;  // by track: 0 not looked at yet, 1 not wanted, 2 wanted
  std::map<size_t, std::vector<Row>> rows_;
};

}  // namespace tp
