#include "core/formats/ftrace/schema.h"

#include "core/formats/ftrace/layout.h"

namespace tp::ftrace {
namespace {

std::vector<RowSchema::Entry> entriesOf(const std::vector<std::string>& names) {
  std::vector<RowSchema::Entry> out;
  for (const std::string& name : names) out.push_back({name, false});
  return out;
}

}  // namespace

TextSchema::TextSchema(std::string system, std::string event, const std::vector<std::string>& names)
    : RowSchema(std::move(system), entriesOf(names)), event_(std::move(event)) {}

std::string_view TextSchema::textOf(Bytes record) {
  Cursor cursor(record);
  cursor.seek(kTextAt);
  const uint16_t at = cursor.u16(), size = cursor.u16();
  cursor.seek(at);
  return size > 0 ? asText(cursor.bytes(size - size_t{1})) : std::string_view();
}

RowValue TextSchema::read(size_t field, const RowBytes& of, std::string& room) const {
  (void)room;
  RowValue value;
  argumentsOf(event_, textOf(of.payload), arguments_);
  const std::string& name = fields()[field].name;
  for (const Argument& one : arguments_) {
    if (one.name != name) continue;
    const Number number = numberIn(one.value);
    constexpr uint8_t kSize = 8;
    switch (number.kind) {
      case Number::Kind::None:
        value.kind = RowValue::Kind::Text;
        value.text = one.value;
        return value;
      case Number::Kind::Real:
        value.kind = RowValue::Kind::Real;
        value.real = number.real;
        break;
      case Number::Kind::Signed:
        value.kind = RowValue::Kind::Signed;
        break;
      case Number::Kind::Unsigned:
        value.kind = RowValue::Kind::Unsigned;
        break;
      case Number::Kind::Hex:
        value.kind = RowValue::Kind::Address;
        break;
    }
    value.size = kSize;
    value.number = static_cast<uint64_t>(number.whole);
    return value;
  }
  return value;
}

RowValue TextSchema::element(size_t field, uint64_t number, const RowBytes& of) const {
  (void)field, (void)number, (void)of;
  return {};
}

}  // namespace tp::ftrace
