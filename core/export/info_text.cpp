#include "core/export/info_text.h"

#include <map>

#include "core/text/json_writer.h"
#include "core/trace/track_number.h"

namespace tp {
namespace {

void writeClock(JsonWriter& json, const ClockInfo& clock) {
  json.key("clock").beginObject();
  json.member("name", clock.name);
  json.member("ns", clock.isNs);
  if (clock.hasWallOffset) {
    json.member("wallOffset", std::to_string(clock.wallOffsetNs));
    json.member("wallPrecision", clock.wallPrecisionNs);
  }
  json.endObject();
}

}  // namespace

void writeCounts(JsonWriter& json, const TraceIndex& index) {
  json.beginObject();
  json.member("records", index.records());
  json.member("tracks", index.tracks().size());
  json.member("threads", index.countTracks(TrackKind::Thread));
  json.member("cpus", index.info().cpus);
  json.member("warnings", index.warningCount());
  json.endObject();
}

void writePart(JsonWriter& json, const TracePart& part) {
  json.member("number", part.number);
  json.member("name", part.name);
  json.member("format", part.format);
  json.member("version", part.version);
  json.member("clock", part.clock.name);
  json.member("alignment", part.alignment);
  json.member("shift", std::to_string(part.shift));
}

std::string infoJson(const TraceIndex& index, std::string_view name, uint64_t cacheBytes) {
  const TraceInfo& info = index.info();
  const TrackTable& tracks = index.tracks();
  std::string out;
  JsonWriter json(out, JsonWriter::Spacing::Spaced);
  json.beginObject();
  json.member("phase", "ready");
  json.member("format", info.format);
  json.member("version", info.version);
  json.member("name", name);
  writeClock(json, info.clock);
  json.key("counts");
  writeCounts(json, index);
  json.member("range", std::vector{std::to_string(index.begin()), std::to_string(index.end())});
  if (const std::optional<Time> origin = index.origin()) json.member("cutFrom", std::to_string(*origin));
  json.key("memory").beginObject();
  json.member("indexBytes", index.memoryBytes());
  json.member("cacheBytes", cacheBytes);
  json.endObject();
  json.key("streams").objects(index.streams(), [&](const StreamState& stream) {
    json.member("name", stream.name);
    json.member("bytes", stream.bytesTotal);
    json.member("records", stream.records);
  });
  std::vector<TrackId> threads;
  for (TrackId id : tracks.byKey())
    if (tracks[id].key.kind == TrackKind::Thread) threads.push_back(id);
  json.key("tasks").objects(threads, [&](TrackId id) {
    json.member("pid", tracks[id].key.pid);
    json.member("tid", tracks[id].key.tid);
    json.member("name", tracks[id].name);
  });
  // What there is several times, as the statistics of each CPU, is one text with a line for each.
  std::vector<std::pair<std::string, std::string>> metadata;
  std::map<std::string_view, size_t> placeOf;
  for (const auto& [key, value] : info.metadata) {
    const auto [at, fresh] = placeOf.try_emplace(key, metadata.size());
    if (fresh)
      metadata.emplace_back(key, value);
    else
      metadata[at->second].second += "\n" + value;
  }
  json.key("metadata").beginObject();
  for (const auto& [key, value] : metadata) json.member(key, value);
  json.endObject();
  if (!info.parts.empty())
    json.key("traces").objects(info.parts, [&](const TracePart& part) { writePart(json, part); });
  json.key("losses").objects(index.losses(), [&](const TrackLosses& one) {
    json.member("track", trackNumber(tracks[one.track].key));
    json.member("name", tracks[one.track].name);
    json.member("places", one.places);
    json.member("records", one.records);
  });
  json.key("warnings").beginArray();
  for (const Warning& warning : index.warnings()) {
    json.nextLine(2);
    json.value(warning.text());
  }
  json.endArray();
  json.endObject();
  return out += '\n';
}

}  // namespace tp
