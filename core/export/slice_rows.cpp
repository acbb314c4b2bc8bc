#include "core/export/slice_rows.h"

#include <algorithm>
#include <iterator>

#include "core/export/csv_text.h"
#include "core/text/number_text.h"

namespace tp {
namespace {

constexpr std::string_view kColumns[] = {"ts",   "dur",    "self",  "state", "thread", "tid",
                                         "name", "caller", "depth", "cpu",   "args",   "retval"};
constexpr size_t kMaxFields = 24;
constexpr std::string_view kField = "args.";

const std::string* fieldOf(const SliceText& text, std::string_view name) {
  for (const SliceField& field : text.fields)
    if (field.name == name) return &field.text;
  return nullptr;
}

bool isNumberColumn(std::string_view column) {
  return column == "ts" || column == "dur" || column == "self" || column == "tid" || column == "depth" ||
         column == "cpu";
}

std::string cpuText(const ListedSlice& slice, const SliceText* text) {
  if (slice.cpu >= 0) return std::to_string(slice.cpu);
  return text != nullptr && text->cpu ? std::to_string(*text->cpu) : std::string();
}

}  // namespace

std::vector<std::string> sliceColumns(const SliceRows& rows) {
  std::vector<std::string> columns(std::begin(kColumns), std::end(kColumns));
  for (size_t i = 0; i < rows.slices.size(); ++i) {
    const SliceText* text = rows.text(i);
    if (text == nullptr) continue;
    for (const SliceField& field : text->fields) {
      if (columns.size() >= std::size(kColumns) + kMaxFields) return columns;
      const std::string name = std::string(kField) + field.name;
      if (std::find(columns.begin(), columns.end(), name) == columns.end()) columns.push_back(name);
    }
  }
  return columns;
}

std::string_view sliceState(const ListedSlice& slice) {
  if ((slice.flags & ListedSlice::kUnbegun) != 0) return "unbegun";
  if ((slice.flags & ListedSlice::kOpen) != 0) return "open";
  return (slice.flags & ListedSlice::kAtMost) != 0 ? "at most" : "";
}

std::string sliceCell(const SliceRows& rows, size_t row, std::string_view column) {
  const ListedSlice& slice = rows.slices[row].slice;
  const Track& track = rows.index.tracks()[slice.track];
  const SliceText* text = rows.text(row);
  if (column == "ts") return std::to_string(slice.begin);
  if (column == "dur") return slice.durationKnown() ? std::to_string(slice.duration) : std::string();
  if (column == "self") return slice.durationKnown() ? std::to_string(slice.self) : std::string();
  if (column == "state") return std::string(sliceState(slice));
  if (column == "thread") return track.name;
  if (column == "tid") return track.key.tid >= 0 ? std::to_string(track.key.tid) : std::string();
  if (column == "name") return std::string(rows.index.names().told(slice.name, rows.full));
  if (column == "caller") return std::string(rows.index.names().told(slice.caller, rows.full));
  if (column == "depth") return std::to_string(slice.depth);
  if (column == "cpu") return cpuText(slice, text);
  if (text == nullptr) return {};
  if (column == "args") return text->args;
  if (column == "retval") return text->result;
  if (!column.starts_with(kField)) return {};
  const std::string* field = fieldOf(*text, column.substr(kField.size()));
  return field != nullptr ? *field : std::string();
}

std::string slicesCsv(const SliceRows& rows) {
  const std::vector<std::string> columns = sliceColumns(rows);
  std::string out;
  for (const std::string& column : columns) {
    if (!out.empty()) out += ',';
    appendCsvText(out, column);
  }
  out += '\n';
  for (size_t row = 0; row < rows.slices.size(); ++row) {
    for (size_t i = 0; i < columns.size(); ++i) {
      if (i > 0) out += ',';
      appendCsvText(out, sliceCell(rows, row, columns[i]));
    }
    out += '\n';
  }
  return out;
}

void slicesJson(JsonWriter& json, const SliceRows& rows) {
  json.beginArray();
  for (size_t row = 0; row < rows.slices.size(); ++row) {
    json.nextLine(2);
    json.beginObject();
    for (std::string_view column : kColumns) {
      const std::string cell = sliceCell(rows, row, column);
      json.key(column);
      if (cell.empty() && column != "args" && column != "retval" && column != "thread")
        json.value(nullptr);
      else if (isNumberColumn(column))
        json.raw(cell);
      else
        json.value(std::string_view(cell));
    }
    json.key("fields").beginObject();
    if (const SliceText* text = rows.text(row))
      for (const SliceField& field : text->fields) json.key(field.name).value(std::string_view(field.text));
    json.endObject();
    json.endObject();
  }
  json.endArray();
}

std::string shownGroup(const TraceIndex& index, const GroupKey& key, bool full) {
  if (key.of == GroupKey::Of::Nothing) return "(none)";
  const std::string text = groupText(index, key, full);
  return text.empty() ? "\"\"" : text;
}

std::string groupText(const TraceIndex& index, const GroupKey& key, bool full) {
  if (key.of == GroupKey::Of::Nothing) return {};
  if (key.of == GroupKey::Of::Name) return std::string(index.names().told(key.id, full));
  if (key.of == GroupKey::Of::Text) return key.text;
  const Track& track = index.tracks()[key.id];
  return track.detail.empty() ? track.name : track.name + " " + track.detail;
}

GroupFigures figuresOf(const DurationCounts& durations, uint64_t count) {
  if (count == 0 || durations.size() == 0) return {};
  const std::vector<DurationCount> sorted = durations.sorted();
  return {quantile(sorted, count, 0.5), quantile(sorted, count, 0.9), quantile(sorted, count, 0.99), durations.max()};
}

void groupsJson(JsonWriter& json, const TraceIndex& index, std::span<const SliceGroup> groups, bool full) {
  json.beginArray();
  for (const SliceGroup& group : groups) {
    const GroupFigures figures = figuresOf(group.durations, group.sums.count);
    json.nextLine(2);
    json.beginObject();
    if (group.key.of == GroupKey::Of::Nothing)
      json.key("value").value(nullptr);
    else
      json.key("value").value(std::string_view(groupText(index, group.key, full)));
    json.key("count").value(group.sums.count);
    json.key("atMost").value(group.sums.atMost);
    json.key("unknown").value(group.sums.unknown);
    json.key("total").value(group.sums.total);
    json.key("self").value(group.sums.self);
    json.key("median").value(figures.median);
    json.key("p90").value(figures.p90);
    json.key("p99").value(figures.p99);
    json.key("max").value(figures.max);
    json.endObject();
  }
  json.endArray();
}

std::string groupsCsv(const TraceIndex& index, std::string_view by, std::span<const SliceGroup> groups, bool full) {
  std::string out;
  appendCsvText(out, by);
  out += ",count,unknown,total,self,median,p90,p99,max,at_most\n";
  for (const SliceGroup& group : groups) {
    const GroupFigures figures = figuresOf(group.durations, group.sums.count);
    appendCsvText(out, groupText(index, group.key, full));
    const int64_t numbers[] = {static_cast<int64_t>(group.sums.count),
                               static_cast<int64_t>(group.sums.unknown),
                               group.sums.total,
                               group.sums.self,
                               figures.median,
                               figures.p90,
                               figures.p99,
                               figures.max,
                               static_cast<int64_t>(group.sums.atMost)};
    for (int64_t number : numbers) {
      out += ',';
      appendDecimal(out, number);
    }
    out += '\n';
  }
  return out;
}

}  // namespace tp
