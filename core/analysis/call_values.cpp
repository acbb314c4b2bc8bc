#include "core/analysis/call_values.h"

#include <algorithm>
#include <charconv>
#include <string>

namespace tp {
namespace {

constexpr size_t kMaxValues = 64;
constexpr std::string_view kArgument = "arg", kResult = "retval";

bool isCall(const EventRow& row) {
  return row.kind == "entry" || row.kind == "entry-args";
}

// Returns the position after the quote that closes the text at `at`, or 0 if none does. Only a quote at the end of the
// value closes it, since quotes within it are not escaped.
size_t quoteEnd(std::string_view words, size_t at) {
  for (size_t i = at + 1; i < words.size(); ++i) {
    if (words[i] != words[at]) continue;
    // uftrace puts an `s` behind a std::string.
    const size_t end = i + 1 < words.size() && words[i + 1] == 's' ? i + 2 : i + 1;
    if (end == words.size() || words[end] == ',') return end;
  }
  return 0;
}

bool opensText(std::string_view words, size_t at) {
  return at < words.size() && (words[at] == '"' || words[at] == '\'');
}

// Returns where the value that begins at `at` ends: at a comma outside of brackets and quotes, or with the text.
size_t valueEnd(std::string_view words, size_t at) {
  if (opensText(words, at))
    if (const size_t end = quoteEnd(words, at); end > 0) return end;
  int depth = 0;
  bool quoted = false;
  for (; at < words.size(); ++at) {
    const char c = words[at];
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    depth += (c == '(' || c == '{' || c == '[') - (c == ')' || c == '}' || c == ']');
    if (c == ',' && depth <= 0) return at;
  }
  return at;
}

RowValue ofKind(RowValue::Kind kind, std::string_view text) {
  RowValue value;
  value.kind = kind;
  value.text = text;
  return value;
}

RowValue withoutQuotes(std::string_view words) {
  return ofKind(RowValue::Kind::Text, words.substr(1, words.rfind(words[0]) - 1));
}

RowValue valueOf(std::string_view words) {
  if (opensText(words, 0) && quoteEnd(words, 0) == words.size()) return withoutQuotes(words);
  return ofKind(RowValue::Kind::Words, words);
}

// Returns a value of the text whose bounds are known, whatever it has in it.
RowValue valueOf(const ShownText& shown, const ShownValue& one) {
  const std::string_view words = shown.text.substr(std::min<size_t>(one.begin, shown.text.size()), one.end - one.begin);
  if (one.number.kind == RowValue::Kind::None)
    return opensText(words, 0) && words.size() > 1 ? withoutQuotes(words) : ofKind(RowValue::Kind::Words, words);
  RowValue value = one.number;
  value.text = words;
  return value;
}

// Calls `take(number, value)` for each argument, the first of which has number 1, until it returns true.
template <class Take>
bool eachArgument(const ShownText& shown, Take&& take) {
  size_t number = 0;
  for (const ShownValue& one : shown.values)
    if (one.name.empty() && take(++number, valueOf(shown, one))) return true;
  if (!shown.values.empty()) return false;
  const std::string_view words = shown.text;
  for (size_t at = 0; at < words.size() && number < kMaxValues;) {
    while (at < words.size() && words[at] == ' ') ++at;
    const size_t end = valueEnd(words, at);
    if (take(++number, valueOf(words.substr(at, end - at)))) return true;
    at = end + 1;
  }
  return false;
}

bool readResult(const EventRow& row, RowValue& out) {
  const ShownText shown = row.shown();
  if (row.kind != "exit" || shown.text.empty()) return false;
  out = shown.values.empty() ? valueOf(shown.text) : valueOf(shown, shown.values.front());
  return true;
}

}  // namespace

bool eachCallValue(const EventRow& row, const std::function<bool(std::string_view, const RowValue&)>& take) {
  if (RowValue result; readResult(row, result)) return take(kResult, result);
  for (const ShownValue& one : row.values)
    if (!one.name.empty() && take(one.name, valueOf(row.shown(), one))) return true;
  if (!isCall(row)) return false;
  std::string name(kArgument);
  return eachArgument(row.shown(), [&](size_t number, const RowValue& value) {
    name.replace(kArgument.size(), std::string::npos, std::to_string(number));
    return take(name, value);
  });
}

bool readCallValue(const EventRow& row, std::string_view name, RowValue& out) {
  if (name == kResult) return readResult(row, out);
  for (const ShownValue& one : row.values) {
    if (one.name.empty() || one.name != name) continue;
    out = valueOf(row.shown(), one);
    return true;
  }
  if (!name.starts_with(kArgument)) return false;
  size_t wanted = 0;
  const char* end = name.data() + name.size();
  const auto [stopped, problem] = std::from_chars(name.data() + kArgument.size(), end, wanted);
  if (problem != std::errc() || stopped != end) return false;
  return eachArgument(isCall(row) ? row.shown() : row.entry, [&](size_t number, const RowValue& value) {
    if (number == wanted) out = value;
    return number == wanted;
  });
}

}  // namespace tp
