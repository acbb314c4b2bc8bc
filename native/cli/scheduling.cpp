#include <cstdio>

#include "core/export/scheduling_text.h"
#include "core/session/scheduling/scheduling_question.h"
#include "native/cli/commands.h"
#include "native/cli/indexed.h"

namespace tp::cli {

int scheduling(const SchedulingOptions& options) {
  IndexedTrace trace(options.traces.threads);
  if (!trace.open(options.traces)) return 2;
  SchedulingScope scope;
  if (options.range.limited()) scope = {options.range.from, options.range.to};
  auto question = std::make_shared<SchedulingQuestion>(scope);
  trace.ask(question);
  const Scheduling& found = question->scheduling();
  std::string text = options.format == "json"  ? schedulingJson(found, trace.index())
                     : options.format == "csv" ? schedulingCsv(found, trace.index())
                                               : schedulingReport(found, trace.index());
  std::fwrite(text.data(), 1, text.size(), stdout);
  printWarnings(trace.index());
  return trace.complainOfChanges() ? 2 : 0;
}

}  // namespace tp::cli
