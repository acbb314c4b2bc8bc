#include "core/analysis/numeric_field.h"

#include <cmath>

#include "core/analysis/event_fields.h"

namespace tp {
namespace {

constexpr size_t kMaxFields = 64;

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

// Splits a text at its commas, except within brackets and quotes.
std::vector<std::string_view> positional(std::string_view args) {
  std::vector<std::string_view> out;
  int depth = 0;
  bool quoted = false;
  size_t from = 0;
  auto add = [&](size_t to) {
    std::string_view one = args.substr(from, to - from);
    while (!one.empty() && one.front() == ' ') one.remove_prefix(1);
    out.push_back(one);
  };
  for (size_t i = 0; i < args.size() && out.size() < kMaxFields; ++i) {
    char c = args[i];
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    depth += (c == '(' || c == '{' || c == '[') - (c == ')' || c == '}' || c == ']');
    if (c != ',' || depth > 0) continue;
    add(i);
    from = i + 1;
  }
  add(args.size());
  return out;
}

bool isCall(const EventRow& row) {
  return row.kind == "entry" || row.kind == "entry-args";
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
  if (value.kind != RowValue::Kind::Real) return wholeNumber(value.text, out);
  if (!(std::fabs(value.real) < 9e18)) return false;
  out = std::llround(value.real);
  return true;
}

}  // namespace

bool positionalField(const EventRow& row, std::string_view field, std::string_view& out) {
  if (field == "retval") {
    out = row.words();
    return row.kind == "exit" && !out.empty();
  }
  const std::string_view words = isCall(row) ? std::string_view(row.words()) : row.entryWords;
  int64_t number = 0;
  if (field.substr(0, 3) != "arg" || words.empty() || !wholeNumber(field.substr(3), number)) return false;
  const std::vector<std::string_view> all = positional(words);
  if (number < 1 || number > static_cast<int64_t>(all.size())) return false;
  out = all[static_cast<size_t>(number) - 1];
  return true;
}

bool numericField(const EventRow& row, std::string_view field, int64_t& out) {
  std::string room;
  RowValue value;
  if (readOwn(row, field, false, room, value)) return wholeValue(value, out);
  std::string_view text;
  if (positionalField(row, field, text)) return wholeNumber(text, out);
  Number number;
  if (!readNumber(row, rowField(field), number) || !number.whole) return false;
  out = static_cast<int64_t>(number.negative ? 0 - number.magnitude : number.magnitude);
  return true;
}

std::vector<std::pair<std::string, std::string>> numericFields(const EventRow& row) {
  std::vector<std::pair<std::string, std::string>> out;
  int64_t number = 0;
  eachOwn(row, [&](std::string_view name, const RowValue& value, bool common) {
    bool known = common;
    for (const auto& one : out) known = known || one.first == name;
    if (known || !wholeValue(value, number)) return false;
    std::string text;
    appendValue(text, value);
    out.emplace_back(name, std::move(text));
    return out.size() >= kMaxFields;
  });
  if (!out.empty()) return out;
  if (row.kind == "exit" && wholeNumber(row.words(), number)) out.emplace_back("retval", row.words());
  if (!isCall(row)) return out;
  std::vector<std::string_view> all = positional(row.words());
  for (size_t i = 0; i < all.size(); ++i)
    if (wholeNumber(all[i], number)) out.emplace_back("arg" + std::to_string(i + 1), all[i]);
  return out;
}

}  // namespace tp
