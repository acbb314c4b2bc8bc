#include "core/tables/record_fields.h"

#include <charconv>

#include "core/analysis/event_fields.h"

namespace tp {

Cell numberCell(const RowValue& value, std::string& room) {
  const auto number = static_cast<int64_t>(value.number);
  if (value.kind == RowValue::Kind::Signed || number >= 0) return Cell::of(number);
  room = std::to_string(value.number);
  return Cell::of(std::string_view(room));
}

int64_t partId(int64_t of, int64_t part) {
  // The steps of SplitMix64.
  uint64_t mixed = static_cast<uint64_t>(of) * 0x9e3779b97f4a7c15 + static_cast<uint64_t>(part);
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
  return static_cast<int64_t>(mixed ^ mixed >> 31);
}

void RecordFields::take(const EventRow& row, const std::optional<std::string>& key) {
  count_ = 0;
  int64_t position = 0;
  eachOwn(row, [&](std::string_view name, const RowValue& value, bool common) {
    if (common) return false;
    const int64_t at = position++;
    if (key && name != *key) return false;
    if (count_ == fields_.size()) fields_.emplace_back();
    Field& field = fields_[count_++];
    field.key = name;
    field.shown.clear();
    appendNamed(field.shown, value);
    field.value = value;
    field.position = at;
    return false;
  });
}

Cell RecordFields::value(size_t at) {
  const Field& field = fields_[at];
  if (field.value.kind == RowValue::Kind::Signed || field.value.kind == RowValue::Kind::Unsigned)
    return numberCell(field.value, room_);
  if (field.value.kind == RowValue::Kind::Real) return Cell::of(field.value.real);
  if (field.value.isWhole()) {
    room_.clear();
    appendValue(room_, field.value);
    return Cell::of(std::string_view(room_));
  }
  int64_t number = 0;
  const char* end = field.shown.data() + field.shown.size();
  const auto [stopped, problem] = std::from_chars(field.shown.data(), end, number);
  const bool isNumber = field.value.kind == RowValue::Kind::Words && problem == std::errc() && stopped == end;
  return isNumber ? Cell::of(number) : Cell::of(std::string_view(field.shown));
}

}  // namespace tp
