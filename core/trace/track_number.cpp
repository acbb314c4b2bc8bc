#include "core/trace/track_number.h"

namespace tp {
namespace {

// FNV-1a.
constexpr uint64_t kBasis = 0xcbf29ce484222325u;
constexpr uint64_t kPrime = 0x100000001b3u;

uint64_t mixed(uint64_t hash, uint64_t value) {
  for (int byte = 0; byte < 8; ++byte, value >>= 8) hash = (hash ^ (value & 0xff)) * kPrime;
  return hash;
}

}  // namespace

uint64_t trackNumber(const TrackKey& key) {
  uint64_t hash = mixed(kBasis, static_cast<uint64_t>(key.kind));
  for (int64_t part : {key.pid, key.tid, int64_t{key.cpu}, int64_t{key.trace}})
    hash = mixed(hash, static_cast<uint64_t>(part));
  for (char c : key.label) hash = (hash ^ static_cast<uint8_t>(c)) * kPrime;
  return (hash ^ hash >> 48) & ((uint64_t{1} << 48) - 1);
}

TrackId findTrackNumber(const TrackTable& tracks, uint64_t number) {
  TrackId found = kNoTrack;
  for (TrackId id = 0; id < tracks.size(); ++id)
    if (trackNumber(tracks[id].key) == number && (found == kNoTrack || tracks[id].key < tracks[found].key)) found = id;
  return found;
}

}  // namespace tp
