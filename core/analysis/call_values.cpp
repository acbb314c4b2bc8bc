#include "core/analysis/call_values.h"

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

RowValue valueOf(std::string_view words) {
  RowValue value;
  value.kind = RowValue::Kind::Words;
  value.text = words;
  if (!opensText(words, 0) || quoteEnd(words, 0) != words.size()) return value;
  value.kind = RowValue::Kind::Text;
  value.text = words.substr(1, words.rfind(words[0]) - 1);
  return value;
}

// Calls `take(number, value)` for each argument, the first of which has number 1, until it returns true.
template <class Take>
bool eachArgument(std::string_view words, Take&& take) {
  for (size_t at = 0, number = 1; at < words.size() && number <= kMaxValues; ++number) {
    while (at < words.size() && words[at] == ' ') ++at;
    const size_t end = valueEnd(words, at);
    if (take(number, valueOf(words.substr(at, end - at)))) return true;
    at = end + 1;
  }
  return false;
}

bool readResult(const EventRow& row, RowValue& out) {
  if (row.kind != "exit" || row.words().empty()) return false;
  out = valueOf(row.words());
  return true;
}

}  // namespace

bool eachCallValue(const EventRow& row, const std::function<bool(std::string_view, const RowValue&)>& take) {
  if (RowValue result; readResult(row, result)) return take(kResult, result);
  if (!isCall(row)) return false;
  std::string name(kArgument);
  return eachArgument(row.words(), [&](size_t number, const RowValue& value) {
    name.replace(kArgument.size(), std::string::npos, std::to_string(number));
    return take(name, value);
  });
}

bool readCallValue(const EventRow& row, std::string_view name, RowValue& out) {
  if (name == kResult) return readResult(row, out);
  if (!name.starts_with(kArgument)) return false;
  size_t wanted = 0;
  const char* end = name.data() + name.size();
  const auto [stopped, problem] = std::from_chars(name.data() + kArgument.size(), end, wanted);
  if (problem != std::errc() || stopped != end) return false;
  return eachArgument(isCall(row) ? std::string_view(row.words()) : row.entryWords,
                      [&](size_t number, const RowValue& value) {
                        if (number == wanted) out = value;
                        return number == wanted;
                      });
}

}  // namespace tp
