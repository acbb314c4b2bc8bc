#include <cinttypes>
#include <cstdio>

#include "core/export/info_text.h"
#include "core/text/visible_text.h"
#include "core/trace/wall_text.h"
#include "native/cli/indexed.h"
#include "native/cli/verbs.h"

namespace tp::cli {
namespace {

struct InfoOptions {
  TraceArguments traces;
  bool json = false;
};

void printLosses(const TraceIndex& index) {
  for (const TrackLosses& one : index.losses()) {
    const Track& track = index.tracks()[one.track];
    const std::string tid = track.key.kind == TrackKind::Thread ? " " + std::to_string(track.key.tid) : std::string();
    std::printf("lost on   %s%s, places: %" PRIu64 ", records: %s\n", visibleText(track.name).c_str(), tid.c_str(),
                one.places, one.recordsText(std::to_string(one.records)).c_str());
  }
}

// What is known of the format's version and of the clock's name: text of ftrace tells neither.
std::string versionText(const std::string& separator, const std::string& version) {
  return version.empty() ? std::string() : separator + "version " + visibleText(version);
}

std::string clockName(const ClockInfo& clock) {
  return clock.name.empty() ? "not named" : visibleText(clock.name);
}

void printText(const IndexedTrace& trace) {
  const TraceIndex& index = trace.index();
  const TraceInfo& info = index.info();
  std::printf("format    %s%s\n", visibleText(info.format).c_str(),
              info.parts.empty() ? versionText(", ", info.version).c_str() : "");
  std::printf("clock     %s\n", clockName(info.clock).c_str());
  const bool any = index.begin() <= index.end();
  if (any)
    std::printf("range     %" PRId64 " to %" PRId64 "%s\n", index.begin(), index.end(), info.clock.isNs ? " ns" : "");
  else
    std::printf("range     none, there are no records\n");
  if (const std::optional<Time> origin = index.origin())
    std::printf("cut       from a trace that begins at %" PRId64 "%s\n", *origin, info.clock.isNs ? " ns" : "");
  if (any && index.firstRow() < index.begin())
    std::printf("before    records from %" PRId64 "%s on, of which nothing is drawn\n", index.firstRow(),
                info.clock.isNs ? " ns" : "");
  if (info.clock.hasWallOffset && info.clock.isNs && any)
    std::printf("wall      %s to %s%s\n", wallText(index.begin(), info.clock).c_str(),
                wallText(index.end(), info.clock).c_str(), wallNote(info.clock).data());
  std::printf("records   %" PRIu64 "\n", index.records());
  std::printf("threads   %" PRIu64 "\n", index.countTracks(TrackKind::Thread));
  if (info.cpus > 0) std::printf("CPUs      %" PRIu32 "\n", info.cpus);
  std::printf("warnings  %" PRIu64 "\n", index.warningCount());
  for (const auto& [key, value] : info.metadata)
    std::printf("%s: %s\n", visibleText(key).c_str(), visibleText(value).c_str());
  for (const TracePart& part : info.parts) {
    std::printf("trace %-3" PRIu32 " %s, %s%s, clock %s: %s", part.number, visibleText(part.name).c_str(),
                visibleText(part.format).c_str(), versionText(" ", part.version).c_str(), clockName(part.clock).c_str(),
                visibleText(part.alignment).c_str());
    if (part.shift != 0) std::printf("; shifted by %" PRId64 "%s", part.shift, info.clock.isNs ? " ns" : "");
    std::printf("\n");
  }
  for (size_t i = 1; i < info.siblings.size(); ++i)
    std::printf("not open: %s\n", visibleText(info.siblings[i]).c_str());
  printLosses(index);
  std::printf("streams\n");
  for (const StreamState& stream : index.streams())
    std::printf("  %-24s %12" PRIu64 " bytes %12" PRIu64 " records\n", visibleText(stream.name).c_str(),
                stream.bytesTotal, stream.records);
}

int info(const InfoOptions& options) {
  IndexedTrace trace(options.traces.threads);
  if (!trace.open(options.traces)) return 2;
  if (options.json) {
    std::fputs(infoJson(trace.index(), trace.session().name(), trace.session().cacheBytes()).c_str(), stdout);
  } else {
    printText(trace);
    printWarnings(trace.index());
  }
  return trace.complainOfChanges() ? 2 : 0;
}

int check(TraceArguments traces) {
  // Whoever checks a trace wants all of it to be read.
  traces.noCache = true;
  IndexedTrace trace(traces.threads);
  if (!trace.open(traces)) return 2;
  printWarnings(trace.index());
  printLosses(trace.index());
  std::printf("%" PRIu64 " records, %" PRIu64 " warnings\n", trace.index().records(), trace.index().warningCount());
  bool changed = trace.complainOfChanges();
  return changed || trace.index().warningCount() > 0 ? 1 : 0;
}

}  // namespace

Run infoVerb(VerbOptions& takes) {
  auto options = std::make_shared<InfoOptions>();
  takes.traces(options->traces);
  takes.flag("--json", options->json, "for scripts, as JSON");
  return [options] { return info(*options); };
}

Run checkVerb(VerbOptions& takes) {
  auto traces = std::make_shared<TraceArguments>();
  takes.traces(*traces);
  return [traces] { return check(*traces); };
}

}  // namespace tp::cli
