#include "core/export/csv_columns.h"

#include <algorithm>
#include <iterator>

#include "core/analysis/event_fields.h"
#include "core/export/csv_text.h"
#include "core/trace/number_text.h"

namespace tp {
namespace {

constexpr std::string_view kFieldPrefix = "args.";

}  // namespace

constexpr CsvColumns::Known CsvColumns::kAll[] = {
    {What::Time, "ts"},       {What::Kind, "kind"},   {What::Name, "name"}, {What::Cpu, "cpu"},
    {What::Pid, "pid"},       {What::Tid, "tid"},     {What::Comm, "comm"}, {What::Buffer, "buffer"},
    {What::Stream, "stream"}, {What::Depth, "depth"}, {What::Addr, "addr"}, {What::Tsc, "tsc"},
    {What::Id, "id"},         {What::Count, "count"}, {What::Args, "args"}, {What::Trace, "trace"}};

CsvColumns CsvColumns::all(bool joined) {
  std::vector<std::string> names;
  for (const Known& known : kAll)
    if (joined || known.what != What::Trace) names.emplace_back(known.name);
  return CsvColumns(names);
}

CsvColumns::CsvColumns(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    Column column;
    column.name = column.field = name;
    auto known = std::find_if(std::begin(kAll), std::end(kAll), [&](const Known& one) { return one.name == name; });
    if (known != std::end(kAll)) {
      column.what = known->what;
    } else if (name.size() > kFieldPrefix.size() && name.compare(0, kFieldPrefix.size(), kFieldPrefix) == 0) {
      column.field = name.substr(kFieldPrefix.size());
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

void CsvColumns::append(std::string& out, const EventRow& row) const {
  for (const Column& column : columns_) {
    if (&column != columns_.data()) out += ',';
    appendValue(out, row, column);
  }
  out += '\n';
}

void CsvColumns::appendValue(std::string& out, const EventRow& row, const Column& column) {
  auto number = [&](uint32_t field, auto value) {
    if (row.present & field) appendDecimal(out, value);
  };
  switch (column.what) {
    case What::Time:
      return appendDecimal(out, row.time);
    case What::Kind:
      return appendCsvText(out, row.kind);
    case What::Name:
      return appendCsvText(out, row.name);
    case What::Cpu:
      return number(EventRow::kCpu, row.cpu);
    case What::Pid:
      return number(EventRow::kPid, row.pid);
    case What::Tid:
      return number(EventRow::kTid, row.tid);
    case What::Comm:
      return appendCsvText(out, row.comm);
    case What::Buffer:
      return appendCsvText(out, row.buffer);
    case What::Stream:
      return appendCsvText(out, row.stream);
    case What::Depth:
      return number(EventRow::kDepth, row.depth);
    case What::Addr:
      if (row.present & EventRow::kAddr) appendHex(out, row.addr);
      return;
    case What::Tsc:
      return number(EventRow::kTsc, row.tsc);
    case What::Id:
      return number(EventRow::kId, row.id);
    case What::Count:
      return number(EventRow::kCount, row.count);
    case What::Args:
      return appendCsvText(out, row.args);
    case What::Trace:
      return appendCsvText(out, row.trace);
    case What::Field:
      if (std::string_view value; findArg(row.args, column.field, value)) appendCsvText(out, value);
      return;
  }
}

}  // namespace tp
