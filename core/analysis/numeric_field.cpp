#include "core/analysis/numeric_field.h"

#include <cmath>

#include "core/analysis/event_fields.h"

namespace tp {
namespace {

constexpr size_t kMostFields = 64;

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

// Between commas, those within brackets and quotes apart.
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
  for (size_t i = 0; i < args.size() && out.size() < kMostFields; ++i) {
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

bool numericField(const EventRow& row, std::string_view field, int64_t& out) {
  std::string_view value;
  if (findArg(row.args, field, value)) return wholeNumber(value, out);
  if (field == "retval") return row.kind == "exit" && wholeNumber(row.args, out);
  if (field.substr(0, 3) == "arg" && isCall(row)) {
    int64_t number = 0;
    if (!wholeNumber(field.substr(3), number)) return false;
    std::vector<std::string_view> all = positional(row.args);
    return number >= 1 && number <= static_cast<int64_t>(all.size()) &&
           wholeNumber(all[static_cast<size_t>(number) - 1], out);
  }
  Number number;
  if (!readNumber(row, rowField(field), number) || !number.whole) return false;
  out = static_cast<int64_t>(number.negative ? 0 - number.magnitude : number.magnitude);
  return true;
}

std::vector<std::pair<std::string, std::string>> numericFields(const EventRow& row) {
  std::vector<std::pair<std::string, std::string>> out;
  int64_t number = 0;
  eachArg(row.args, [&](std::string_view name, std::string_view value) {
    bool known = false;
    for (const auto& one : out) known = known || one.first == name;
    if (!known && wholeNumber(value, number)) out.emplace_back(name, value);
    return out.size() >= kMostFields;
  });
  if (!out.empty()) return out;
  if (row.kind == "exit" && wholeNumber(row.args, number)) out.emplace_back("retval", row.args);
  if (!isCall(row)) return out;
  std::vector<std::string_view> all = positional(row.args);
  for (size_t i = 0; i < all.size(); ++i)
    if (wholeNumber(all[i], number)) out.emplace_back("arg" + std::to_string(i + 1), all[i]);
  return out;
}

}  // namespace tp
