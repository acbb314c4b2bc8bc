#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/analysis/function_stats.h"
#include "native/cli/calls.h"

namespace tp::cli {
namespace {

void sortRows(std::vector<FunctionStats>& rows, const std::string& by, const NameTable& names) {
  FunctionFigure figure = FunctionFigure::Total;
  for (const FunctionColumn& column : kFunctionColumns)
    if (column.key == by) figure = column.figure;
  std::stable_sort(rows.begin(), rows.end(), [&](const FunctionStats& a, const FunctionStats& b) {
    int64_t first = figureOf(a, figure), second = figureOf(b, figure);
    if (by == "name" || first == second) return names.view(a.name) < names.view(b.name);
    return first > second;
  });
}

void printJson(const std::vector<FunctionStats>& rows, const NameTable& names) {
  using Json = nlohmann::ordered_json;
  Json all = Json::array();
  for (const FunctionStats& row : rows) {
    Json json;
    json["name"] = std::string(names.view(row.name));
    for (const FunctionColumn& column : kFunctionColumns) json[std::string(column.key)] = figureOf(row, column.figure);
    all.push_back(std::move(json));
  }
  std::printf("%s\n", all.dump(1, ' ', false, Json::error_handler_t::replace).c_str());
}

std::string csvField(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

void printCsv(const std::vector<FunctionStats>& rows, const NameTable& names) {
  std::printf("name");
  for (const FunctionColumn& column : kFunctionColumns)
    std::printf(",%.*s", static_cast<int>(column.key.size()), column.key.data());
  std::printf("\n");
  for (const FunctionStats& row : rows) {
    std::printf("%s", csvField(names.view(row.name)).c_str());
    for (const FunctionColumn& column : kFunctionColumns) std::printf(",%" PRId64, figureOf(row, column.figure));
    std::printf("\n");
  }
}

void printText(const std::vector<FunctionStats>& rows, const NameTable& names) {
  auto width = [](const FunctionColumn& column) {
    return column.figure == FunctionFigure::Total || column.figure == FunctionFigure::Self ? 16 : 12;
  };
  for (const FunctionColumn& column : kFunctionColumns)
    std::printf("%*.*s ", width(column), static_cast<int>(column.key.size()), column.key.data());
  std::printf(" function\n");
  for (const FunctionStats& row : rows) {
    for (const FunctionColumn& column : kFunctionColumns)
      std::printf("%*" PRId64 " ", width(column), figureOf(row, column.figure));
    std::string_view name = names.view(row.name);
    std::printf(" %.*s\n", static_cast<int>(name.size()), name.data());
  }
}

}  // namespace

int functions(const FunctionOptions& options) {
  CallScope scope;
  limit(scope, options.range);
  scope.tids = options.tids;
  scope.stacks = false;
  TraceCalls calls;
  if (!collectCalls(options.traces, scope, calls)) return 2;
  const NameTable& names = calls.trace.reader->names();
  std::vector<FunctionStats> rows = makeFunctionTable(calls.profile).rows;
  sortRows(rows, options.sort, names);
  if (options.format == "json") {
    printJson(rows, names);
  } else if (options.format == "csv") {
    printCsv(rows, names);
  } else {
    printText(rows, names);
  }
  printWarnings(calls);
  return 0;
}

}  // namespace tp::cli
