#include "core/session/kept/restore_units.h"

#include <algorithm>
#include <utility>

#include "core/index/vocabulary.h"
#include "core/session/kept/kept_units.h"

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

bool restoreUnits(WireReader& in, TraceReader& reader, const std::vector<uint32_t>& owner, uint32_t share,
                  std::vector<std::unique_ptr<StreamIndexer>>& indexers) {
  const auto vocabulary = in.read<VocabularyUpdate>();
  NumberMap numbers;
  if (in.failed() || !meet(vocabulary, reader, numbers)) return false;
  in.translate(numbers);
  auto kept = in.read<KeptUnits>();
  if (!in.complete()) return false;
  for (auto& [unit, one] : kept.units) {
    if (unit >= owner.size() || owner[unit] != share || !isSound(one.index, reader.tracks())) return false;
    one.index.numbers = reader.numbersOfUnit(unit, one.numbers);
    indexers[unit] = std::make_unique<StreamIndexer>(reader, std::move(one.index));
  }
  reader.noteDecoded(kept.decoded);
  return true;
}

}  // namespace tp
