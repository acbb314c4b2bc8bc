#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "native/cli/commands.h"
#include "native/cli/indexed.h"

namespace tp::cli {
namespace {

int64_t average(const FunctionStats& row) {
  return row.calls > 0 ? row.total / static_cast<int64_t>(row.calls) : 0;
}

void sortRows(std::vector<FunctionStats>& rows, const std::string& by, const NameTable& names) {
  auto key = [&by](const FunctionStats& row) -> int64_t {
    if (by == "self") return row.self;
    if (by == "calls") return static_cast<int64_t>(row.calls);
    if (by == "min") return row.min;
    if (by == "max") return row.max;
    if (by == "avg") return average(row);
    return row.total;
  };
  std::stable_sort(rows.begin(), rows.end(), [&](const FunctionStats& a, const FunctionStats& b) {
    if (by == "name" || key(a) == key(b)) return names.view(a.name) < names.view(b.name);
    return key(a) > key(b);
  });
}

void printJson(const std::vector<FunctionStats>& rows, const NameTable& names) {
  using Json = nlohmann::ordered_json;
  Json all = Json::array();
  for (const FunctionStats& row : rows)
    all.push_back({{"name", std::string(names.view(row.name))},
                   {"calls", row.calls},
                   {"total", row.total},
                   {"self", row.self},
                   {"avg", average(row)},
                   {"min", row.min},
                   {"max", row.max}});
  std::printf("%s\n", all.dump(1, ' ', false, Json::error_handler_t::replace).c_str());
}

std::string csvField(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

void printLines(const std::vector<FunctionStats>& rows, const NameTable& names, bool csv) {
  if (csv)
    std::printf("name,calls,total,self,avg,min,max\n");
  else
    std::printf("%16s %16s %12s %14s %14s %14s  %s\n", "total", "self", "calls", "avg", "min", "max", "function");
  for (const FunctionStats& row : rows) {
    std::string name(names.view(row.name));
    if (csv)
      std::printf("%s,%" PRIu64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 "\n",
                  csvField(name).c_str(), row.calls, row.total, row.self, average(row), row.min, row.max);
    else
      std::printf("%16" PRId64 " %16" PRId64 " %12" PRIu64 " %14" PRId64 " %14" PRId64 " %14" PRId64 "  %s\n",
                  row.total, row.self, row.calls, average(row), row.min, row.max, name.c_str());
  }
}

}  // namespace

int functions(const FunctionOptions& options) {
  IndexedTrace trace;
  if (!trace.open(options.traces)) return 2;
  bool limited = options.range.limited();
  std::vector<FunctionStats> rows =
      trace.functions(limited ? options.range.from : 1, limited ? options.range.to : 0).rows;
  sortRows(rows, options.sort, trace.index().names());
  if (options.format == "json") {
    printJson(rows, trace.index().names());
  } else {
    printLines(rows, trace.index().names(), options.format == "csv");
  }
  printWarnings(trace.index());
  return 0;
}

}  // namespace tp::cli
