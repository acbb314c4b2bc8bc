#include "core/analysis/numeric_field.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/event_fields.h"

namespace tp {
namespace {

constexpr size_t kMaxFields = 64;

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

}  // namespace

bool wholeNumber(std::string_view text, int64_t& out) {
  Number number;
  size_t length = 0;
  if (!parseNumber(text, number, length) || (length < text.size() && isLetter(text[length]))) return false;
  if (number.whole) {
    out = static_cast<int64_t>(number.negative ? 0 - number.magnitude : number.magnitude);
    return true;
  }
  if (!(std::fabs(number.value) < 9e18)) return false;
  out = std::llround(number.value);
  return true;
}

namespace {

bool wholeValue(const RowValue& value, int64_t& out) {
  if (value.isWhole()) {
    out = static_cast<int64_t>(value.number);
    return true;
  }
  if (value.kind == RowValue::Kind::Text) return false;
  if (value.kind != RowValue::Kind::Real) return wholeNumber(value.text, out);
  if (!(std::fabs(value.real) < 9e18)) return false;
  out = std::llround(value.real);
  return true;
}

}  // namespace

bool numericField(const EventRow& row, std::string_view field, int64_t& out) {
  std::string room;
  RowValue value;
  if (readOwn(row, field, false, room, value)) return wholeValue(value, out);
  Number number;
  if (!readNumber(row, rowField(field), number) || !number.whole) return false;
  out = static_cast<int64_t>(number.negative ? 0 - number.magnitude : number.magnitude);
  return true;
}

std::string fieldUnit(const EventRow& row, std::string_view field) {
  constexpr size_t kMax = 8;
  std::string_view text;
  Number number;
  size_t length = 0;
  if (!findArg(row.words(), field, text) || !parseNumber(text, number, length)) return {};
  std::string_view unit = text.substr(length);
  if (!unit.starts_with(" [") || !unit.ends_with(']')) return {};
  unit = unit.substr(2, unit.size() - 3);
  const bool word = std::all_of(unit.begin(), unit.end(), [](char c) { return isLetter(c) || c == '/' || c == '%'; });
  return word && unit.size() <= kMax ? std::string(unit) : std::string();
}

std::vector<std::pair<std::string, std::string>> numericFields(const EventRow& row) {
  std::vector<std::pair<std::string, std::string>> out;
  int64_t number = 0;
  eachOwn(row, [&](std::string_view name, const RowValue& value, bool common) {
    bool known = common;
    for (const auto& one : out) known = known || one.first == name;
    if (known || !wholeValue(value, number)) return false;
    std::string text;
    appendNamed(text, value);
    out.emplace_back(name, std::move(text));
    return out.size() >= kMaxFields;
  });
  return out;
}

}  // namespace tp
