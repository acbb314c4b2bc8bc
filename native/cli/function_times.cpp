#include "native/cli/function_times.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <iterator>

#include "core/export/csv_text.h"
#include "core/export/function_text.h"
#include "core/session/stacks/stacks_question.h"
#include "core/text/json_writer.h"
#include "core/text/visible_text.h"
#include "native/cli/by_states.h"

namespace tp::cli {
namespace {

void print(const std::vector<FunctionGain>& rows, const NameTable& names, const std::string& format) {
  std::string out;
  if (format == "json") {
    JsonWriter json(out, JsonWriter::Spacing::Spaced);
    json.beginArray();
    for (const FunctionGain& row : rows) {
      json.nextLine(1);
      json.beginObject();
      gainMembers(json, row, names);
      json.endObject();
    }
    json.endLine();
    json.endArray();
    out += '\n';
  } else if (format == "csv") {
    out = "name,times,total,self\n";
    for (const FunctionGain& row : rows) {
      appendCsvText(out, names.told(row.name, true));
      for (const int64_t figure : {static_cast<int64_t>(row.times), row.total, row.self})
        appendDecimal(out += ',', figure);
      out += '\n';
    }
  } else {
    std::printf("%12s %16s %16s  function\n", "times", "total", "self");
    for (const FunctionGain& row : rows)
      std::printf("%12" PRIu64 " %16" PRId64 " %16" PRId64 "  %s\n", row.times, row.total, row.self,
                  visibleText(names.told(row.name, true)).c_str());
  }
  std::fwrite(out.data(), 1, out.size(), stdout);
}

}  // namespace

int functionTimes(const FunctionOptions& options) {
  const auto column = std::find(std::begin(kGainColumns), std::end(kGainColumns), options.sort);
  if (column == std::end(kGainColumns) || !options.of.empty()) {
    complain("--by " + options.by + " takes no --of, and --sort total, self, times or name");
    return 2;
  }
  StackQuery query;
  limit(query.scope, options.range);
  query.scope.tids = options.tids;
  query.scope.functions = false;
  query.scope.states = stateWeightOf(options.by);
  query.functions = true;
  IndexedTrace trace(options.traces.threads);
  if (!openWithStates(trace, options.traces, options.tids)) return 2;
  auto question = std::make_shared<StacksQuestion>(JobKind::Gains, query, true);
  trace.ask(question);
  const NameTable& names = trace.index().names();
  const auto by = static_cast<GainColumn>(column - std::begin(kGainColumns));
  print(sortedGains(question->functions(), by, names), names, options.format);
  tellUncertain(question->sums().states, trace.index(), "functions");
  printWarnings(trace.index());
  return trace.complainOfChanges() ? 2 : 0;
}

}  // namespace tp::cli
