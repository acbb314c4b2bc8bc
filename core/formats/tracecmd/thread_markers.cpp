// What programs write about themselves: slices, counters and asynchronous slices by trace markers. Other counters, too.
#include <algorithm>

#include "core/formats/tracecmd/thread_merger.h"

namespace tp::tracecmd {
namespace {

using kernel::FrameKind;
using kernel::ThreadModel;

constexpr size_t kMaxMarkerName = 120;
constexpr size_t kMaxAsync = 1u << 16;

}  // namespace

NameId ThreadMerger::markerName(std::string_view text) {
  NameTable& names = shared_.reader.names();
  text = text.substr(0, kMaxMarkerName);
  NameId known = names.find(text);
  if (known != kNoName) return known;
  return names.size() < kMaxNamesOfUsers ? names.intern(text) : names.intern("marker");
}

bool ThreadMerger::marker(const Raw& raw, Thread& thread, RecordBatch& out) {
  Marker marker = parseMarker(fieldText(*raw.event.text, raw.data, raw.endian));
  NameId name = markerName(marker.name);
  if (marker.pid > 0 && thread.tid > 0) tracks_.setProcess(thread.tid, marker.pid, raw.time);
  switch (marker.kind) {
    case Marker::Kind::Begin:
      model_.push(thread, {FrameKind::Marker, 0, raw.input}, name, raw.time, out);
      return true;
    case Marker::Kind::NamedBegin:
      model_.push(thread, kernel::Frame::named(FrameKind::NamedMarker, name, raw.input), name, raw.time, out);
      return true;
    case Marker::Kind::End:
    case Marker::Kind::NamedEnd: {
      bool named = marker.kind == Marker::Kind::NamedEnd;
      size_t at = named ? ThreadModel::findFrame(thread, FrameKind::NamedMarker, name)
                        : ThreadModel::findFrame(thread, FrameKind::Marker);
      if (at < thread.frames.size()) {
        end(raw, thread, at, out);
        return true;
      }
      break;
    }
    case Marker::Kind::Counter: {
      TrackKey key;
      key.kind = TrackKind::Counter;
      key.pid = marker.pid;
      key.label = marker.name;
      counter(key, tracks_.process(marker.pid), marker.name, raw, marker.value, out, thread.tracks.slices);
      return true;
    }
    case Marker::Kind::AsyncBegin:
    case Marker::Kind::AsyncEnd:
      async(marker, raw, out);
      return true;
    default:
      break;
  }
  instant(raw, thread, name, 0, out);
  return true;
}

void ThreadMerger::counter(const TrackKey& key, TrackId parent, std::string_view name, const Raw& raw, int64_t value,
                           RecordBatch& out, TrackId setBy) {
  counters_.add(shared_.reader.tracks(), key, parent, name, {raw.input, raw.time, setBy}, value, out);
}

// Such slices may overlap. Each gets a row of its own for as long as it lasts, and is drawn when it has ended.
void ThreadMerger::async(const Marker& marker, const Raw& raw, RecordBatch& out) {
  std::string name(marker.name.substr(0, kMaxMarkerName));
  auto key = std::make_tuple(marker.pid, name, marker.value);
  if (marker.kind == Marker::Kind::AsyncBegin) {
    if (async_.size() >= kMaxAsync) return;
    std::vector<bool> taken;
    for (auto at = async_.lower_bound({marker.pid, name, INT64_MIN});
         at != async_.end() && std::get<0>(at->first) == marker.pid && std::get<1>(at->first) == name; ++at) {
      if (at->second.slot >= taken.size()) taken.resize(at->second.slot + size_t{1});
      taken[at->second.slot] = true;
    }
    size_t slot = static_cast<size_t>(std::find(taken.begin(), taken.end(), false) - taken.begin());
    async_[key] = {raw.time, static_cast<uint16_t>(slot)};
    return;
  }
  auto found = async_.find(key);
  if (found == async_.end()) return;
  TrackTable& tracks = shared_.reader.tracks();
  Track track;
  track.key.kind = TrackKind::Async;
  track.key.pid = marker.pid;
  track.key.label = name;
  TrackId id = tracks.find(track.key);
  if (id == kNoTrack && tracks.size() < kMaxNamesOfUsers) {
    track.parent = tracks_.process(marker.pid);
    track.name = name;
    id = tracks.add(std::move(track));
  }
  Record& slice = out.push();
  slice = Record{};
  slice.time = raw.time;
  slice.kind = RecordKind::Slice;
  slice.track = id;
  slice.name = markerName(name);
  slice.depth = found->second.slot;
  slice.setBegun(found->second.begin);
  async_.erase(found);
}

}  // namespace tp::tracecmd
