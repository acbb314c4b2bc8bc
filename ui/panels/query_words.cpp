#include "ui/panels/query_words.h"

#include <algorithm>
#include <cctype>
#include <unordered_set>

#include "core/text/sql_words.h"
#include "ui/base/folded.h"

namespace tp::ui {
namespace {

constexpr std::string_view kKeywords[] = {
    "SELECT",    "FROM",     "WHERE",        "GROUP BY",    "ORDER BY", "LIMIT",     "HAVING", "JOIN",
    "LEFT JOIN", "ON",       "USING",        "AS",          "AND",      "OR",        "NOT",    "IN",
    "LIKE",      "GLOB",     "BETWEEN",      "IS NULL",     "CASE",     "WHEN",      "THEN",   "ELSE",
    "END",       "DISTINCT", "DESC",         "ASC",         "WITH",     "UNION ALL", "OFFSET", "VALUES",
    "EXPLAIN",   "OVER",     "PARTITION BY", "IS NOT NULL", "EXCEPT",   "INTERSECT",
};
constexpr std::string_view kFunctions[] = {
    "count(",  "sum(",  "min(",   "max(",    "avg(",   "total(",      "group_concat(", "coalesce(",   "ifnull(",
    "iif(",    "abs(",  "round(", "length(", "lower(", "upper(",      "substr(",       "instr(",      "replace(",
    "printf(", "cast(", "lag(",   "lead(",   "rank(",  "row_number(", "first_value(",  "last_value(", "ntile(",
};

bool sameLetters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return folded(x) == folded(y); });
}

bool beginsWith(std::string_view word, std::string_view begin) {
  return word.size() >= begin.size() && sameLetters(word.substr(0, begin.size()), begin);
}

// What SQL has is written as the word before it was begun.
std::string inCaseOf(std::string_view typed, std::string_view word) {
  std::string out(word);
  if (!typed.empty() && std::islower(static_cast<unsigned char>(typed.front())) != 0)
    std::transform(out.begin(), out.end(), out.begin(), folded);
  return out;
}

bool namesTable(const SqlWord& word) {
  return word.is("FROM") || word.is("JOIN");
}

}  // namespace

size_t wordBegin(std::string_view text, size_t caret) {
  size_t at = std::min(caret, text.size());
  while (at > 0 && isSqlLetter(text[at - 1])) --at;
  return at;
}

void QueryWords::take(const SqlResult& columns) {
  tables_.clear();
  values_.clear();
  tablesOf_.clear();
  if (columns.columns().size() != 3) return;
  for (size_t row = 0; row < columns.rows(); ++row) {
    const std::string_view table = columns.cell(row, 0).text;
    if (table == "a value" || table == "a table") {
      (table == "a value" ? values_ : tablesOf_)
          .push_back({std::string(columns.cell(row, 1).text), std::string(columns.cell(row, 2).text)});
      continue;
    }
    if (tables_.empty() || tables_.back().name != table) tables_.push_back({std::string(table), {}});
    tables_.back().columns.push_back({std::string(columns.cell(row, 1).text), std::string(columns.cell(row, 2).text)});
  }
}

const QueryWords::Table* QueryWords::find(std::string_view name) const {
  const auto at =
      std::find_if(tables_.begin(), tables_.end(), [&](const Table& table) { return sameLetters(table.name, name); });
  return at != tables_.end() ? &*at : nullptr;
}

const QueryWords::Table* QueryWords::called(std::string_view name, std::string_view text) const {
  const std::vector<SqlWord> words = sqlWords(text);
  for (size_t i = 1; i < words.size(); ++i) {
    if (!sameLetters(words[i].text, name)) continue;
    const size_t table = words[i - 1].is("AS") && i > 1 ? i - 2 : i - 1;
    if (const Table* found = find(words[table].text)) return found;
  }
  return find(name);
}

std::vector<OfferedWord> QueryWords::offers(std::string_view text, size_t caret) const {
  const size_t begin = wordBegin(text, caret);
  const std::string_view typed = text.substr(begin, std::min(caret, text.size()) - begin);
  std::vector<OfferedWord> found;
  std::unordered_set<std::string> seen;
  auto offer = [&](std::string word, std::string about) {
    if (beginsWith(word, typed) && seen.insert(word).second) found.push_back({std::move(word), std::move(about)});
  };
  auto offerColumns = [&](const Table& table) {
    for (const Column& column : table.columns) offer(column.name, "of " + table.name + ": " + column.about);
  };
  if (begin > 0 && text[begin - 1] == '.') {
    const size_t name = wordBegin(text, begin - 1);
    if (const Table* table = called(text.substr(name, begin - 1 - name), text)) offerColumns(*table);
    return found;
  }
  const std::vector<SqlWord> before = sqlWords(text.substr(0, begin));
  const bool table = !before.empty() && namesTable(before.back());
  if (!table) {
    std::vector<const Table*> named;
    for (const SqlWord& word : sqlWords(text))
      if (const Table* one = find(word.text); one != nullptr) named.push_back(one);
    for (const Table* one : named) offerColumns(*one);
    if (named.empty())
      for (const Table& one : tables_) offerColumns(one);
  }
  for (const Table& one : tables_) offer(one.name, "table");
  if (table) {
    for (const OfferedWord& one : tablesOf_) offer(one.text, one.about);
    return found;
  }
  // Nothing was typed: what can stand nearly everywhere would hide the rest.
  if (typed.empty()) return found;
  for (const OfferedWord& one : values_) offer(one.text, one.about);
  for (std::string_view word : kFunctions) offer(std::string(word), "function");
  for (std::string_view word : kKeywords) offer(inCaseOf(typed, word), "");
  return found;
}

}  // namespace tp::ui
