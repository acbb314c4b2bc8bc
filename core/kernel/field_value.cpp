#include "core/kernel/field_value.h"

namespace tp::kernel {
namespace {

using Kind = RowValue::Kind;

bool isNumberSize(uint64_t size) {
  return size == 1 || size == 2 || size == 4 || size == 8;
}

Kind kindOf(const Field& field) {
  return field.isPointer ? Kind::Address : field.isSigned ? Kind::Signed : Kind::Unsigned;
}

RowValue numberAt(const Field& field, Bytes bytes, Endian endian) {
  RowValue value;
  Cursor cursor(bytes, endian);
  const auto size = static_cast<unsigned>(bytes.size());
  value.number = field.isSigned ? static_cast<uint64_t>(cursor.signedOf(size)) : cursor.unsignedOf(size);
  value.size = static_cast<uint8_t>(size);
  if (!cursor.failed()) value.kind = kindOf(field);
  return value;
}

}  // namespace

RowValue readElement(const Field& field, uint64_t number, const Bytes& record, Endian endian) {
  if (field.form == Field::Form::Number || !isNumberSize(field.elementSize)) return {};
  const Bytes bytes = fieldBytes(field, record, endian);
  if (number >= bytes.size() / field.elementSize) return {};
  return numberAt(field, bytes.subspan(static_cast<size_t>(number * field.elementSize), field.elementSize), endian);
}

RowValue readValue(const Field& field, const Bytes& record, Endian endian, std::string& room) {
  RowValue value;
  if (field.offset > record.size()) return value;
  const size_t left = record.size() - field.offset;
  if (field.form == Field::Form::Number) {
    if (!isNumberSize(field.size) || left < field.size) return value;
    return numberAt(field, record.subspan(field.offset, field.size), endian);
  }
  const bool located = field.form == Field::Form::DataLoc || field.form == Field::Form::RelLoc;
  if (located && left < sizeof(uint32_t)) return value;
  if (field.isChar) {
    value.kind = Kind::Text;
    value.text = fieldText(field, record, endian);
    return value;
  }
  if (!isNumberSize(field.elementSize)) return value;
  const uint64_t count = fieldBytes(field, record, endian).size() / field.elementSize;
  return listValue(count, room, [&](uint64_t i) { return readElement(field, i, record, endian); });
}

}  // namespace tp::kernel
