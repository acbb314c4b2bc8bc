#include "core/session/kept/restore_units.h"

#include <algorithm>
#include <utility>

#include "core/index/vocabulary.h"
#include "core/session/kept/kept_units.h"

namespace tp {
namespace {

// Whether all tracks are among those that there are: a number that was none has become kNoTrack.
bool hasTracks(const UnitIndex& index, const TrackTable& tracks) {
  const auto known = [&](TrackId track) { return track < tracks.size(); };
  if (!std::all_of(index.tracks.begin(), index.tracks.end(), known)) return false;
  return std::all_of(index.chunks.begin(), index.chunks.end(), [&](const ChunkStart& chunk) {
    return std::all_of(chunk.tracks.begin(), chunk.tracks.end(), known) &&
           std::all_of(chunk.lanes.begin(), chunk.lanes.end(), [&](const auto& lane) { return known(lane.first); });
  });
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
    if (unit >= owner.size() || owner[unit] != share || !hasTracks(one.index, reader.tracks())) return false;
    one.index.numbers = reader.numbersOfUnit(unit, one.numbers);
    indexers[unit] = std::make_unique<StreamIndexer>(reader, std::move(one.index));
  }
  reader.noteDecoded(kept.decoded);
  return true;
}

}  // namespace tp
