#include "core/sql/sql_macros.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "core/sql/sql_names.h"
#include "core/text/sql_words.h"

namespace tp {
namespace {

using Words = std::span<const SqlWord>;

// Returns what stands between commas in the brackets that open at the front; the words behind them are left in `rest`.
// nullopt if they do not close.
std::optional<std::vector<Words>> listOf(Words words, Words& rest) {
  std::vector<Words> out;
  int open = 0;
  size_t from = 1;
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i].text == "(") ++open;
    const bool ends = words[i].text == ")" && --open == 0;
    if (ends || (words[i].text == "," && open == 1)) {
      if (i > from || !ends) out.push_back(words.subspan(from, i - from));
      from = i + 1;
    }
    if (!ends) continue;
    rest = words.subspan(i + 1);
    return out;
  }
  return std::nullopt;
}

class Writing {
 public:
  Writing(const std::string& text, SqlMacroUse& use) : text_(text), use_(use) {}

  Writing& operator<<(std::string_view made) {
    use_.select += made;
    return *this;
  }
  // What stands in the text.
  Writing& operator<<(Words words) {
    const size_t from = words.front().at, size = words.back().end() - from;
    use_.pieces.push_back({use_.select.size(), from, size});
    use_.select.append(text_, from, size);
    return *this;
  }

 private:
  const std::string& text_;
  SqlMacroUse& use_;
};

bool isEmpty(Words words) {
  return words.empty();
}

bool overlapCount(const std::vector<Words>& given, bool grouped, Writing& out) {
  if (given.size() != (grouped ? 4u : 3u) || std::any_of(given.begin(), given.end(), isEmpty)) return false;
  const auto ends = [&](std::string_view time, std::string_view step) -> Writing& {
    out << "SELECT " << given[1] << time;
    if (time.empty()) {
      out << " AS ts";
    } else {
      out << given[2] << " AS ts";
    }
    out << ", " << step << " AS step";
    if (grouped) out << ", " << given[3] << " AS group_name";
    return out << " FROM " << given[0];
  };
  out << "SELECT ts, sum(sum(step)) OVER (" << (grouped ? "PARTITION BY group_name " : "") << "ORDER BY ts) AS value"
      << (grouped ? ", group_name" : "") << " FROM (";
  ends("", "1") << " UNION ALL ";
  ends(" + ", "-1") << " WHERE " << given[2] << " <> -1) GROUP BY ts" << (grouped ? ", group_name" : "");
  return true;
}

bool intersection(const std::vector<Words>& given, Writing& out) {
  constexpr size_t kMaxTables = 5;
  Words rest;
  if (given.size() != 2 || isEmpty(given[0]) || isEmpty(given[1])) return false;
  const std::optional<std::vector<Words>> tables = listOf(given[0], rest);
  if (!tables || !isEmpty(rest)) return false;
  const std::optional<std::vector<Words>> columns = listOf(given[1], rest);
  if (!columns || !isEmpty(rest) || tables->size() < 2 || tables->size() > kMaxTables) return false;
  if (std::any_of(tables->begin(), tables->end(), isEmpty) || std::any_of(columns->begin(), columns->end(), isEmpty))
    return false;
  std::string begins, ends, ids, names, joins;
  const auto of = [](size_t table) { return "t" + std::to_string(table); };
  const auto endOf = [&](size_t table) {
    return "iif(" + of(table) + ".dur = -1, 9223372036854775807, " + of(table) + ".ts + " + of(table) + ".dur)";
  };
  for (size_t i = 0; i < tables->size(); ++i) {
    begins += (i == 0 ? "" : ", ") + of(i) + ".ts";
    ends += (i == 0 ? "" : ", ") + endOf(i);
    names += ", id_" + std::to_string(i);
    ids += ", " + of(i) + ".id AS id_" + std::to_string(i);
    for (size_t j = 0; j < i; ++j)
      joins += " AND " + of(j) + ".ts < " + endOf(i) + " AND " + of(i) + ".ts < " + endOf(j);
  }
  out << "SELECT __begin AS ts, iif(__end = 9223372036854775807, -1, __end - __begin) AS dur" << names;
  for (Words column : *columns) out << ", " << column;
  out << " FROM (SELECT max(" << begins << ") AS __begin, min(" << ends << ") AS __end" << ids;
  for (Words column : *columns) out << ", t0." << column << " AS " << column;
  out << " FROM ";
  for (size_t i = 0; i < tables->size(); ++i) out << (i == 0 ? "" : " JOIN ") << (*tables)[i] << " AS " << of(i);
  out << " ON true" << joins;
  for (Words column : *columns)
    for (size_t i = 1; i < tables->size(); ++i) out << " AND t0." << column << " = " << of(i) << "." << column;
  out << ")";
  return true;
}

bool isMacro(const SqlWord& word) {
  return word.is("INTERVALS_OVERLAP_COUNT") || word.is("INTERVALS_OVERLAP_COUNT_BY_GROUP") ||
         word.is("_INTERVAL_INTERSECT");
}

bool write(const SqlWord& name, const std::vector<Words>& given, Writing& out) {
  if (name.is("_INTERVAL_INTERSECT")) return intersection(given, out);
  return overlapCount(given, name.is("INTERVALS_OVERLAP_COUNT_BY_GROUP"), out);
}

}  // namespace

std::optional<std::vector<SqlMacroUse>> takeMacros(std::string& text, SqlError& error) {
  constexpr size_t kMax = 100;
  std::vector<SqlMacroUse> out;
  if (text.find('!') == std::string::npos) return out;
  // The last one first, so that the arguments of those before have none.
  for (size_t before = text.size();;) {
    const std::vector<SqlWord> words = sqlWords(text);
    size_t last = words.size();
    for (size_t i = 0; i + 2 < words.size() && words[i].at < before; ++i)
      if (words[i].isName() && words[i + 1].text == "!" && words[i + 2].text == "(") last = i;
    if (last == words.size()) return out;
    const SqlWord name = words[last];
    before = name.at;
    if (!isMacro(name) || out.size() == kMax) {
      error = {isMacro(name) ? "these are too many macros" : "there is no macro " + std::string(name.text), name.at};
      return std::nullopt;
    }
    Words rest;
    const std::optional<std::vector<Words>> given = listOf(Words(words).subspan(last + 2), rest);
    SqlMacroUse use;
    Writing writing(text, use);
    if (!given || !write(name, *given, writing)) {
      error = {std::string(name.text) + " takes other arguments (docs/sql.md)", name.at};
      return std::nullopt;
    }
    use.at = name.at;
    use.end = words[words.size() - rest.size() - 1].end();
    use.name = "__macro_" + std::to_string(out.size());
    // Those in its arguments stand where it stood.
    for (SqlMacroUse& inner : out)
      if (inner.at < use.end && inner.at > use.at) inner.at = use.at;
    text.replace(use.at, use.end - use.at, use.name + std::string(use.end - use.at - use.name.size(), ' '));
    out.push_back(std::move(use));
  }
}

}  // namespace tp
