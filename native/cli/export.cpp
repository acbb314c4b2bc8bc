#include <unistd.h>

#include <optional>
#include <set>
#include <utility>

#include "core/formats/registry.h"
#include "core/session/export/export_question.h"
#include "core/text/nearest.h"
#include "native/cli/event_output.h"
#include "native/cli/export.h"
#include "native/cli/indexed.h"
#include "native/cli/verbs.h"
#include "native/output/output_file.h"

namespace tp::cli {
namespace {

std::string nameOf(const TrackKey& key) {
  int64_t number = key.kind == TrackKind::Cpu ? key.cpu : key.kind == TrackKind::Process ? key.pid : key.tid;
  return trackKindName(key.kind) + (":" + std::to_string(number));
}

// Finds the tracks of these names, in the order of their ids. Returns false (after complaining) if there is none of one
// of the names.
bool tracksOrComplain(const TrackTable& tracks, const std::vector<std::string>& wanted, std::vector<TrackId>& out) {
  std::set<TrackId> found;
  for (const std::string& name : wanted) {
    size_t before = found.size();
    for (TrackId id = 0; id < tracks.size(); ++id)
      if (nameOf(tracks[id].key) == name) found.insert(id);
    if (found.size() > before) continue;
    std::vector<std::string> known;
    for (TrackId id = 0; id < tracks.size(); ++id) known.push_back(nameOf(tracks[id].key));
    return complain("there is no track " + name + meantNames(name, known)), false;
  }
  out.assign(found.begin(), found.end());
  return true;
}

// Returns what to write of the trace, or nullopt (after complaining) if that is invalid. Tracks and their names are
// known only when the whole trace has been indexed.
std::optional<ExportRequest> requestOrComplain(const OpenTrace& trace, const ExportOptions& options) {
  IndexedTrace indexed(options.traces.threads);
  if (!indexed.open(options.traces)) return std::nullopt;
  std::vector<TrackId> tracks;
  if (!tracksOrComplain(indexed.index().tracks(), options.tracks, tracks)) return std::nullopt;
  bool limited = options.range.limited();
  return exportRequest(indexed.index(), trace.files.displayName(), exportFormat(options.to),
                       limited ? options.range.from : 0, limited ? options.range.to : -1, tracks);
}

bool writeTrace(OpenTrace& trace, const ExportOptions& options, const Filter* filter, std::FILE* file) {
  std::optional<ExportRequest> request = requestOrComplain(trace, options);
  if (!request) return false;
  std::unique_ptr<FileExport> exporting = makeFileExport(*request, *trace.reader, trace.files, filter);
  bool terminal = isatty(STDERR_FILENO) != 0 && file != stdout;
  double shown = native::monotonicSeconds();
  std::string text;
  for (bool more = true; more;) {
    more = exporting->step(text);
    if (!writeOut(text, file)) return false;
    if (terminal && native::monotonicSeconds() - shown > 0.2) {
      shown = native::monotonicSeconds();
      std::fprintf(stderr, "\rwriting %3.0f %% ", 100 * exporting->progress());
    }
  }
  if (terminal) std::fprintf(stderr, "\r\033[K");
  return true;
}

int exportTrace(const ExportOptions& options) {
  if (options.to.empty()) {
    complain("--to chrome, perfetto, speedscope, folded, csv, parquet, cut or html says what to write");
    return 2;
  }
  if (options.to == "html") return exportHtml(options);
  if (!options.view.empty() || options.visible || !options.notes.empty() || !options.page.empty())
    return complain("--view, --visible, --note and --page are those of reports: --to html"), 2;
  if (isCut(options.to)) return exportCut(options);
  if (options.file.empty()) return complain("-o says where to write"), 2;
  if (!options.tids.empty() || !options.cpus.empty() || options.anonymise || options.around || options.dryRun)
    return complain("--tid, --cpu, --anonymise, --around and --dry-run are those of cuts: --to cut, --to html"), 2;
  if (options.to == "parquet") return exportParquet(options);
  if (!options.tables.empty()) return complain("--tables are those of Parquet"), 2;
  if (!columnsOrComplain(options.columns, options.to == "csv")) return 2;
  auto trace = openOrComplain(options.traces, options.to == "csv" ? FunctionIdentity::Apart : FunctionIdentity::Merged);
  if (!trace) return 2;
  EventSelection selection;
  selection.range = options.range;
  selection.columns = options.columns;
  selection.filterText = options.filter;
  if (!compileOrComplain(options.filter, trace->reader->info().clock, selection.filter)) return 2;
  if (options.to == "folded" && selection.filter) {
    complain("folded stacks are of whole calls: --filter does not go with them");
    return 2;
  }
  // No file is replaced if the trace can't be read, or if the file is a part of the trace.
  bool standard = options.file == "-";
  native::OutputFile out;
  if (!standard && native::isAmong(options.file, options.traces.paths)) {
    complain(options.file + ": this is a part of the trace; give another file for the export");
    return 2;
  }
  if (!standard && !out.begin(options.file)) return complain(out.error()), 2;
  std::FILE* file = standard ? stdout : out.file();
  bool whole = true;
  if (options.to == "csv") {
    if (!options.tracks.empty()) {
      std::optional<ExportRequest> request = requestOrComplain(*trace, options);
      if (!request) return 2;
      selection.tracks.emplace(request->tracks, request->used);
    }
    writeEvents(*trace, selection, EventFormat::Csv, file);
  } else {
    whole = writeTrace(*trace, options, selection.filter ? &*selection.filter : nullptr, file);
  }
  // A failure to write is reported when the file is finished.
  if (!whole && std::ferror(file) == 0) return 2;
  // Half of a trace must not replace what is there.
  if (complainOfChanges(trace->files)) return 2;
  if (!standard && !out.finish()) return complain(out.error()), 2;
  tellUnknownFields(selection.filter);
  printWarnings(*trace->reader);
  return 0;
}

}  // namespace

Run exportVerb(VerbOptions& takes) {
  auto options = std::make_shared<ExportOptions>();
  std::vector<std::string> kinds{"chrome", "perfetto", "speedscope", "folded", "csv", "parquet", "cut"};
  for (const Format& format : formats())
    if (format.traits.cuts) kinds.emplace_back(format.id);
  kinds.emplace_back("html");
  takes.traces(options->traces);
  takes.signatures(options->traces);
  takes.textOrLastTime(
      "--to", options->to, options->range,
      "what to write: cut is a part of the trace in its own format, html the page with that part inside. Given once "
      "more with a number: the last time, as --from has the first",
      std::move(kinds));
  takes.firstTime(options->range,
                  "first time, in units of the trace's clock (ns, of XRay counts of the TSC); slices that reach "
                  "beyond are written whole, but in folded stacks");
  takes.text("-o,--output", options->file,
             "the file; - is standard output; of Parquet, and of cuts of folders, the folder");
  takes.compression(options->compression);
  takes.commaList("--tables", options->tables, "of Parquet, only these: slices,sched; docs/parquet.md lists them");
  takes.filter(options->filter);
  takes.columns(options->columns);
  takes.list("--track", options->tracks,
             "only these: thread:12, state:12, cpu:0, process:12; of CSV, the events of these threads and CPUs");
  takes.tids(options->tids);
  takes.commaList("--cpu", options->cpus, "of a cut and of html, only these CPUs: 0,1");
  takes.flag("--anonymise", options->anonymise,
             "of a cut and of html: numbers in place of names; docs/cuts.md says which");
  takes.flag("--around", options->around,
             "of a cut of uftrace or XRay: calls and waits that reach over an edge of the range keep their beginning "
             "and end, as in html");
  takes.flag("--dry-run", options->dryRun, "of a cut and of html: only say how large it would be");
  takes.text("--view", options->view, "of html: where it opens, as a link to a view of the whole trace");
  takes.flag("--visible", options->visible, "of html: only the times that the view shows");
  takes.list("--note", options->notes,
             "of html: a text over what the view marks or selects, else over all; '@TIME TEXT' stands at a time");
  takes.text("--page", options->page, "of html: tracepane-VERSION.html, where it is not installed with the program");
  return [options] { return exportTrace(*options); };
}

}  // namespace tp::cli
