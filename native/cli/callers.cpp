#include "native/cli/callers.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

#include "core/analysis/call_aggregator.h"
#include "core/analysis/stack_counts.h"
#include "core/decode/record_driver.h"
#include "core/export/csv_text.h"
#include "core/text/json_writer.h"
#include "core/text/nearest.h"
#include "core/text/visible_text.h"

namespace tp::cli {
namespace {

// One half of the output: the callers of the function, or its callees.
struct Half {
  const char* title;
  std::vector<DirectCall> rows;
};

// Decodes the calls once more, and counts what only one function has.
DirectCalls directCalls(TraceReader& reader, const FileSet& files, const CallScope& scope, NameId function,
                        bool callers) {
  StackQuery query;
  query.scope = scope;
  query.scope.functions = false;
  query.scope.stacks = true;
  query.shape.inverted = callers;
  (callers ? query.leaf : query.shape.focus) = function;
  const StackSpec spec = StackSpec::of(query, reader.names(), reader.tracks());
  const HeavyStacks none;
  StackCounts counts(spec, StackPass::Heavy, reader.names(), &none);
  CallAggregator calls(spec.scope, reader, counts);
  RecordBatch batch;
  for (size_t unit = 0; unit < reader.streams().size() + reader.merges().size(); ++unit) {
    if (!mayCount(spec.scope, reader, unit)) continue;
    std::unique_ptr<RecordDriver> driver = makeDriver(reader, unit);
    calls.startStream();
    while (driver->pull(batch, files) == RecordDriver::Step::Batch) calls.add(batch);
    calls.endStream();
  }
  WireWriter told;
  counts.write(told);
  const std::vector<std::byte> bytes = told.take();
  WireReader in(bytes);
  FoundStacks found;
  found.merge(in, StackPass::Heavy, false);
  return std::move(found.direct);
}

std::string nameOf(const NameTable& names, const DirectCall& row) {
  return row.name == kNoName ? std::string() : std::string(names.told(row.name, true));
}

void printJson(const FunctionStats& head, const Half (&halves)[2], const NameTable& names) {
  std::string out;
  JsonWriter json(out, JsonWriter::Spacing::Spaced);
  json.beginObject();
  json.member("name", names.told(head.name, true));
  for (const FunctionFigure figure : {FunctionFigure::Calls, FunctionFigure::Total, FunctionFigure::Self,
                                      FunctionFigure::Open, FunctionFigure::Unbegun})
    for (const FunctionColumn& column : kFunctionColumns)
      if (column.figure == figure) json.member(column.key, knownFigure(head, figure));
  for (const Half& half : halves) {
    json.setSpacing(JsonWriter::Spacing::Compact);
    json.key(half.title).beginArray();
    json.setSpacing(JsonWriter::Spacing::Spaced);
    for (const DirectCall& row : half.rows) {
      json.nextLine(1);
      json.beginObject();
      json.member("name", nameOf(names, row));
      json.member("calls", row.calls);
      json.member("within", row.within);
      json.member("open", row.open);
      json.member("total", row.total);
      json.endObject();
    }
    json.endArray();
  }
  json.endObject();
  std::printf("%s\n", out.c_str());
}

void printCsv(const Half (&halves)[2], const NameTable& names) {
  std::string out = "of,name,calls,within,open,total";
  for (const Half& half : halves)
    for (const DirectCall& row : half.rows) {
      (out += '\n') += half.title;
      out += ',';
      appendCsvText(out, nameOf(names, row));
      for (int64_t figure : {static_cast<int64_t>(row.calls), static_cast<int64_t>(row.within),
                             static_cast<int64_t>(row.open), row.total}) {
        out += ',';
        appendDecimal(out, figure);
      }
    }
  std::printf("%s\n", out.c_str());
}

void printText(const FunctionStats& head, const Half (&halves)[2], const NameTable& names) {
  auto known = [&head](FunctionFigure figure) {
    const std::optional<int64_t> one = knownFigure(head, figure);
    return one ? std::to_string(*one) : std::string("unknown");
  };
  std::printf("%s: %" PRIu64 " calls, %s total, %s self, %" PRIu64 " open, %" PRIu64 " unbegun\n",
              visibleText(names.told(head.name, true)).c_str(), head.calls, known(FunctionFigure::Total).c_str(),
              known(FunctionFigure::Self).c_str(), head.open, head.unbegun);
  for (const Half& half : halves) {
    std::printf("\n%12s %12s %12s %16s  %s\n", "calls", "within", "open", "total", half.title);
    for (const DirectCall& row : half.rows)
      std::printf("%12" PRIu64 " %12" PRIu64 " %12" PRIu64 " %16" PRId64 "  %s%s\n", row.calls, row.within, row.open,
                  row.total, row.name == kNoName ? "no caller recorded" : visibleText(nameOf(names, row)).c_str(),
                  row.name == head.name ? " (recursive)" : "");
  }
}

}  // namespace

bool printCallers(TraceReader& reader, const FileSet& files, const CallScope& scope,
                  const std::vector<FunctionStats>& functions, const FunctionOptions& options) {
  const NameTable& names = reader.names();
  auto head = std::find_if(functions.begin(), functions.end(),
                           [&](const FunctionStats& row) { return names.told(row.name, true) == options.of; });
  if (head == functions.end()) {
    std::vector<std::string> known;
    for (const FunctionStats& row : functions) known.emplace_back(names.told(row.name, true));
    complain("no function is called " + options.of + meantNames(options.of, known));
    return false;
  }
  Half halves[2] = {{"callers", {}}, {"callees", {}}};
  for (Half& half : halves)
    half.rows = directCalls(reader, files, scope, head->name, &half == halves).sorted([&](NameId name) {
      return std::string(names.told(name, true));
    });
  if (options.format == "json") {
    printJson(*head, halves, names);
  } else if (options.format == "csv") {
    printCsv(halves, names);
  } else {
    printText(*head, halves, names);
  }
  return true;
}

}  // namespace tp::cli
