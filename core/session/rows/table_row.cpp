#include "core/session/rows/table_row.h"

#include <utility>

#include "core/analysis/event_fields.h"

namespace tp {
namespace {

// Returns the fields that the trace's description gives the row, as texts.
std::vector<std::pair<std::string_view, std::string>> fieldsOf(const EventRow& row) {
  std::vector<std::pair<std::string_view, std::string>> fields;
  std::string room;
  for (size_t i = 0; row.schema != nullptr && i < row.schema->fields().size(); ++i) {
    const RowValue value = row.schema->read(i, row.bytes, room);
    if (value.kind == RowValue::Kind::None) continue;
    appendValue(fields.emplace_back(row.schema->fields()[i].name, std::string()).second, value);
  }
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
