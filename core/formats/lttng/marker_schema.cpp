#include "core/formats/lttng/marker_schema.h"

#include <cstring>

namespace tp::lttng {
namespace {

using Kind = RowValue::Kind;

std::vector<RowSchema::Entry> namesOf(const Marker& marker) {
  std::vector<RowSchema::Entry> out;
  for (const Field& field : marker.fields) out.push_back({field.name, false});
  return out;
}

double realOf(const Field& field, uint64_t bits) {
  if (field.size == sizeof(float)) {
    const auto half = static_cast<uint32_t>(bits);
    float single = 0;
    std::memcpy(&single, &half, sizeof single);
    return static_cast<double>(single);
  }
  double value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// Makes the value of a field that is not text.
RowValue numberOf(const Field& field, uint64_t number) {
  RowValue value;
  value.number = number;
  value.size = field.size;
  value.kind = field.kind == FieldKind::Signed                               ? Kind::Signed
               : field.kind == FieldKind::Pointer || field.conversion == 'p' ? Kind::Address
                                                                             : Kind::Unsigned;
  if (field.kind != FieldKind::Float) return value;
  value.kind = Kind::Real;
  value.real = realOf(field, number);
  return value;
}

RowValue elementAt(const Field& field, uint64_t number, const FieldValue& of) {
  const bool isNumber = field.kind != FieldKind::Raw && field.kind != FieldKind::Text;
  if (!isNumber || field.size == 0 || number >= of.text.size() / field.size) return {};
  Cursor cursor(std::as_bytes(std::span(of.text.data(), of.text.size())), field.network ? Endian::Big : of.endian);
  cursor.seek(static_cast<size_t>(number * field.size));
  const bool isSigned = field.kind == FieldKind::Signed;
  return numberOf(field, isSigned ? static_cast<uint64_t>(cursor.signedOf(field.size)) : cursor.unsignedOf(field.size));
}

RowValue listOf(const Field& field, const FieldValue& of, std::string& room) {
  if (field.kind != FieldKind::Raw)
    return listValue(of.number, room, [&](uint64_t i) { return elementAt(field, i, of); });
  RowValue value;
  value.kind = Kind::List;
  room.clear();
  appendBytes(room, of.text.substr(0, kMaxListed));
  value.text = room;
  return value;
}

}  // namespace

MarkerSchema::MarkerSchema(const Marker& marker, std::string_view name, const Manner& manner, SymbolTables& symbols)
    : RowSchema(std::string(channelOf(name)), namesOf(marker)), marker_(marker), manner_(manner), symbols_(symbols) {}

bool MarkerSchema::find(size_t field, const RowBytes& of, FieldValue& out) const {
  if (manner_.firstInHeader && field == 0) {
    out.number = of.inHeader;
    return true;
  }
  const size_t offset = marker_.fields[field].offset;
  if (marker_.fixed && !manner_.firstInHeader) {
    if (offset > of.payload.size()) return false;
    Cursor cursor(of.payload.subspan(offset), manner_.endian);
    out = readField(marker_.fields[field], cursor);
    return !cursor.failed();
  }
  Cursor cursor(of.payload, manner_.endian);
  for (size_t i = manner_.firstInHeader ? 1 : 0; i <= field; ++i) {
    out = readField(marker_.fields[i], cursor);
    if (cursor.failed()) return false;
  }
  return true;
}

RowValue MarkerSchema::read(size_t at, const RowBytes& of, std::string& room) const {
  const Field& field = marker_.fields[at];
  FieldValue found;
  if (!find(at, of, found)) return {};
  RowValue value;
  value.kind = Kind::Text;
  if (field.kind == FieldKind::String) {
    value.text = found.text;
  } else if (field.kind == FieldKind::Text && field.repeated) {
    value.text = found.text.substr(0, found.text.find('\0'));
  } else if (field.kind == FieldKind::Text) {
    room.assign(found.number == 0 ? 0 : 1, static_cast<char>(found.number));
    value.text = room;
  } else {
    return field.repeated ? listOf(field, found, room) : numberOf(field, found.number);
  }
  return value;
}

RowValue MarkerSchema::element(size_t at, uint64_t number, const RowBytes& of) const {
  FieldValue found;
  if (!marker_.fields[at].repeated || !find(at, of, found)) return {};
  return elementAt(marker_.fields[at], number, found);
}

void MarkerSchema::print(const RowBytes& of, std::string& out) const {
  Cursor cursor(of.payload, manner_.endian);
  const size_t first = manner_.firstInHeader ? 1 : 0;
  auto add = [&](size_t i, const Field& field, const FieldValue& value) {
    if (i > 0) out += ", ";
    appendField(out, field, value, manner_.decimalOnly);
    if (marker_.symbols != Symbols::None && i == marker_.symbolField)
      symbols_.append(out, marker_.symbols, value.number, of.time);
  };
  if (first > 0) add(0, marker_.fields[0], FieldValue{of.inHeader, {}});
  walkFields(marker_, cursor, first, add);
}

}  // namespace tp::lttng
