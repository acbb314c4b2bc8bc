#include "core/export/function_text.h"

#include <algorithm>

namespace tp {

void functionMembers(JsonWriter& json, const FunctionTable& table, const FunctionStats& row, const NameTable& names,
                     const std::vector<TracePart>& parts) {
  json.member("name", names.told(row.name, true));
  for (const FunctionColumn& column : kFunctionColumns) json.member(column.key, knownFigure(row, column.figure));
  json.member("atMost", row.atMost);
  json.member("maxAtMost", row.maxAtMost);
  json.member("selfDoubt", row.selfDoubt);
  json.member("openTotal", row.openTotal);
  json.member("openSelf", row.openSelf);
  const size_t traces = std::min(table.traces, parts.size());
  if (traces == 0) return;
  json.key("traces").beginArray();
  for (size_t i = 0; i < traces; ++i) {
    const TraceFigures& own = table.of(row, i);
    json.beginObject();
    json.member("trace", parts[i].name);
    json.member("calls", own.calls);
    json.member("total", own.total);
    json.member("self", own.self);
    json.member("atMost", own.atMost);
    json.member("selfDoubt", own.selfDoubt);
    json.endObject();
  }
  json.endArray();
}

void gainMembers(JsonWriter& json, const FunctionGain& row, const NameTable& names) {
  json.member("name", names.told(row.name, true));
  json.member("times", row.times);
  json.member("total", row.total);
  json.member("self", row.self);
  json.member("atMost", row.atMost);
  json.member("selfAtMost", row.selfAtMost);
}

}  // namespace tp
