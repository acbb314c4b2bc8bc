// Counters that events tell of: frequencies, markers' values, rates. Each has a track, and its value is known up to the
// last record before a loss, and again from the next one that tells of it.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "core/decode/record.h"
#include "core/io/wire.h"
#include "core/trace/tracks.h"

namespace tp::tracecmd {

class CounterTracks {
 public:
  // What tells a value: `input`, of the merge, at `time` in ns; `by`: the track of the thread that set it, if any.
  struct Told {
    size_t input = 0;
    Time time = 0;
    TrackId by = kNoTrack;
  };

  // `inputs`: how many there are; `most`: no track is added where there are so many.
  CounterTracks(size_t inputs, TrackId most) : told_(inputs), most_(most) {}

  // Appends the value, and at most one record before that.
  void add(TrackTable& tracks, const TrackKey& key, TrackId parent, std::string_view name, const Told& told,
           int64_t value, RecordBatch& out);
  // What this input has told of may have changed since `last`, its last record.
  void lost(size_t input, Time last);
  // Not all of what was lost has been said. settleSome() appends at most two records of it.
  bool doubts() const { return !ending_.empty(); }
  void settleSome(RecordBatch& out);

  void save(WireWriter& out) const;
  // `tracks`: how many there are.
  void restore(WireReader& in, TrackId tracks);

 private:
  std::vector<std::vector<TrackId>> told_;  // by input: those that it has told of since it lost records, ascending
  std::map<TrackId, Time> ending_;          // of which the value is not known from then on, and nothing says so yet
  TrackId most_;
};

}  // namespace tp::tracecmd
