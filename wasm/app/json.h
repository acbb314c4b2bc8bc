// JSON of what scripts are told.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/index/trace_index.h"
#include "core/trace/track_number.h"

namespace tp::wasm {

using Json = nlohmann::ordered_json;

// The number by which scripts know a track (core/trace/track_number.h); null for one that is not in the index.
inline Json trackJson(const TraceIndex& index, TrackId track) {
  if (track >= index.tracks().size()) return nullptr;
  return trackNumber(index.tracks()[track].key);
}

inline Json trackJson(const TraceIndex& index, const std::vector<TrackId>& tracks) {
  Json all = Json::array();
  for (TrackId track : tracks) all.push_back(trackJson(index, track));
  return all;
}

// In one line. Bytes that are not UTF-8 become U+FFFD.
inline std::string text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tp::wasm
