#include <cstdio>

#include "core/export/scheduling_text.h"
#include "core/session/scheduling/scheduling_question.h"
#include "native/cli/indexed.h"
#include "native/cli/verbs.h"

namespace tp::cli {
namespace {

struct SchedulingOptions {
  TraceArguments traces;
  std::string format = "text";
  TimeRange range;
};

int scheduling(const SchedulingOptions& options) {
  IndexedTrace trace(options.traces.threads);
  if (!trace.open(options.traces)) return 2;
  SchedulingScope scope;
  if (options.range.limited()) scope = {options.range.from, options.range.to};
  auto question = std::make_shared<SchedulingQuestion>(scope);
  trace.ask(question);
  const std::string note = trace.complainOfRange(options.range);
  // Where nothing is recorded, nothing is listed.
  const Scheduling found = note.empty() ? question->scheduling() : Scheduling();
  std::string text;
  if (options.format == "json")
    text = schedulingJson(found, trace.index(), note);
  else if (options.format == "csv")
    text = schedulingCsv(found, trace.index());
  else if (note.empty())
    text = schedulingReport(found, trace.index());
  std::fwrite(text.data(), 1, text.size(), stdout);
  printWarnings(trace.index());
  return trace.complainOfChanges() ? 2 : 0;
}

}  // namespace

Run schedulingVerb(VerbOptions& takes) {
  auto options = std::make_shared<SchedulingOptions>();
  takes.traces(options->traces);
  takes.text("--format", options->format, "text if not given", {"text", "csv", "json"});
  takes.range(options->range);
  return [options] { return scheduling(*options); };
}

}  // namespace tp::cli
