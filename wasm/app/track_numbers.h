// The numbers by which scripts know tracks (core/trace/track_number.h).
#pragma once

#include <optional>
#include <vector>

#include "core/index/trace_index.h"
#include "core/trace/track_number.h"

namespace tp::wasm {

// Returns nullopt, which is null in JSON, for a track that is not in the index.
inline std::optional<uint64_t> numberOf(const TraceIndex& index, TrackId track) {
  if (track >= index.tracks().size()) return std::nullopt;
  return trackNumber(index.tracks()[track].key);
}

inline std::vector<std::optional<uint64_t>> numbersOf(const TraceIndex& index, const std::vector<TrackId>& tracks) {
  std::vector<std::optional<uint64_t>> all;
  for (TrackId track : tracks) all.push_back(numberOf(index, track));
  return all;
}

}  // namespace tp::wasm
