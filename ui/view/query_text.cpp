#include "ui/view/query_text.h"

#include <algorithm>
#include <optional>

#include "core/text/sql_words.h"

namespace tp::ui {
namespace {

using Words = std::span<const SqlWord>;

constexpr std::string_view kIds[] = {"id", "tid", "pid", "utid", "upid", "cpu"};

bool isAny(const SqlWord& word, std::initializer_list<std::string_view> keywords) {
  return std::any_of(keywords.begin(), keywords.end(), [&](std::string_view one) { return word.is(one); });
}

// The words of the last statement.
std::vector<SqlWord> lastStatement(std::string_view text) {
  std::vector<SqlWord> words = sqlWords(text);
  while (!words.empty() && words.back().text == ";") words.pop_back();
  const auto end = std::find_if(words.rbegin(), words.rend(), [](const SqlWord& word) { return word.text == ";"; });
  words.erase(words.begin(), end.base());
  return words;
}

// Calls `use(word, position)` for each word that is in no parentheses, until it returns false.
template <class Use>
void eachOuter(Words words, Use&& use) {
  int depth = 0;
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i].text == ")") --depth;
    if (depth == 0 && !use(words[i], i)) return;
    if (words[i].text == "(") ++depth;
  }
}

// What the query selects, without its names; nothing where there is no single list.
std::vector<Words> selected(Words words) {
  size_t begin = 0, end = words.size();
  bool lists = false, several = false;
  eachOuter(words, [&](const SqlWord& word, size_t at) {
    if (isAny(word, {"UNION", "EXCEPT", "INTERSECT", "VALUES", "EXPLAIN"})) several = true;
    if (word.is("SELECT") && !lists) {
      lists = true;
      begin = at + 1;
    } else if (lists && end == words.size() && isAny(word, {"FROM", "WHERE", "GROUP", "ORDER", "LIMIT"})) {
      end = at;
    }
    return true;
  });
  std::vector<Words> out;
  if (!lists || several || begin >= end) return out;
  if (isAny(words[begin], {"DISTINCT", "ALL"})) ++begin;
  const Words list = words.subspan(begin, end - begin);
  size_t from = 0;
  eachOuter(list, [&](const SqlWord& word, size_t at) {
    if (word.text != ",") return true;
    out.push_back(list.subspan(from, at - from));
    from = at + 1;
    return true;
  });
  out.push_back(list.subspan(from));
  for (Words& one : out) {
    const size_t size = one.size();
    if (size > 2 && one[size - 2].is("AS")) one = one.first(size - 2);
    // "max(dur) longest": of two names, or of one behind parentheses, the last is what it is called.
    else if (size > 1 && one[size - 1].isName() && (one[size - 2].isName() || one[size - 2].text == ")"))
      one = one.first(size - 1);
  }
  return out;
}

std::string_view nameOf(const SqlWord& word) {
  const bool quoted = word.text.size() > 1 && !isSqlLetter(word.text.front());
  return quoted ? word.text.substr(1, word.text.size() - 2) : word.text;
}

// A column, with what it is of before it, or what is computed of one; takes its words.
std::optional<ValueKind> takeValue(Words& words) {
  auto take = [&](size_t count) { words = words.subspan(count); };
  auto column = [&]() -> std::optional<ValueKind> {
    if (words.size() > 2 && words[0].isName() && words[1].text == ".") take(2);
    if (words.empty() || !words[0].isName()) return std::nullopt;
    const ValueKind kind = kindOfName(nameOf(words[0]));
    take(1);
    return kind;
  };
  if (words.size() < 2 || words[1].text != "(") return column();
  const bool sum = isAny(words[0], {"SUM", "TOTAL"}), average = words[0].is("AVG");
  if (!sum && !average && !isAny(words[0], {"MIN", "MAX"})) return std::nullopt;
  take(2);
  const std::optional<ValueKind> kind = column();
  if (!kind || words.empty() || words[0].text != ")") return std::nullopt;
  take(1);
  if (kind == ValueKind::Time && sum) return ValueKind::Other;
  if (kind == ValueKind::Id && (sum || average)) return ValueKind::Other;
  return kind;
}

// nullopt if it can't be known.
std::optional<ValueKind> kindOf(Words words) {
  const std::optional<ValueKind> first = takeValue(words);
  if (!first || words.empty()) return first;
  if (words[0].text != "-") return std::nullopt;
  words = words.subspan(1);
  const std::optional<ValueKind> second = takeValue(words);
  const bool times = first == ValueKind::Time && second == ValueKind::Time && words.empty();
  return times ? std::optional(ValueKind::Duration) : std::nullopt;
}

}  // namespace

ValueKind kindOfName(std::string_view column) {
  if (column == "ts" || column.ends_with("_ts")) return ValueKind::Time;
  if (column == "dur" || column.ends_with("_dur")) return ValueKind::Duration;
  for (std::string_view id : kIds)
    if (column == id || (column.ends_with(id) && column[column.size() - id.size() - 1] == '_')) return ValueKind::Id;
  return ValueKind::Other;
}

std::vector<ValueKind> kindsOf(std::string_view text, std::span<const std::string> columns) {
  std::vector<ValueKind> kinds;
  for (const std::string& column : columns) kinds.push_back(kindOfName(column));
  const std::vector<SqlWord> words = lastStatement(text);
  const std::vector<Words> expressions = selected(words);
  // One that stands for several columns is not counted as one.
  if (expressions.size() != columns.size()) return kinds;
  for (const Words& one : expressions)
    if (!one.empty() && one.back().text == "*") return kinds;
  for (size_t i = 0; i < kinds.size(); ++i)
    if (const std::optional<ValueKind> kind = kindOf(expressions[i]); kind && *kind != ValueKind::Other)
      kinds[i] = *kind;
  return kinds;
}

std::string plainQuery(std::string_view text) {
  std::string out;
  size_t behind = 0;
  for (const SqlWord& word : lastStatement(text)) {
    if (!out.empty() && word.at > behind) out += ' ';
    out += word.text;
    behind = word.end();
  }
  return out;
}

}  // namespace tp::ui
