#include "core/index/index_value.h"

#include <algorithm>
#include <tuple>

#include "core/index/vocabulary.h"

namespace tp {
namespace {

// What a part is.
enum class Part : uint8_t { Start, Lane, Marks };

constexpr int kTail = kLevels + 1;
constexpr size_t kMarksOfPart = size_t{1} << 15;

}  // namespace

IndexValueWriter::IndexValueWriter(const TraceIndex& index) : index_(index) {}

bool IndexValueWriter::next(WireWriter& out) {
  if (!begun_) {
    writeStart(out);
    begun_ = true;
    return true;
  }
  for (; lane_ < lanes_.size(); ++lane_) {
    if (!inLane_) {
      const Lane& lane = index_.lanes()[lanes_[lane_]];
      out.put(Part::Lane);
      out(lane.stream, numbers_.to(lane.track).value, lane.maxDepth, lane.slices, lane.lostPlaces, lane.lostRecords);
      out(lane.lossPlaces, lane.bounds.begin, lane.bounds.end);
      inLane_ = true;
      level_ = 0;
      from_ = 0;
      return true;
    }
    if (writeMarks(out)) return true;
    inLane_ = false;
  }
  return false;
}

void IndexValueWriter::writeStart(WireWriter& out) {
  VocabularyUpdate vocabulary = wholeVocabulary(index_.names_, index_.tracks_, numbers_);
  vocabulary.warnings = index_.log_.since(0);
  out.put(Part::Start);
  out(vocabulary, index_.info_, index_.streams_, index_.countsCpus_, index_.bounds_.begin, index_.bounds_.end);
  const std::vector<Lane>& lanes = index_.lanes();
  for (uint32_t i = 0; i < lanes.size(); ++i)
    if (!lanes[i].whole) lanes_.push_back(i);
  std::sort(lanes_.begin(), lanes_.end(), [&](uint32_t a, uint32_t b) {
    return std::tuple(lanes[a].stream, numbers_.to(lanes[a].track).value) <
           std::tuple(lanes[b].stream, numbers_.to(lanes[b].track).value);
  });
}

// Returns false if all marks of the lane are written.
bool IndexValueWriter::writeMarks(WireWriter& out) {
  const Lane& lane = index_.lanes()[lanes_[lane_]];
  for (; level_ <= kTail; ++level_, from_ = 0) {
    const std::vector<Mark>* marks = level_ == kTail ? &lane.tail : lane.levels.find(level_);
    if (marks == nullptr || from_ >= marks->size()) continue;
    const size_t count = std::min(kMarksOfPart, marks->size() - from_);
    const auto first = marks->begin() + static_cast<ptrdiff_t>(from_);
    told_.assign(first, first + static_cast<ptrdiff_t>(count));
    index_.translateNames(numbers_, lane.track, told_);
    out.put(Part::Marks);
    out.put(static_cast<int32_t>(level_));
    out.put(static_cast<uint64_t>(marks->size()));
    out.putArray(told_);
    from_ += count;
    return true;
  }
  return false;
}

bool IndexValueReader::take(WireReader& in) {
  const auto part = in.get<Part>();
  if (in.failed() || begun_ != (part != Part::Start)) return false;
  switch (part) {
    case Part::Start:
      return readStart(in);
    case Part::Lane:
      return readLane(in);
    case Part::Marks:
      return readMarks(in);
  }
  return false;
}

bool IndexValueReader::readStart(WireReader& in) {
  begun_ = true;
  const auto vocabulary = in.read<VocabularyUpdate>();
  TraceIndex::Numbers numbers;
  if (in.failed() || !index_.takeNames(numbers, vocabulary)) return false;
  // The numbers of an empty index are those of what comes first.
  for (uint32_t id = 0; id < numbers.from.names.size(); ++id)
    if (numbers.from.names[id] != id) return false;
  for (uint32_t id = 0; id < numbers.from.tracks.size(); ++id)
    if (numbers.from.tracks[id] != id) return false;
  index_.log_.take(vocabulary.warnings);
  index_.warnings_ = index_.log_.kept();
  TimeBounds& bounds = index_.bounds_;
  in(index_.info_, index_.streams_, index_.countsCpus_, bounds.begin, bounds.end);
  bounds = {clampTime(bounds.begin), clampTime(bounds.end)};
  for (const StreamState& stream : index_.streams_) {
    index_.rows_ += stream.rows;
    index_.records_ += stream.records;
  }
  for (NameId id = 0; id < index_.names_.size(); ++id) names_.names.push_back(id);
  return !in.failed();
}

bool IndexValueReader::readLane(WireReader& in) {
  uint32_t stream = 0, track = 0;
  in(stream, track);
  if (in.failed() || stream >= index_.streams_.size() || track >= index_.tracks_.size()) return false;
  if (index_.streams_[stream].laneOf.find(track) != TrackPlaces::kNone) return false;
  lane_ = &index_.lane(stream, track);
  in(lane_->maxDepth, lane_->slices, lane_->lostPlaces, lane_->lostRecords, lane_->lossPlaces);
  in(lane_->bounds.begin, lane_->bounds.end);
  lane_->bounds = {clampTime(lane_->bounds.begin), clampTime(lane_->bounds.end)};
  return !in.failed();
}

bool IndexValueReader::readMarks(WireReader& in) {
  const auto level = in.get<int32_t>();
  const auto all = in.get<uint64_t>();  // marks of the level
  if (in.failed() || lane_ == nullptr || level < 0 || level > kTail) return false;
  std::vector<Mark>& marks = level == kTail ? lane_->tail : lane_->levels.at(level);
  const size_t from = marks.size();
  // Their memory is not more than the trace needs, nor than twice what has come: the number may be wrong.
  in.getArray(marks, [&](size_t more) {
    const uint64_t wanted = std::min<uint64_t>(all, 2 * (uint64_t{from} + more));
    if (wanted > marks.capacity()) marks.reserve(static_cast<size_t>(wanted));
  });
  index_.translateNames(names_, lane_->track, marks, from);
  return !in.failed();
}

}  // namespace tp
