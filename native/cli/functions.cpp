#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>

#include "core/analysis/function_stats.h"
#include "core/export/csv_text.h"
#include "core/export/function_text.h"
#include "core/text/characters.h"
#include "core/text/json_writer.h"
#include "core/text/visible_text.h"
#include "native/cli/by_states.h"
#include "native/cli/callers.h"
#include "native/cli/function_times.h"
#include "native/cli/verbs.h"

namespace tp::cli {
namespace {

void sortRows(std::vector<FunctionStats>& rows, const std::string& by, const NameTable& names) {
  FunctionFigure figure = FunctionFigure::Total;
  for (const FunctionColumn& column : kFunctionColumns)
    if (column.key == by) figure = column.figure;
  std::stable_sort(rows.begin(), rows.end(), [&](const FunctionStats& a, const FunctionStats& b) {
    // What is not known comes last.
    const std::optional<int64_t> first = knownFigure(a, figure), second = knownFigure(b, figure);
    if (by == "name" || first == second) return names.before(a.name, b.name);
    return first > second;
  });
}

// If there are several traces, their names and the figures of each.
struct Apart {
  const FunctionTable& table;
  const std::vector<TracePart>& parts;

  size_t count() const { return std::min(table.traces, parts.size()); }
};

// The figures of each trace.
constexpr std::array kApart = {"calls", "total", "self"};

std::vector<std::string> headsOf(const Apart& apart) {
  std::vector<std::string> out;
  for (size_t i = 0; i < apart.count(); ++i)
    for (const char* figure : kApart) out.push_back(std::string(figure) + " in " + apart.parts[i].name);
  return out;
}

// The width of a column of a trace, in characters.
int apartWidth(const std::string& head) {
  return static_cast<int>(std::max<size_t>(12, characterCount(visibleText(head))));
}

void printJson(const std::vector<FunctionStats>& rows, const NameTable& names, const Apart& apart) {
  std::string out;
  JsonWriter json(out, JsonWriter::Spacing::Spaced);
  json.beginArray();
  for (const FunctionStats& row : rows) {
    json.nextLine(1);
    json.beginObject();
    functionMembers(json, apart.table, row, names, apart.parts);
    json.endObject();
  }
  json.endLine();
  json.endArray();
  std::printf("%s\n", out.c_str());
}

void printCsv(const std::vector<FunctionStats>& rows, const NameTable& names, const Apart& apart) {
  std::string out = "name";
  for (const FunctionColumn& column : kFunctionColumns) (out += ',') += column.key;
  out += ",at_most";
  for (const std::string& head : headsOf(apart)) {
    out += ',';
    appendCsvText(out, head);
  }
  for (const FunctionStats& row : rows) {
    out += '\n';
    appendCsvText(out, names.told(row.name, true));
    for (const FunctionColumn& column : kFunctionColumns) {
      out += ',';
      if (std::optional<int64_t> figure = knownFigure(row, column.figure)) appendDecimal(out, *figure);
    }
    appendDecimal(out += ',', static_cast<int64_t>(row.atMost));
    for (size_t i = 0; i < apart.count(); ++i) {
      const TraceFigures& figures = apart.table.of(row, i);
      for (int64_t figure : {static_cast<int64_t>(figures.calls), figures.total, figures.self}) {
        out += ',';
        appendDecimal(out, figure);
      }
    }
  }
  std::printf("%s\n", out.c_str());
}

void printText(const std::vector<FunctionStats>& rows, const NameTable& names, const Apart& apart) {
  auto width = [](const FunctionColumn& column) {
    return column.figure == FunctionFigure::Total || column.figure == FunctionFigure::Self ? 16 : 12;
  };
  for (const FunctionColumn& column : kFunctionColumns)
    std::printf("%*.*s ", width(column), static_cast<int>(column.key.size()), column.key.data());
  const std::vector<std::string> heads = headsOf(apart);
  for (const std::string& head : heads) std::printf("%*s ", apartWidth(head), visibleText(head).c_str());
  std::printf(" function\n");
  for (const FunctionStats& row : rows) {
    for (const FunctionColumn& column : kFunctionColumns) {
      if (std::optional<int64_t> figure = knownFigure(row, column.figure)) {
        const bool doubted = column.figure == FunctionFigure::Self && row.selfDoubt > 0;
        const char* sign = doubted ? "~" : row.isAtMost(column.figure) ? "<=" : "";
        std::printf("%*s ", width(column), (sign + std::to_string(*figure)).c_str());
      } else {
        std::printf("%*s ", width(column), "-");
      }
    }
    for (size_t i = 0; i < apart.count(); ++i) {
      const TraceFigures& figures = apart.table.of(row, i);
      size_t head = i * kApart.size();
      for (const int64_t figure : {static_cast<int64_t>(figures.calls), figures.total, figures.self})
        std::printf("%*lld ", apartWidth(heads[head++]), static_cast<long long>(figure));
    }
    std::printf(" %s\n", visibleText(names.told(row.name, true)).c_str());
  }
}

int functions(const FunctionOptions& options) {
  if (!options.by.empty() || !options.counter.empty()) return functionTimes(options);
  if (options.sort == kGainColumns[static_cast<size_t>(GainColumn::Times)]) {
    complain("--sort times goes with --by and --counter");
    return 2;
  }
  CallScope scope;
  limit(scope, options.range);
  scope.tids = options.tids;
  scope.stacks = false;
  TraceCalls calls;
  if (!collectCalls(options.traces, scope, calls)) return 2;
  if (std::string samples = samplesInstead(calls.trace.reader->info(), !calls.profile.functions.empty());
      !samples.empty()) {
    FunctionOptions again = options;
    again.counter = std::move(samples);
    return functions(again);
  }
  const NameTable& names = calls.trace.reader->names();
  tellUnknownThreads(options.tids, calls.trace.reader->tracks());
  const FunctionTable table = makeFunctionTable(calls.profile, names, calls.apart);
  if (!options.of.empty()) {
    const bool printed = printCallers(*calls.trace.reader, calls.trace.files, scope, table.rows, options);
    printWarnings(*calls.trace.reader);
    return complainOfChanges(calls.trace.files) || !printed ? 2 : 0;
  }
  tellCountedTwice(options.tids, calls.trace.reader->info(), calls.trace.reader->tracks());
  std::vector<FunctionStats> rows = table.rows;
  const Apart apart{table, calls.trace.reader->info().parts};
  sortRows(rows, options.sort, names);
  if (options.format == "json") {
    printJson(rows, names, apart);
  } else if (options.format == "csv") {
    printCsv(rows, names, apart);
  } else {
    printText(rows, names, apart);
  }
  printWarnings(*calls.trace.reader);
  return complainOfChanges(calls.trace.files) ? 2 : 0;
}

}  // namespace

Run functionsVerb(VerbOptions& takes) {
  auto options = std::make_shared<FunctionOptions>();
  takes.traces(options->traces);
  takes.signatures(options->traces);
  takes.text("--format", options->format, "text if not given", {"text", "csv", "json"});
  takes.text(
      "--by", options->by,
      "functions by their time on the CPU (running), waiting for one (runnable), blocked, blocked on disk, or all "
      "of these (off-cpu), in place of how long calls took",
      stateWords());
  takes.text("--counter", options->counter,
             "functions by how much a counter grew in them, in place of time; of a profile: \"samples of cycles\", or "
             "\"cycles\"");
  takes.text(
      "--sort", options->sort, "total if not given",
      {"total", "self", "calls", "avg", "min", "median", "p90", "p99", "max", "open", "unbegun", "times", "name"});
  takes.text("--of", options->of, "who calls this function, and what it calls, each call once");
  takes.range(options->range);
  takes.tids(options->tids);
  return [options] { return functions(*options); };
}

}  // namespace tp::cli
