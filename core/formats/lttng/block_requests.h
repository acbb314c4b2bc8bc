// Requests to a block device, from their issue to their completion. They may overlap: each gets a row of the track for
// as long as it lasts.
#pragma once

#include <map>
#include <string>

#include "core/decode/record.h"
#include "core/io/wire.h"
#include "core/trace/tracks.h"

namespace tp::lttng {

class BlockRequests {
 public:
  // `tracks` outlives this object. The track is added with the first request that completes, below `heading`.
  BlockRequests(TrackTable& tracks, std::string label, TrackId heading)
      : tracks_(tracks), label_(std::move(label)), heading_(heading) {}

  // A request that is issued again while it is open keeps the time of its first issue.
  void issue(uint64_t sector, Time time);
  // Appends a slice if the request's issue is known.
  void complete(uint64_t sector, NameId name, Time time, RecordBatch& out);

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.open_);
  }

 private:
  struct Open {
    Time begin = 0;
    uint16_t row = 0;

    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(self.begin, self.row);
    }
  };

  TrackTable& tracks_;
  std::string label_;
  TrackId heading_;
  std::map<uint64_t, Open> open_;  // By sector.
};

}  // namespace tp::lttng
