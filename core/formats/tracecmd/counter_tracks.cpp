#include "core/formats/tracecmd/counter_tracks.h"

#include <algorithm>
#include <utility>

namespace tp::tracecmd {
namespace {

Record& put(TrackId track, Time time, int64_t value, TrackId setter, RecordBatch& out) {
  Record& record = out.push();
  record = Record{};
  record.time = time;
  record.kind = RecordKind::Counter;
  record.track = track;
  record.value = value;
  record.setSetter(setter);
  return record;
}

// Appends a record that says that the value is unknown from `time` on.
void end(TrackId track, Time time, RecordBatch& out) {
  put(track, time, 0, kNoTrack, out).setLacksValue();
}

}  // namespace

void CounterTracks::add(TrackTable& tracks, const TrackKey& key, TrackId parent, std::string_view name,
                        const Told& told, int64_t value, RecordBatch& out) {
  TrackId id = tracks.find(key);
  if (id == kNoTrack) {
    // User space chooses the labels, so their number is limited.
    if (tracks.size() >= most_) return;
    Track track;
    track.key = key;
    track.parent = parent;
    track.name = name;
    track.order = key.cpu >= 0 ? key.cpu * int64_t{4} + 2 : -1;
    id = tracks.add(std::move(track));
  }
  if (auto ending = ending_.find(id); ending != ending_.end()) {
    end(id, ending->second, out);
    ending_.erase(ending);
  }
  // A rate, which belongs to no CPU and no process, is computed from the records of all inputs.
  const bool ofAll = key.cpu < 0 && key.pid < 0;
  for (size_t input = ofAll ? 0 : told.input; input < (ofAll ? told_.size() : told.input + 1); ++input) {
    std::vector<TrackId>& known = told_[input];
    if (auto at = std::lower_bound(known.begin(), known.end(), id); at == known.end() || *at != id)
      known.insert(at, id);
  }
  put(id, told.time, value, told.by, out);
}

void CounterTracks::lost(size_t input, Time last) {
  for (TrackId track : told_[input]) ending_.try_emplace(track, last);
  told_[input].clear();
}

void CounterTracks::settleSome(RecordBatch& out) {
  constexpr int kAtOnce = 2;
  for (int i = 0; i < kAtOnce && !ending_.empty(); ++i) {
    end(ending_.begin()->first, ending_.begin()->second, out);
    ending_.erase(ending_.begin());
  }
}

void CounterTracks::forgetFrom(TrackId tracks) {
  for (std::vector<TrackId>& known : told_) std::erase_if(known, [tracks](TrackId track) { return track >= tracks; });
  ending_.erase(ending_.lower_bound(tracks), ending_.end());
}

}  // namespace tp::tracecmd
