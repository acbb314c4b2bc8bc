#include "core/index/trace_index.h"

#include <algorithm>
#include <span>

#include "core/index/piece.h"
#include "core/index/vocabulary.h"

namespace tp {
namespace {

const std::vector<uint32_t> kNoLanes;
const NumberMap kNoNumbers;

void coverMarks(std::span<const Mark> marks, TimeBounds& bounds) {
  for (const Mark& mark : marks) bounds.cover(clampTime(mark.begin), clampTime(mark.end));
}

}  // namespace

const std::vector<uint32_t>& TraceIndex::lanesOf(TrackId track) const {
  return track < lanesOfTrack_.size() ? lanesOfTrack_[track] : kNoLanes;
}

uint16_t TraceIndex::maxDepth(TrackId track) const {
  uint16_t depth = 0;
  for (uint32_t lane : lanesOf(track)) depth = std::max(depth, lanes_[lane].maxDepth);
  return depth;
}

uint64_t TraceIndex::countTracks(TrackKind kind) const {
  uint64_t count = 0;
  for (TrackId id = 0; id < tracks_.size(); ++id) {
    const TrackKey& key = tracks_[id].key;
    // The idle thread of a CPU is not counted: its number is negative.
    count += key.kind == kind && (kind != TrackKind::Thread || key.tid >= 0);
  }
  return count;
}

Time TraceIndex::firstRow() const {
  Time first = begin();
  for (const StreamState& stream : streams_)
    if (!stream.chunks.empty() && stream.chunks.front().records > 0)
      first = std::min(first, stream.chunks.front().rowBegin);
  return first;
}

std::vector<TrackLosses> TraceIndex::losses() const {
  std::vector<TrackLosses> all;
  for (TrackId track : tracks_.byKey()) {
    TrackLosses one;
    one.track = track;
    for (uint32_t lane : lanesOf(track)) {
      one.places += lanes_[lane].lostPlaces;
      one.records += lanes_[lane].lostRecords;
      for (const LossPlace& place : lanes_[lane].lossPlaces) one.counted = one.counted && place.records >= 0;
    }
    if (one.places > 0) all.push_back(one);
  }
  return all;
}

uint64_t TraceIndex::memoryBytes() const {
  // Counts what is in use: the capacity beyond depends on the order in which it was filled.
  uint64_t bytes = names_.memoryBytes() + lanes_.size() * sizeof(Lane);
  for (const Lane& lane : lanes_) {
    bytes += lane.tail.size() * sizeof(Mark);
    for (const std::vector<Mark>& level : lane.levels.all()) bytes += level.size() * sizeof(Mark);
  }
  for (const StreamState& stream : streams_) bytes += stream.chunks.size() * sizeof(ChunkSummary);
  return bytes;
}

void TraceIndex::Numbers::add(NameId theirs, NameId ours) {
  from.names.push_back(ours);
  if (ours >= to.names.size()) to.names.resize(ours + size_t{1}, kNoName);
  if (to.names[ours] == kNoName) to.names[ours] = theirs;
}

void TraceIndex::Numbers::add(TrackId theirs, TrackId ours) {
  from.tracks.push_back(ours);
  if (ours >= to.tracks.size()) to.tracks.resize(ours + size_t{1}, kNoTrack);
  to.tracks[ours] = theirs;
}

bool TraceIndex::readVocabulary(uint32_t worker, WireReader& in) {
  while (worker >= numbers_.size()) numbers_.emplace_back();
  Numbers& numbers = numbers_[worker];
  const auto update = in.read<VocabularyUpdate>();
  if (in.failed() || !takeNames(numbers, update)) return false;
  if (countsCpus_ && !update.tracks.empty()) info_.cpus = static_cast<uint32_t>(countTracks(TrackKind::Cpu));
  const uint64_t before = log_.version();
  log_.take(update.warnings);
  if (log_.version() != before) warnings_ = log_.kept();
  in.translate(numbers.from);
  return true;
}

bool TraceIndex::takeNames(Numbers& numbers, const VocabularyUpdate& update) {
  if (update.firstName != numbers.from.names.size()) return false;
  for (const ToldName& told : update.names)
    numbers.add(NameId(static_cast<uint32_t>(numbers.from.names.size())),
                told.function ? names_.intern(told.name) : names_.intern(told.name.text));
  return takeTracks(numbers, update.tracks);
}

// New tracks come in the order of their numbers. A parent may have been found later than its child.
bool TraceIndex::takeTracks(Numbers& numbers, const std::vector<std::pair<uint32_t, Track>>& theirs) {
  const std::vector<TrackId>& ids = numbers.from.tracks;
  for (const auto& [number, track] : theirs) {
    if (number > ids.size()) return false;
    Track own = track;
    own.parent = kNoTrack;
    const TrackId id = tracks_.add(std::move(own));
    if (number == ids.size()) numbers.add(TrackId(number), id);
  }
  for (const auto& [number, track] : theirs)
    if (track.parent < ids.size()) tracks_.setParent(ids[number], ids[track.parent], track.parentBy);
  return true;
}

bool TraceIndex::readNamed(WireReader& in) {
  for (const auto& [ours, told] : in.read<RenamedNames>()) {
    if (ours == kNoName) continue;
    told.function ? names_.rename(ours, told.name) : names_.rename(ours, told.name.text);
  }
  TraceInfo info = in.read<TraceInfo>();
  if (in.failed()) return false;
  info_.metadata = std::move(info.metadata);
  return true;
}

bool TraceIndex::readOpened(WireReader& in) {
  TraceInfo info;
  std::vector<ToldUnit> units;
  in(info, units);
  if (in.failed()) return false;
  std::vector<StreamState> streams;
  for (ToldUnit& unit : units) {
    StreamState& stream = streams.emplace_back();
    stream.name = std::move(unit.name);
    stream.bytesTotal = unit.bytes;
    stream.worker = unit.worker;
    stream.merged = unit.merged;
  }
  if (!streams_.empty() || !info_.format.empty()) {
    if (streams.size() != streams_.size()) return false;
    for (size_t i = 0; i < streams.size(); ++i) streams_[i].worker = streams[i].worker;
    return true;
  }
  info_ = std::move(info);
  countsCpus_ = info_.cpus == 0;
  streams_ = std::move(streams);
  bounds_.cover(info_.begin, info_.end);
  return true;
}

bool TraceIndex::readPiece(uint32_t worker, WireReader& in) {
  for (uint32_t left = in.get<uint32_t>(); left > 0; --left)
    if (in.failed() || !readStream(worker, in)) return false;
  return !in.failed();
}

bool TraceIndex::readStream(uint32_t worker, WireReader& in) {
  const auto told = in.read<StreamPiece>();
  if (in.failed() || told.stream >= streams_.size()) return false;
  StreamState& stream = streams_[told.stream];
  if (told.firstChunk > stream.chunks.size()) return false;
  const uint64_t records = told.rows - std::min(told.lossRows, told.rows);
  rows_ += told.rows - stream.rows;
  records_ += records - stream.records;
  stream.bytesDone = told.bytesDone;
  stream.rows = told.rows;
  stream.records = records;
  stream.lost = std::max<Time>(0, clampTime(told.lost));
  const int baseLevel = std::clamp(told.baseLevel, 0, kLevels - 1);
  for (; stream.baseLevel < baseLevel; ++stream.baseLevel)
    for (uint32_t lane : stream.lanes)
      if (std::vector<Mark>* level = lanes_[lane].levels.find(stream.baseLevel + 1)) *level = {};
  stream.done = told.done;
  stream.chunks.resize(told.firstChunk);
  stream.chunks.insert(stream.chunks.end(), told.chunks.begin(), told.chunks.end());
  if (told.drawn && !stream.chunks.empty()) bounds_.cover(stream.chunks.front().begin, stream.chunks.back().end);
  for (uint32_t left = in.get<uint32_t>(); left > 0; --left)
    if (in.failed() || !readLane(worker, told.stream, in)) return false;
  return true;
}

void TraceIndex::addLane(Lane lane) {
  if (lane.stream >= streams_.size() || lane.track >= tracks_.size()) return;
  lanes_.push_back(std::move(lane));
  listLane(static_cast<uint32_t>(lanes_.size() - 1));
}

// Ordered by stream, whichever was added first.
void TraceIndex::listLane(uint32_t position) {
  const Lane& lane = lanes_[position];
  if (lane.track >= lanesOfTrack_.size()) lanesOfTrack_.resize(lane.track + size_t{1});
  std::vector<uint32_t>& all = lanesOfTrack_[lane.track];
  auto behind = [this](uint32_t stream, uint32_t other) { return stream < lanes_[other].stream; };
  all.insert(std::upper_bound(all.begin(), all.end(), lane.stream, behind), position);
}

void TraceIndex::removeLanes(TrackId track) {
  if (track >= lanesOfTrack_.size()) return;
  // Lanes are referred to by position, so the removed ones stay, empty.
  for (uint32_t position : lanesOfTrack_[track]) {
    lanes_[position].levels.clear();
    lanes_[position].tail = {};
  }
  lanesOfTrack_[track].clear();
}

Lane& TraceIndex::lane(uint32_t stream, TrackId track) {
  StreamState& of = streams_[stream];
  if (uint32_t known = of.laneOf.find(track); known != TrackPlaces::kNone) return lanes_[known];
  uint32_t position = static_cast<uint32_t>(lanes_.size());
  lanes_.emplace_back();
  lanes_.back().stream = stream;
  lanes_.back().track = track;
  of.lanes.push_back(position);
  of.laneOf.put(track, position);
  listLane(position);
  return lanes_.back();
}

bool TraceIndex::readLane(uint32_t worker, uint32_t stream, WireReader& in) {
  const auto told = in.read<LanePiece>();
  const TrackId track = told.track;
  if (in.failed() || track == kNoTrack) return false;
  const NumberMap& numbers = fromWorker(worker);
  Lane& here = lane(stream, track);
  here.maxDepth = told.maxDepth;
  here.slices = told.slices;
  here.lostPlaces = told.lostPlaces;
  here.lostRecords = told.lostRecords;
  here.lossPlaces.insert(here.lossPlaces.end(), told.newPlaces.begin(), told.newPlaces.end());
  for (uint32_t left = in.get<uint32_t>(); left > 0; --left) {
    int32_t level = in.get<int32_t>();
    if (in.failed() || level < 0 || level > kLevels) return false;
    std::vector<Mark>& marks = here.levels.at(level);
    size_t from = marks.size();
    in.getArray(marks, [&](size_t more) { makeRoom(streams_[stream], marks, more); });
    translateNames(numbers, track, marks, from);
    coverMarks(std::span(marks).subspan(from), here.bounds);
  }
  here.tail.clear();
  in.getArray(here.tail);
  coverMarks(here.tail, here.bounds);
  translateNames(numbers, track, here.tail);
  if (!streams_[stream].done) return !in.failed();
  // Copying a vector that is nearly full would cost more than it gives back.
  for (std::vector<Mark>& level : here.levels.all())
    if (level.capacity() - level.size() > level.size() / 8)
      std::vector<Mark>(level).swap(level);  // shrink_to_fit() does nothing without exceptions
  return !in.failed();
}

// Reserves what the level will need in the end if the stream continues as it began: doubling the vector would have most
// of it in memory three times while it is copied.
void TraceIndex::makeRoom(const StreamState& stream, std::vector<Mark>& level, size_t more) {
  constexpr size_t kSmall = 4096;
  const size_t least = level.size() + more;
  if (least <= level.capacity() || least < kSmall || stream.bytesTotal == 0) return;
  const double done = static_cast<double>(stream.bytesDone) / static_cast<double>(stream.bytesTotal);
  const double most = 2 * static_cast<double>(least);
  const double guess = done > 0 ? 1.02 * static_cast<double>(least) / done : most;
  level.reserve(static_cast<size_t>(std::min(most, std::max(guess, 1.0625 * static_cast<double>(least)))));
}

const NumberMap& TraceIndex::fromWorker(uint32_t worker) const {
  return worker < numbers_.size() ? numbers_[worker].from : kNoNumbers;
}

const NumberMap& TraceIndex::toWorker(uint32_t worker) const {
  return worker < numbers_.size() ? numbers_[worker].to : kNoNumbers;
}

void TraceIndex::translateNames(const NumberMap& numbers, TrackId track, std::vector<Mark>& marks, size_t from) const {
  if (tracks_[track].key.kind == TrackKind::Counter) return;
  for (size_t i = from; i < marks.size(); ++i) marks[i].name = numbers.to(marks[i].name);
}

}  // namespace tp
