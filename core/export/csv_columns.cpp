#include "core/export/csv_columns.h"

#include <algorithm>

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

CsvColumns CsvColumns::all(bool joined) {
  const uint8_t uses = joined ? RowFieldInfo::kCsv | RowFieldInfo::kCsvOfJoined : RowFieldInfo::kCsv;
  std::vector<std::string> names;
  for (const RowFieldInfo& field : kRowFields)
    if ((field.uses & uses) != 0) names.emplace_back(field.name);
  CsvColumns columns(names);
  for (Column& column : columns.columns_) column.orOwn = false;
  return columns;
}

CsvColumns::CsvColumns(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    Column column;
    column.name = column.field = name;
    if (begins(name, kFieldPrefix) || begins(name, kTextPrefix)) {
      column.field = name.substr(kFieldPrefix.size());
      column.wordsFirst = begins(name, kTextPrefix);
    } else if (const RowField known = rowField(name); known != RowField::None && infoOf(known).name == name) {
      column.known = known;
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
  return std::any_of(columns_.begin(), columns_.end(), [](const Column& column) { return isLasted(column.known); });
}

std::vector<std::string> CsvColumns::empty() const {
  std::vector<std::string> names;
  for (const Column& column : columns_)
    if (asked_ && !column.had) names.push_back(column.name);
  return names;
}

void CsvColumns::append(std::string& out, const EventRow& row, const RowLasted& lasted) {
  asked_ = true;
  std::string room;
  for (Column& column : columns_) {
    if (&column != columns_.data()) out += ',';
    const size_t before = out.size();
    appendCell(out, row, column, lasted, room);
    column.had = column.had || out.size() > before;
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
void CsvColumns::appendCell(std::string& out, const EventRow& row, const Column& column, const RowLasted& lasted,
                            std::string& room) {
  if (isLasted(column.known)) {
    const Time time = column.known == RowField::Waited ? lasted.waited : lasted.duration;
    if (time != RowLasted::kUnknown) return appendDecimal(out, time);
  }
  const RowValue value = readField(row, column.known, room);
  if (value.isWhole()) return appendValue(out, value);
  if (value.kind != RowValue::Kind::None) return appendCsvText(out, value.text);
  const bool own = column.known != RowField::Args && column.known != RowField::Trace;
  if (column.known == RowField::None || (column.orOwn && own)) appendOwn(out, row, column);
}

}  // namespace tp
