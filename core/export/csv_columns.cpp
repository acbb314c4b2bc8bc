#include "core/export/csv_columns.h"

#include <algorithm>
#include <iterator>

#include "core/analysis/event_fields.h"
#include "core/export/csv_text.h"
#include "core/text/number_text.h"

namespace tp {
namespace {

// Prefixes for the format's fields, and for those in a record's text.
constexpr std::string_view kFieldPrefix = "args.", kTextPrefix = "text.";

bool begins(const std::string& name, std::string_view prefix) {
  return name.size() > prefix.size() && name.compare(0, prefix.size(), prefix) == 0;
}

}  // namespace

constexpr CsvColumns::Known CsvColumns::kAll[] = {
    {What::Time, "ts"},       {What::Kind, "kind"},   {What::Name, "name"},   {What::Cpu, "cpu"},
    {What::Pid, "pid"},       {What::Tid, "tid"},     {What::Comm, "comm"},   {What::Buffer, "buffer"},
    {What::Stream, "stream"}, {What::Depth, "depth"}, {What::Addr, "addr"},   {What::Tsc, "tsc"},
    {What::Id, "id"},         {What::Count, "count"}, {What::Flags, "flags"}, {What::Args, "args"},
    {What::Trace, "trace"},   {What::Duration, "dur"}};

CsvColumns CsvColumns::all(bool joined) {
  std::vector<std::string> names;
  for (const Known& known : kAll)
    if (known.what != What::Duration && (joined || known.what != What::Trace)) names.emplace_back(known.name);
  CsvColumns columns(names);
  for (Column& column : columns.columns_) column.orOwn = false;
  return columns;
}

CsvColumns::CsvColumns(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    Column column;
    column.name = column.field = name;
    auto known = std::find_if(std::begin(kAll), std::end(kAll), [&](const Known& one) { return one.name == name; });
    if (known != std::end(kAll)) {
      column.what = known->what;
    } else if (begins(name, kFieldPrefix) || begins(name, kTextPrefix)) {
      column.field = name.substr(kFieldPrefix.size());
      column.wordsFirst = begins(name, kTextPrefix);
    }
    columns_.push_back(std::move(column));
  }
}

void CsvColumns::appendHeader(std::string& out) const {
  for (const Column& column : columns_) {
    if (&column != columns_.data()) out += ',';
    appendCsvText(out, column.name);
  }
  out += '\n';
}

bool CsvColumns::usesDuration() const {
  return std::any_of(columns_.begin(), columns_.end(),
                     [](const Column& column) { return column.what == What::Duration; });
}

void CsvColumns::append(std::string& out, const EventRow& row, Time duration) const {
  for (const Column& column : columns_) {
    if (&column != columns_.data()) out += ',';
    appendCell(out, row, column, duration);
  }
  out += '\n';
}

void CsvColumns::appendOwn(std::string& out, const EventRow& row, const Column& column) {
  std::string room, text;
  RowValue value;
  if (readOwn(row, column.field, column.wordsFirst, room, value)) {
    appendValue(text, value);
    return appendCsvText(out, text);
  }
  std::string_view own;
  if (column.orOwn && !column.wordsFirst && readText(row, rowField(column.field), room, own)) appendCsvText(out, own);
}

// If the row itself has no value, the format may have one by the name that was asked for.
void CsvColumns::appendCell(std::string& out, const EventRow& row, const Column& column, Time duration) {
  auto number = [&](uint32_t field, auto value) {
    if (row.present & field) return appendDecimal(out, value);
    if (column.orOwn) appendOwn(out, row, column);
  };
  auto text = [&](std::string_view value) {
    if (!value.empty()) return appendCsvText(out, value);
    if (column.orOwn) appendOwn(out, row, column);
  };
  switch (column.what) {
    case What::Time:
      return appendDecimal(out, row.time);
    case What::Kind:
      return text(row.kind);
    case What::Name:
      return text(row.name);
    case What::Cpu:
      return number(EventRow::kCpu, row.cpu);
    case What::Pid:
      return number(EventRow::kPid, row.pid);
    case What::Tid:
      return number(EventRow::kTid, row.tid);
    case What::Comm:
      return text(row.comm);
    case What::Buffer:
      return text(row.buffer);
    case What::Stream:
      return text(row.stream);
    case What::Depth:
      return number(EventRow::kDepth, row.depth);
    case What::Addr:
      if (row.present & EventRow::kAddr) return appendHex(out, row.addr);
      return text({});
    case What::Tsc:
      return number(EventRow::kTsc, row.tsc);
    case What::Id:
      return number(EventRow::kId, row.id);
    case What::Count:
      return number(EventRow::kCount, row.count);
    case What::Flags:
      return text(flagsText(row));
    case What::Args:
      return appendCsvText(out, row.words());
    case What::Duration:
      if (duration != RowLasted::kUnknown) return appendDecimal(out, duration);
      return text({});
    case What::Trace:
      return appendCsvText(out, row.trace);
    case What::Field:
      return appendOwn(out, row, column);
  }
}

}  // namespace tp
