// Counter tracks made from events: frequencies, values in markers, rates. After a loss, a value is unknown from the
// last record before the loss until the next record that sets it.
#pragma once

#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/decode/record.h"
#include "core/io/wire.h"
#include "core/trace/tracks.h"

namespace tp::tracecmd {

class CounterTracks {
 public:
  // Where a value comes from: `input` of the merge, at `time` in ns. `by` is the track of the thread that set it, if
  // any.
  struct Told {
    size_t input = 0;
    Time time = 0;
    TrackId by = kNoTrack;
  };

  // `inputs` is the number of inputs. No track is added if the TrackTable has `most` tracks or more.
  CounterTracks(size_t inputs, uint32_t most) : told_(inputs), most_(most) {}

  // Appends the value, and at most one record before it.
  void add(TrackTable& tracks, const TrackKey& key, TrackId parent, std::string_view name, const Told& told,
           int64_t value, RecordBatch& out);
  // Input `input` lost records after `last`: values that it has set may have changed since then.
  void lost(size_t input, Time last);
  // Returns whether there are losses that have not been appended to all tracks yet. settleSome() appends at most two
  // records for them.
  bool hasUnsettled() const { return !ending_.empty(); }
  void settleSome(RecordBatch& out);

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire.as([&] { return self.tracks_; }, [&](auto tracks) { wire.require(self.setTracks(std::move(tracks))); });
    wire(sameSize(self.told_), self.ending_);
    wire.require(self.fits());
  }

 private:
  bool setTracks(std::vector<TrackId> tracks);
  bool fits() const;

  // Our tracks, in the order in which they were set first. They are referred to by their positions here.
  std::vector<TrackId> tracks_;
  std::unordered_map<TrackId, uint32_t> places_;
  std::vector<std::vector<uint32_t>> told_;  // By input: the tracks that it has set since its last loss, ascending.
  std::map<uint32_t, Time>
      ending_;  // Tracks whose value is unknown from this time on, which has not been appended yet.
  uint32_t most_;
};

}  // namespace tp::tracecmd
