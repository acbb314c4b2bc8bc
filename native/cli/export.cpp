#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/export/chrome.h"
#include "core/export/perfetto.h"
#include "core/export/speedscope.h"
#include "core/export/trace_export.h"
#include "native/cli/event_output.h"
#include "native/cli/indexed.h"

namespace tp::cli {
namespace {

std::unique_ptr<ExportWriter> makeWriter(const std::string& format, const OpenTrace& trace) {
  if (format == "chrome") return makeChromeWriter();
  if (format == "perfetto") return makePerfettoWriter();
  return makeSpeedscopeWriter(trace.files.displayName());
}

bool writeTrace(OpenTrace& trace, const ExportOptions& options, const ExportScope& scope, std::FILE* file) {
  // Tracks are known, with their names, only when everything has been seen.
  IndexedTrace indexed;
  if (!indexed.open(options.traces)) return false;
  ExportTracks tracks(indexed.index().tracks());
  for (const Lane& lane : indexed.index().lanes()) tracks.use(lane.track);

  std::unique_ptr<ExportWriter> writer = makeWriter(options.to, trace);
  TraceExport exporting(*trace.reader, trace.files, tracks, scope, *writer);
  bool terminal = isatty(STDERR_FILENO) != 0 && file != stdout;
  double shown = native::monotonicSeconds();
  std::string text;
  for (bool more = true; more;) {
    more = exporting.step(text);
    if (!writeOut(text, file)) {
      complain(options.file + ": " + std::strerror(errno));
      return false;
    }
    if (terminal && native::monotonicSeconds() - shown > 0.2) {
      shown = native::monotonicSeconds();
      std::fprintf(stderr, "\rwriting %3.0f %% ", 100 * exporting.progress());
    }
  }
  if (terminal) std::fprintf(stderr, "\r\033[K");
  return true;
}

}  // namespace

int exportTrace(const ExportOptions& options) {
  if (options.to.empty()) {
    complain("--to chrome, perfetto, speedscope or csv says what to write");
    return 2;
  }
  auto trace = openOrComplain(options.traces);
  if (!trace) return 2;
  EventSelection selection;
  selection.range = options.range;
  if (!compileOrComplain(options.filter, trace->reader->info().clock, selection.filter)) return 2;
  // Nothing is written over what cannot be read.
  std::FILE* file = options.file == "-" ? stdout : std::fopen(options.file.c_str(), "wb");
  if (file == nullptr) {
    complain(options.file + ": " + std::strerror(errno));
    return 2;
  }
  bool ok = false;
  if (options.to == "csv") {
    ok = writeEvents(*trace, selection, EventFormat::Csv, file);
    if (!ok) complain(options.file + ": " + std::strerror(errno));
  } else {
    ExportScope scope;
    if (options.range.limited()) {
      scope.from = options.range.from;
      scope.to = options.range.to;
    }
    scope.filter = selection.filter ? &*selection.filter : nullptr;
    ok = writeTrace(*trace, options, scope, file);
  }
  if (file != stdout && std::fclose(file) != 0 && ok) {
    complain(options.file + ": " + std::strerror(errno));
    ok = false;
  }
  if (!ok) return 2;
  printWarnings(*trace->reader);
  return 0;
}

}  // namespace tp::cli
