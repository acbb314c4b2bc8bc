#include "core/session/rows/table_row.h"

#include <utility>

#include "core/analysis/event_fields.h"

namespace tp {
namespace {

// Returns the fields that are known from more than the row's text, as texts.
std::vector<std::pair<std::string, std::string>> fieldsOf(const EventRow& row) {
  std::vector<std::pair<std::string, std::string>> fields;
  eachGiven(row, [&](std::string_view name, const RowValue& value, bool) {
    appendNamed(fields.emplace_back(name, std::string()).second, value);
    return false;
  });
  return fields;
}

}  // namespace

void writeTableRow(const RowKey& key, const Record& record, const EventRow& row, WireWriter& out) {
  out(key, record.time, record.track, record.depth, atMost(record.kind, RecordKind::CallerEnd), row, fieldsOf(row));
}

TableRow readTableRow(WireReader& in) {
  TableRow out;
  EventRow& row = out.row;
  // The texts of the row are in the message, until they have a place of their own.
  in(out.key, out.time, out.track, out.depth, atMost(out.kind, RecordKind::CallerEnd), row, out.fields);
  if (in.failed()) {
    row.clear();
    return out;
  }
  size_t size = 0;
  EventRow::visitTexts(row, [&](std::string_view text) { size += text.size(); });
  out.text.reserve(size);
  EventRow::visitTexts(row, [&](std::string_view& text) {
    const size_t at = out.text.size();
    out.text.insert(out.text.end(), text.begin(), text.end());
    text = {out.text.data() + at, text.size()};
  });
  return out;
}

}  // namespace tp
