#include <algorithm>

#include "core/text/nearest.h"
#include "native/cli/event_output.h"
#include "native/cli/verbs.h"

namespace tp::cli {
namespace {

struct EventOptions {
  TraceArguments traces;
  std::string format = "text";
  TimeRange range;
  std::string filter;                // empty: all
  std::vector<std::string> streams;  // names; empty: all
  std::vector<std::string> columns;  // of CSV; empty: all
};

int events(const EventOptions& options) {
  EventFormat format = options.format == "jsonl" ? EventFormat::Jsonl
                       : options.format == "csv" ? EventFormat::Csv
                                                 : EventFormat::Text;
  if (!columnsOrComplain(options.columns, format == EventFormat::Csv)) return 2;
  auto trace = openOrComplain(options.traces, FunctionIdentity::Apart);
  if (!trace) return 2;
  EventSelection selection;
  selection.range = options.range;
  selection.columns = options.columns;
  selection.filterText = options.filter;
  if (!compileOrComplain(options.filter, trace->reader->info().clock, selection.filter)) return 2;
  std::vector<std::string> known;
  for (size_t i = 0; i < trace->reader->streams().size(); ++i) {
    const std::string& name = known.emplace_back(trace->reader->streams()[i].name);
    if (std::find(options.streams.begin(), options.streams.end(), name) != options.streams.end())
      selection.streams.push_back(i);
  }
  bool whole = true;
  for (const std::string& name : options.streams) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    complain("no stream is called " + name + meantNames(name, known));
    whole = false;
  }
  if (!whole) return 2;
  if (!writeEvents(*trace, selection, format, stdout)) return 2;
  tellUnknownFields(selection.filter);
  printWarnings(*trace->reader);
  return complainOfChanges(trace->files) ? 2 : 0;
}

}  // namespace

Run eventsVerb(VerbOptions& takes) {
  auto options = std::make_shared<EventOptions>();
  takes.traces(options->traces);
  // Every verb takes it, but records in their order are read by one.
  takes.hide("--threads");
  takes.signatures(options->traces);
  takes.text("--format", options->format, "text if not given", {"text", "csv", "jsonl"});
  takes.range(options->range);
  takes.filter(options->filter);
  takes.columns(options->columns);
  takes.list("--stream", options->streams, "only the streams of these names");
  return [options] { return events(*options); };
}

}  // namespace tp::cli
