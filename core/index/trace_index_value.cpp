// Writes and reads the index of a trace as a value.
#include <algorithm>
#include <tuple>

#include "core/index/trace_index.h"
#include "core/index/vocabulary.h"

namespace tp {

void TraceIndex::write(WireWriter& out, NumberMap& numbers) const {
  VocabularyUpdate vocabulary = wholeVocabulary(names_, tracks_, numbers);
  vocabulary.warnings = log_.since(0);
  out(vocabulary, info_, streams_, countsCpus_, bounds_.begin, bounds_.end);
  writeLanes(out, numbers);
}

void TraceIndex::writeLanes(WireWriter& out, const NumberMap& numbers) const {
  std::vector<const Lane*> lanes;
  for (const Lane& lane : lanes_)
    if (!lane.whole) lanes.push_back(&lane);
  std::sort(lanes.begin(), lanes.end(), [&](const Lane* a, const Lane* b) {
    return std::tuple(a->stream, numbers.to(a->track).value) < std::tuple(b->stream, numbers.to(b->track).value);
  });
  out.put(static_cast<uint32_t>(lanes.size()));
  std::vector<Mark> told;
  const auto putMarks = [&](const Lane& lane, const std::vector<Mark>& marks) {
    told = marks;
    translateNames(numbers, lane.track, told);
    out.putArray(told);
  };
  for (const Lane* lane : lanes) {
    out(lane->stream, numbers.to(lane->track).value, lane->maxDepth, lane->slices, lane->lostPlaces, lane->lostRecords);
    out(lane->lossPlaces, lane->bounds.begin, lane->bounds.end);
    uint32_t levels = 0;
    const size_t at = out.reserve32();
    for (int level = 0; level <= kLevels; ++level) {
      const std::vector<Mark>* marks = lane->levels.find(level);
      if (marks == nullptr) continue;
      ++levels;
      out.put(static_cast<int32_t>(level));
      putMarks(*lane, *marks);
    }
    out.patch(at, levels);
    putMarks(*lane, lane->tail);
  }
}

bool TraceIndex::read(WireReader& in) {
  const auto vocabulary = in.read<VocabularyUpdate>();
  Numbers numbers;
  if (in.failed() || !takeNames(numbers, vocabulary)) return false;
  // The numbers of an empty index are those of what comes first.
  for (uint32_t id = 0; id < numbers.from.names.size(); ++id)
    if (numbers.from.names[id] != id) return false;
  for (uint32_t id = 0; id < numbers.from.tracks.size(); ++id)
    if (numbers.from.tracks[id] != id) return false;
  log_.take(vocabulary.warnings);
  warnings_ = log_.kept();
  in(info_, streams_, countsCpus_, bounds_.begin, bounds_.end);
  bounds_ = {clampTime(bounds_.begin), clampTime(bounds_.end)};
  for (const StreamState& stream : streams_) {
    rows_ += stream.rows;
    records_ += stream.records;
  }
  return readLanes(in);
}

bool TraceIndex::readLanes(WireReader& in) {
  // By these, what is no name becomes kNoName.
  NumberMap numbers;
  for (NameId id = 0; id < names_.size(); ++id) numbers.names.push_back(id);
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) {
    uint32_t stream = 0, track = 0;
    in(stream, track);
    if (in.failed() || stream >= streams_.size() || track >= tracks_.size()) return false;
    if (streams_[stream].laneOf.find(track) != TrackPlaces::kNone) return false;
    Lane& here = lane(stream, track);
    in(here.maxDepth, here.slices, here.lostPlaces, here.lostRecords, here.lossPlaces);
    in(here.bounds.begin, here.bounds.end);
    here.bounds = {clampTime(here.bounds.begin), clampTime(here.bounds.end)};
    for (uint32_t levels = in.get<uint32_t>(); levels > 0; --levels) {
      const auto level = in.get<int32_t>();
      if (in.failed() || level < 0 || level > kLevels) return false;
      in.getArray(here.levels.at(level));
      translateNames(numbers, here.track, here.levels.at(level));
    }
    in.getArray(here.tail);
    translateNames(numbers, here.track, here.tail);
  }
  return !in.failed();
}

}  // namespace tp
