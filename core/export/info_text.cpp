#include "core/export/info_text.h"

#include "core/export/json_text.h"
#include "core/trace/track_number.h"

namespace tp {
namespace {

void counts(std::string& out, const TraceIndex& index) {
  jsonKey(out, "counts");
  out += '{';
  jsonNumber(out, "records", static_cast<int64_t>(index.records()));
  jsonNumber(out, "tracks", index.tracks().size());
  jsonNumber(out, "threads", static_cast<int64_t>(index.countTracks(TrackKind::Thread)));
  jsonNumber(out, "cpus", index.info().cpus);
  jsonNumber(out, "warnings", static_cast<int64_t>(index.warningCount()));
  out += '}';
}

void clock(std::string& out, const ClockInfo& clock) {
  jsonKey(out, "clock");
  out += '{';
  jsonText(out, "name", clock.name);
  jsonBool(out, "ns", clock.isNs);
  if (clock.hasWallOffset) {
    jsonText(out, "wallOffset", std::to_string(clock.wallOffsetNs));
    jsonNumber(out, "wallPrecision", clock.wallPrecisionNs);
  }
  out += '}';
}

}  // namespace

std::string infoJson(const TraceIndex& index, std::string_view name, uint64_t cacheBytes) {
  const TraceInfo& info = index.info();
  const TrackTable& tracks = index.tracks();
  std::string out = "{";
  jsonText(out, "phase", "ready");
  jsonText(out, "format", info.format);
  jsonText(out, "version", info.version);
  jsonText(out, "name", name);
  clock(out, info.clock);
  counts(out, index);
  jsonKey(out, "range");
  out += "[\"" + std::to_string(index.begin()) + "\", \"" + std::to_string(index.end()) + "\"]";
  jsonKey(out, "memory");
  out += '{';
  jsonNumber(out, "indexBytes", static_cast<int64_t>(index.memoryBytes()));
  jsonNumber(out, "cacheBytes", static_cast<int64_t>(cacheBytes));
  out += '}';
  jsonObjects(out, "streams", index.streams(), [&](const StreamState& stream) {
    jsonText(out, "name", stream.name);
    jsonNumber(out, "bytes", static_cast<int64_t>(stream.bytesTotal));
    jsonNumber(out, "records", static_cast<int64_t>(stream.records));
  });
  std::vector<TrackId> threads;
  for (TrackId id : tracks.byKey())
    if (tracks[id].key.kind == TrackKind::Thread) threads.push_back(id);
  jsonObjects(out, "tasks", threads, [&](TrackId id) {
    jsonNumber(out, "pid", tracks[id].key.pid);
    jsonNumber(out, "tid", tracks[id].key.tid);
    jsonText(out, "name", tracks[id].name);
  });
  jsonKey(out, "metadata");
  out += '{';
  for (const auto& [key, value] : info.metadata) jsonText(out, key, value);
  out += '}';
  if (!info.parts.empty())
    jsonObjects(out, "traces", info.parts, [&](const TracePart& part) {
      jsonNumber(out, "number", part.number);
      jsonText(out, "name", part.name);
      jsonText(out, "format", part.format);
      jsonText(out, "version", part.version);
      jsonText(out, "clock", part.clock.name);
      jsonText(out, "alignment", part.alignment);
      jsonText(out, "shift", std::to_string(part.shift));
    });
  jsonObjects(out, "losses", index.losses(), [&](const TrackLosses& one) {
    jsonNumber(out, "track", static_cast<int64_t>(trackNumber(tracks[one.track].key)));
    jsonText(out, "name", tracks[one.track].name);
    jsonNumber(out, "places", static_cast<int64_t>(one.places));
    jsonNumber(out, "records", static_cast<int64_t>(one.records));
  });
  jsonKey(out, "warnings");
  out += '[';
  for (const Warning& warning : index.warnings()) {
    out += out.back() == '[' ? "\n  " : ",\n  ";
    appendJsonString(out, warning.text());
  }
  out += "]}\n";
  return out;
}

}  // namespace tp
