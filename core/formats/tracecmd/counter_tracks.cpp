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
  const auto [known, fresh] = places_.try_emplace(id, static_cast<uint32_t>(tracks_.size()));
  if (fresh) tracks_.push_back(id);
  const uint32_t place = known->second;
  if (auto ending = ending_.find(place); ending != ending_.end()) {
    end(id, ending->second, out);
    ending_.erase(ending);
  }
  // A rate, which belongs to no CPU and no process, is computed from the records of all inputs.
  const bool ofAll = key.cpu < 0 && key.pid < 0;
  for (size_t input = ofAll ? 0 : told.input; input < (ofAll ? told_.size() : told.input + 1); ++input) {
    std::vector<uint32_t>& set = told_[input];
    if (auto at = std::lower_bound(set.begin(), set.end(), place); at == set.end() || *at != place)
      set.insert(at, place);
  }
  put(id, told.time, value, told.by, out);
}

void CounterTracks::lost(size_t input, Time last) {
  for (const uint32_t place : told_[input]) ending_.try_emplace(place, last);
  told_[input].clear();
}

void CounterTracks::settleSome(RecordBatch& out) {
  constexpr int kAtOnce = 2;
  for (int i = 0; i < kAtOnce && !ending_.empty(); ++i) {
    end(tracks_[ending_.begin()->first], ending_.begin()->second, out);
    ending_.erase(ending_.begin());
  }
}

// Returns false if a track is there twice, or is none.
bool CounterTracks::setTracks(std::vector<TrackId> tracks) {
  tracks_ = std::move(tracks);
  places_.clear();
  for (uint32_t place = 0; place < tracks_.size(); ++place)
    if (tracks_[place] == kNoTrack || !places_.emplace(tracks_[place], place).second) return false;
  return true;
}

bool CounterTracks::fits() const {
  const auto known = [this](uint32_t place) { return place < tracks_.size(); };
  return (ending_.empty() || known(ending_.rbegin()->first)) &&
         std::all_of(told_.begin(), told_.end(),
                     [&](const auto& set) { return std::all_of(set.begin(), set.end(), known); });
}

}  // namespace tp::tracecmd
