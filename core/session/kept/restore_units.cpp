#include "core/session/kept/restore_units.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/index/vocabulary.h"

namespace tp {
namespace {

// No chunk of a trace has as many records; who goes through one takes memory for as many as it says.
constexpr uint64_t kMaxChunkRecords = uint64_t{1} << 24;

bool isTime(Time time) {
  return time == clampTime(time);
}

// Whether the chunk is one that a StreamIndexer may have made. A track that is none has become kNoTrack.
bool isSound(const ChunkStart& chunk, const ChunkSummary& summary, const TrackTable& tracks) {
  const auto known = [&](TrackId track) { return track < tracks.size(); };
  if (chunk.records > kMaxChunkRecords || summary.records > chunk.records) return false;
  if (!isTime(summary.begin) || !isTime(summary.end)) return false;
  if (summary.records > 0 && (!isTime(summary.rowBegin) || !isTime(summary.rowEnd))) return false;
  if (!std::all_of(chunk.tracks.begin(), chunk.tracks.end(), known)) return false;
  return std::all_of(chunk.lanes.begin(), chunk.lanes.end(), [&](const auto& lane) {
    const auto& [track, state] = lane;
    return known(track) && isTime(state.now) && isTime(state.start) &&
           std::all_of(state.open.begin(), state.open.end(), [](const OpenSlice& open) { return isTime(open.begin); });
  });
}

bool isSound(const UnitIndex& index, const TrackTable& tracks) {
  if (!isTime(index.begin) || !isTime(index.now)) return false;
  if (std::any_of(index.tracks.begin(), index.tracks.end(), [&](TrackId track) { return track >= tracks.size(); }))
    return false;
  uint64_t records = 0;
  for (size_t i = 0; i < index.chunks.size(); ++i) {
    if (!isSound(index.chunks[i], index.summaries[i], tracks)) return false;
    records += index.summaries[i].records;
  }
  return records == index.records && index.lossRows <= records;
}

}  // namespace

bool UnitRestorer::begin(WireReader& in) {
  const auto vocabulary = in.read<VocabularyUpdate>();
  if (in.failed() || !meet(vocabulary, reader_, numbers_)) return false;
  in.translate(numbers_);
  const auto decoded = in.read<std::vector<DecodedFacts>>();
  if (!in.complete()) return false;
  reader_.noteDecoded(decoded);
  return true;
}

bool UnitRestorer::take(WireReader& in) {
  in.translate(numbers_);
  const auto kind = in.get<BlockKind>();
  const auto unit = in.read<uint32_t>();
  if (in.failed() || unit >= owner_.size() || owner_[unit] != share_) return false;
  if (kind == BlockKind::Unit) {
    auto kept = in.read<KeptUnit>();
    return in.complete() && units_.emplace(unit, std::move(kept)).second;
  }
  auto chunks = in.read<std::vector<ChunkStart>>();
  const auto summaries = in.read<std::vector<ChunkSummary>>();
  const auto known = units_.find(unit);
  if (!in.complete() || known == units_.end() || chunks.size() != summaries.size()) return false;
  UnitIndex& index = known->second.index;
  std::move(chunks.begin(), chunks.end(), std::back_inserter(index.chunks));
  index.summaries.insert(index.summaries.end(), summaries.begin(), summaries.end());
  return true;
}

bool UnitRestorer::finish(std::vector<std::unique_ptr<StreamIndexer>>& indexers) {
  for (auto& [unit, one] : units_) {
    if (!isSound(one.index, reader_.tracks())) return false;
    one.index.numbers = reader_.numbersOfUnit(unit, one.numbers);
    indexers[unit] = std::make_unique<StreamIndexer>(reader_, std::move(one.index));
  }
  return true;
}

}  // namespace tp
