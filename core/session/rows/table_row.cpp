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

// EventRow::values, which a row as a message does not have.
struct SentValue {
  RowValue::Kind kind = RowValue::Kind::None;
  uint8_t size = 0;
  bool named = false;
  uint64_t number = 0;
  double real = 0;
  uint32_t begin = 0, end = 0;
  std::string_view name;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(atMost(self.kind, RowValue::Kind::Words), self.size, self.named, self.number, self.real);
    wire(self.begin, self.end, self.name);
  }
};

std::vector<SentValue> sentValues(const EventRow& row) {
  std::vector<SentValue> out;
  for (const ShownValue& one : row.values) {
    // What the record's own format has is sent with its other fields, where a column asks for it.
    if (row.schema != nullptr && row.schema->find(one.name) != RowSchema::kNone) continue;
    out.push_back({one.number.kind, one.number.size, one.number.named, one.number.number, one.number.real, one.begin,
                   one.end, one.name});
  }
  return out;
}

ShownValue shownValue(const SentValue& sent) {
  ShownValue out;
  out.number.kind = sent.kind;
  out.number.size = sent.size;
  out.number.named = sent.named;
  out.number.number = sent.number;
  out.number.real = sent.real;
  out.name = sent.name;
  out.begin = sent.begin;
  out.end = sent.end;
  return out;
}

// Calls `visit` with each text of a row that may be a view into a message.
template <class Visit>
void visitViews(EventRow& row, Visit&& visit) {
  EventRow::visitTexts(row, visit);
  for (ShownValue& one : row.values) visit(one.name);
}

}  // namespace

void writeTableRow(const RowKey& key, const Record& record, const EventRow& row, WireWriter& out) {
  out(key, record.time, record.track, record.depth, atMost(record.kind, RecordKind::CallerEnd), row, fieldsOf(row),
      sentValues(row));
}

TableRow readTableRow(WireReader& in) {
  TableRow out;
  EventRow& row = out.row;
  // The texts of the row are in the message, until they have a place of their own.
  std::vector<SentValue> values;
  in(out.key, out.time, out.track, out.depth, atMost(out.kind, RecordKind::CallerEnd), row, out.fields, values);
  if (in.failed()) {
    row.clear();
    return out;
  }
  for (const SentValue& one : values) row.values.push_back(shownValue(one));
  size_t size = 0;
  visitViews(row, [&](std::string_view text) { size += text.size(); });
  out.text.reserve(size);
  visitViews(row, [&](std::string_view& text) {
    const size_t at = out.text.size();
    out.text.insert(out.text.end(), text.begin(), text.end());
    text = {out.text.data() + at, text.size()};
  });
  return out;
}

}  // namespace tp
