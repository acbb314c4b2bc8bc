#include <cinttypes>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>

#include "native/cli/commands.h"
#include "native/cli/indexed.h"

namespace tp::cli {
namespace {

using Json = nlohmann::ordered_json;

// "2010-02-10 17:33:05.123456789 UTC".
std::string wallText(Time time, const ClockInfo& clock) {
  constexpr int64_t kSecond = 1000000000;
  int64_t ns = 0;
  if (__builtin_add_overflow(time, clock.wallOffsetNs, &ns)) return "unknown";
  int64_t fraction = ns % kSecond + (ns % kSecond < 0 ? kSecond : 0);
  std::time_t seconds = static_cast<std::time_t>((ns - fraction) / kSecond);
  std::tm parts{};
  char date[64], out[96];
  if (gmtime_r(&seconds, &parts) == nullptr || std::strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", &parts) == 0)
    return "unknown";
  std::snprintf(out, sizeof out, "%s.%09" PRId64 " UTC", date, fraction);
  return out;
}

// The names are those of window.tracepane.state().
Json toJson(const IndexedTrace& trace) {
  const TraceIndex& index = trace.index();
  const TraceInfo& info = index.info();
  Json json;
  json["phase"] = "ready";
  json["format"] = info.format;
  json["version"] = info.version;
  json["name"] = trace.session().name();
  json["clock"] = {{"name", info.clock.name}, {"ns", info.clock.isNs}};
  if (info.clock.hasWallOffset) json["clock"]["wallOffset"] = std::to_string(info.clock.wallOffsetNs);
  json["counts"] = {{"records", index.records()},
                    {"tracks", index.tracks().size()},
                    {"threads", index.countTracks(TrackKind::Thread)},
                    {"cpus", info.cpus},
                    {"warnings", index.warningCount()}};
  json["range"] = {std::to_string(index.begin()), std::to_string(index.end())};
  json["memory"] = {{"indexBytes", index.memoryBytes()}, {"cacheBytes", trace.session().cacheBytes()}};
  Json streams = Json::array();
  for (const StreamState& stream : index.streams())
    streams.push_back({{"name", stream.name}, {"bytes", stream.bytesTotal}, {"records", stream.records}});
  json["streams"] = streams;
  Json tasks = Json::array();
  for (TrackId id = 0; id < index.tracks().size(); ++id) {
    const Track& track = index.tracks()[id];
    if (track.key.kind != TrackKind::Thread) continue;
    tasks.push_back({{"pid", track.key.pid}, {"tid", track.key.tid}, {"name", track.name}});
  }
  json["tasks"] = tasks;
  Json metadata = Json::object();
  for (const auto& [key, value] : info.metadata) metadata[key] = value;
  json["metadata"] = metadata;
  Json warnings = Json::array();
  for (const Warning& warning : index.warnings()) warnings.push_back(warning.text());
  json["warnings"] = warnings;
  return json;
}

void printText(const IndexedTrace& trace) {
  const TraceIndex& index = trace.index();
  const TraceInfo& info = index.info();
  std::printf("format    %s, version %s\n", info.format.c_str(), info.version.c_str());
  std::printf("clock     %s\n", info.clock.name.c_str());
  std::printf("range     %" PRId64 " to %" PRId64 "%s\n", index.begin(), index.end(), info.clock.isNs ? " ns" : "");
  if (info.clock.hasWallOffset)
    std::printf("wall      %s to %s\n", wallText(index.begin(), info.clock).c_str(),
                wallText(index.end(), info.clock).c_str());
  std::printf("records   %" PRIu64 "\n", index.records());
  std::printf("threads   %" PRIu64 "\n", index.countTracks(TrackKind::Thread));
  if (info.cpus > 0) std::printf("CPUs      %" PRIu32 "\n", info.cpus);
  std::printf("warnings  %" PRIu64 "\n", index.warningCount());
  for (const auto& [key, value] : info.metadata) std::printf("%s: %s\n", key.c_str(), value.c_str());
  std::printf("streams\n");
  for (const StreamState& stream : index.streams())
    std::printf("  %-24s %12" PRIu64 " bytes %12" PRIu64 " records\n", stream.name.c_str(), stream.bytesTotal,
                stream.records);
}

}  // namespace

int info(const InfoOptions& options) {
  IndexedTrace trace;
  if (!trace.open(options.traces)) return 2;
  if (options.json) {
    // Names out of a trace may be any bytes.
    std::printf("%s\n", toJson(trace).dump(2, ' ', false, Json::error_handler_t::replace).c_str());
  } else {
    printText(trace);
    printWarnings(trace.index());
  }
  return 0;
}

int check(const std::vector<std::string>& traces) {
  IndexedTrace trace;
  if (!trace.open(traces)) return 2;
  printWarnings(trace.index());
  std::printf("%" PRIu64 " records, %" PRIu64 " warnings\n", trace.index().records(), trace.index().warningCount());
  return trace.index().warningCount() > 0 ? 1 : 0;
}

}  // namespace tp::cli
