#include "core/session/rows/table_row.h"

#include <type_traits>

#include "core/analysis/event_fields.h"

namespace tp {
namespace {

void writeFields(const EventRow& row, WireWriter& out) {
  uint32_t count = 0;
  const size_t at = out.reserve32();
  std::string room, text;
  for (size_t i = 0; row.schema != nullptr && i < row.schema->fields().size(); ++i) {
    const RowValue value = row.schema->read(i, row.bytes, room);
    if (value.kind == RowValue::Kind::None) continue;
    text.clear();
    appendValue(text, value);
    out.putString(row.schema->fields()[i].name);
    out.putString(text);
    ++count;
  }
  out.patch(at, count);
}

}  // namespace

void writeKey(const RowKey& key, WireWriter& out) {
  out.put(key.time);
  out.put(key.stream);
  out.put(key.position);
}

RowKey readKey(WireReader& in) {
  RowKey key;
  key.time = in.get<Time>();
  key.stream = in.get<uint32_t>();
  key.position = in.get<uint64_t>();
  return key;
}

void writeTableRow(const RowKey& key, const Record& record, const EventRow& row, WireWriter& out) {
  writeKey(key, out);
  out.put(record.time);
  out.put(record.track);
  out.put(record.depth);
  out.put(record.kind);
  EventRow::visitNumbers(row, [&](auto number) { out.put(number); });
  EventRow::visitTexts(row, [&](std::string_view text) { out.putString(text); });
  out.putString(row.words());
  writeFields(row, out);
}

TableRow readTableRow(WireReader& in) {
  TableRow out;
  out.key = readKey(in);
  out.time = in.get<Time>();
  out.track = in.get<TrackId>();
  out.depth = in.get<uint16_t>();
  out.kind = in.get<RecordKind>();
  EventRow& row = out.row;
  EventRow::visitNumbers(row, [&](auto& number) { number = in.get<std::remove_reference_t<decltype(number)>>(); });
  // Into the message, until they have a place of their own.
  size_t size = 0;
  EventRow::visitTexts(row, [&](std::string_view& text) { size += (text = in.getString()).size(); });
  row.args = in.getString();
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) {
    std::string_view name = in.getString(), value = in.getString();
    if (!in.failed()) out.fields.emplace_back(name, value);
  }
  if (in.failed()) {
    row.clear();
    return out;
  }
  out.text.reserve(size);
  EventRow::visitTexts(row, [&](std::string_view& text) {
    const size_t at = out.text.size();
    out.text.insert(out.text.end(), text.begin(), text.end());
    text = {out.text.data() + at, text.size()};
  });
  return out;
}

}  // namespace tp
