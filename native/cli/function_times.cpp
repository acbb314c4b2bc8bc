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

void printRow(const FunctionGain& row, const NameTable& names) {
  std::printf("%12" PRIu64 " %16" PRId64 " %16" PRId64 "  %s\n", row.times, row.total, row.self,
              visibleText(names.told(row.name, true)).c_str());
}

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
    for (const FunctionGain& row : rows) printRow(row, names);
  }
  std::fwrite(out.data(), 1, out.size(), stdout);
}

// Returns the direct callers of a function, or what it calls.
std::vector<DirectCall> directCalls(IndexedTrace& trace, StackQuery query, NameId function, bool callers) {
  query.functions = false;
  query.scope.stacks = true;
  query.levels = 2;
  query.shape.inverted = callers;
  (callers ? query.leaf : query.shape.focus) = function;
  auto question = std::make_shared<StacksQuestion>(callers ? JobKind::Callers : JobKind::Callees, query, true);
  trace.ask(question);
  const NameTable& names = trace.index().names();
  return question->direct().sorted([&](NameId name) { return std::string(names.told(name, true)); });
}

// Prints one function, and below it who called it, and what it called, each of these by what was gained there.
int printDirect(IndexedTrace& trace, const StackQuery& query, const std::vector<FunctionGain>& rows,
                const FunctionOptions& options) {
  const NameTable& names = trace.index().names();
  const NameId function = names.find(options.of);
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const FunctionGain& row) { return row.name == function; });
  if (function == kNoName || found == rows.end()) {
    complain("no function is called " + options.of);
    return 2;
  }
  std::string csv = "of,name,times,total\n";
  const bool text = options.format == "text";
  if (text) std::printf("%12s %16s %16s  function\n", "times", "total", "self");
  if (text) printRow(*found, names);
  for (const bool callers : {true, false}) {
    const char* title = callers ? "callers" : "callees";
    if (text) std::printf("\n%12s %16s  %s\n", "times", "total", title);
    for (const DirectCall& row : directCalls(trace, query, function, callers)) {
      const std::string name = row.name == kNoName ? std::string() : std::string(names.told(row.name, true));
      if (text)
        std::printf("%12" PRIu64 " %16" PRId64 "  %s\n", row.calls, row.total,
                    row.name == kNoName ? "no caller recorded" : visibleText(name).c_str());
      appendCsvText((csv += title) += ',', name);
      appendDecimal(csv += ',', static_cast<int64_t>(row.calls));
      appendDecimal(csv += ',', row.total);
      csv += '\n';
    }
  }
  if (!text) std::fwrite(csv.data(), 1, csv.size(), stdout);
  return 0;
}

}  // namespace

int functionTimes(const FunctionOptions& options) {
  const bool counted = !options.counter.empty();
  const auto column = std::find(std::begin(kGainColumns), std::end(kGainColumns), options.sort);
  if (column == std::end(kGainColumns)) {
    complain("--by and --counter take --sort total, self, times or name");
    return 2;
  }
  if ((counted && !options.by.empty()) || (!counted && !options.of.empty()) ||
      (!options.of.empty() && options.format == "json")) {
    complain("--by takes neither --of nor --counter, and --counter no --of with --format json");
    return 2;
  }
  StackQuery query;
  limit(query.scope, options.range);
  query.scope.tids = options.tids;
  query.scope.functions = false;
  query.scope.states = stateWeightOf(options.by);
  query.scope.counter = options.counter;
  query.functions = true;
  IndexedTrace trace(options.traces.threads);
  if (counted) {
    if (!trace.open(options.traces,
                    options.traces.signatures ? FunctionIdentity::Signatures : FunctionIdentity::Merged))
      return 2;
    tellUnknownThreads(options.tids, trace.index().tracks());
    if (!counterOrComplain(trace.index().tracks(), trace.index().info(), options.counter)) return 2;
  } else if (!openWithStates(trace, options.traces, options.tids)) {
    return 2;
  }
  auto question = std::make_shared<StacksQuestion>(JobKind::Gains, query, true);
  trace.ask(question);
  const NameTable& names = trace.index().names();
  const auto by = static_cast<GainColumn>(column - std::begin(kGainColumns));
  const std::vector<FunctionGain> rows = sortedGains(question->functions(), by, names);
  if (!options.of.empty()) {
    if (const int status = printDirect(trace, query, rows, options); status != 0) return status;
  } else {
    print(rows, names, options.format);
  }
  tellUncertain(question->sums().states, trace.index(), "functions");
  printWarnings(trace.index());
  return trace.complainOfChanges() ? 2 : 0;
}

}  // namespace tp::cli
