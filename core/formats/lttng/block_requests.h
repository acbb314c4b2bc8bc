// Requests to a block device, from their issue to their completion. They overlap as they like: each gets a row of the
// track for as long as it lasts.
#pragma once

#include <map>
#include <string>

#include "core/decode/record.h"
#include "core/io/wire.h"
#include "core/trace/tracks.h"

namespace tp::lttng {

class BlockRequests {
 public:
  // `tracks` outlives this. The track is made with the first request, below `heading`.
  BlockRequests(TrackTable& tracks, std::string label, TrackId heading)
      : tracks_(tracks), label_(std::move(label)), heading_(heading) {}

  // What is issued again while it is under way began with its first issue.
  void issue(uint64_t sector, Time time);
  // Appends at most one record.
  void complete(uint64_t sector, NameId name, Time time, RecordBatch& out);

  void save(WireWriter& out) const;
  void restore(WireReader& in);

 private:
  struct Open {
    Time begin = 0;
    uint16_t row = 0;
  };

  TrackTable& tracks_;
  std::string label_;
  TrackId heading_;
  std::map<uint64_t, Open> open_;  // by sector
};

}  // namespace tp::lttng
