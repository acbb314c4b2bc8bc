#include "core/tables/track_numbers.h"

#include <algorithm>
#include <utility>

#include "core/export/track_order.h"

namespace tp {

TrackNumbers::TrackNumbers(const TraceIndex& index, TextPool& pool) {
  OrderedTracks ordered = orderTracks(index.tracks());
  tracks_ = std::move(ordered.table);
  of_ = std::move(ordered.of);
  inIndex_.resize(tracks_.size());
  for (TrackId id = 0; id < of_.size(); ++id)
    if (of_[id] < inIndex_.size()) inIndex_[of_[id]] = id;
  places_.resize(tracks_.size());
  // Parents come first, so what holds of a parent is known.
  for (TrackId number = 0; number < tracks_.size(); ++number) {
    const Track& track = tracks_[number];
    TrackPlace& place = places_[number];
    if (track.parent < number) {
      place = places_[track.parent];
      place.cpu = kNullCode;
    }
    place.track = number;
    if (track.key.cpu >= 0) place.cpu = track.key.cpu;
    if (const std::string_view trace = traceName(tracks_, track.key.trace); !trace.empty())
      place.trace = pool.code(trace);
    if (track.key.kind == TrackKind::Process) {
      processes_.push_back(number);
      place.upid = static_cast<int64_t>(processes_.size());
      place.pid = track.key.pid;
      place.processName = pool.code(track.name);
    } else if (track.key.kind == TrackKind::Thread) {
      threads_.push_back(number);
      place.utid = static_cast<int64_t>(threads_.size());
      // Idle threads have the id 0, and numbers below it as keys.
      place.tid = std::max<int64_t>(0, track.key.tid);
      place.threadName = pool.code(track.name);
      if (place.pid == kNullCode && track.key.pid >= 0) place.pid = track.key.pid;
    }
  }
}

}  // namespace tp
