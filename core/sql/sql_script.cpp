#include "core/sql/sql_script.h"

#include <algorithm>
#include <span>

#include "core/text/sql_words.h"

namespace tp {
namespace {

using Words = std::span<const SqlWord>;

// Whether the statement begins with these keywords; `_` stands for any word.
bool begins(Words words, std::initializer_list<std::string_view> keywords) {
  if (words.size() < keywords.size()) return false;
  return std::equal(keywords.begin(), keywords.end(), words.begin(),
                    [](std::string_view keyword, const SqlWord& word) { return keyword == "_" || word.is(keyword); });
}

// Leaves out a keyword at the beginning, if it is there.
Words without(Words words, std::string_view keyword) {
  return !words.empty() && words.front().is(keyword) ? words.subspan(1) : words;
}

std::string quoted(std::string_view name) {
  std::string out = "\"";
  for (char c : name) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

// The name as it is meant: without quotes.
std::string plain(const SqlWord& word) {
  const char first = word.text.front();
  const char quote = first == '[' ? ']' : first;
  if ((first != '"' && first != '`' && first != '[') || word.text.size() < 2) return std::string(word.text);
  std::string out;
  for (size_t i = 1; i + 1 < word.text.size(); ++i) {
    out += word.text[i];
    if (word.text[i] == quote && word.text[i + 1] == quote) ++i;
  }
  return out;
}

// What one side of a SPAN_JOIN is.
struct Side {
  const SqlWord* table = nullptr;
  std::string partition;  // empty: none
  std::vector<std::string> columns;

  bool has(std::string_view column) const { return std::find(columns.begin(), columns.end(), column) != columns.end(); }
  // When a span ends, and which spans have an end: one of unknown duration does not, unless the table says.
  std::string end(const std::string& as) const {
    return has("end_ts") ? as + ".end_ts" : "(" + as + ".ts + " + as + ".dur)";
  }
  std::string known(const std::string& as) const { return has("end_ts") ? "" : " AND " + as + ".dur >= 0"; }
};

class Reading {
 public:
  Reading(std::string_view text, const ColumnsOf& columnsOf, SqlError& error)
      : text_(text), columnsOf_(columnsOf), error_(error) {}

  std::optional<SqlScript> read() {
    const std::vector<SqlWord> words = sqlWords(text_);
    std::vector<Words> statements = split(words);
    bool any = false;
    while (!statements.empty()) {
      const Words statement = statements.front();
      const Understood understood = prepare(statement);
      if (understood == Understood::Failed) return std::nullopt;
      if (understood == Understood::No) break;
      any = true;
      statements.erase(statements.begin());
    }
    if (!any) {
      script_.query = text_;
      script_.pieces = {{0, 0, text_.size()}};
      return std::move(script_);
    }
    if (statements.empty()) {
      error_ = {"there is no query behind what it needs", text_.size()};
      return std::nullopt;
    }
    // Up to the end of the text: it is for SQLite to say what is wrong there.
    Words query = statements.front();
    if (script_.query.empty()) {
      keep(query.front().at, text_.size());
      return std::move(script_);
    }
    const bool with = query.front().is("WITH");
    if (with) query = query.subspan(1);
    const bool recursive = with && begins(query, {"RECURSIVE"});
    if (recursive) query = query.subspan(1);
    insert(recursive ? "WITH RECURSIVE " : "WITH ");
    if (with) script_.query += ", ";
    if (!query.empty()) keep(query.front().at, text_.size());
    return std::move(script_);
  }

 private:
  enum class Understood : uint8_t { No, Yes, Failed };

  static std::vector<Words> split(Words words) {
    std::vector<Words> out;
    size_t from = 0;
    for (size_t i = 0; i <= words.size(); ++i) {
      if (i < words.size() && words[i].text != ";") continue;
      if (i > from) out.push_back(words.subspan(from, i - from));
      from = i + 1;
    }
    return out;
  }

  Understood fail(std::string message, size_t at) {
    error_ = {std::move(message), at};
    return Understood::Failed;
  }

  Understood prepare(Words words) {
    if (begins(words, {"INCLUDE", "PERFETTO", "MODULE"})) return Understood::Yes;
    if (begins(words, {"DROP", "_", "IF", "EXISTS"}) || begins(words, {"DROP", "PERFETTO", "_", "IF", "EXISTS"}))
      return Understood::Yes;
    if (!begins(words, {"CREATE"})) return Understood::No;
    Words rest = words.subspan(1);
    if (begins(rest, {"OR", "REPLACE"})) rest = rest.subspan(2);
    rest = without(without(rest, "TEMP"), "TEMPORARY");
    const bool perfetto = begins(rest, {"PERFETTO"});
    rest = without(rest, "PERFETTO");
    if (perfetto && begins(rest, {"INDEX"})) return Understood::Yes;
    if (perfetto && (begins(rest, {"FUNCTION"}) || begins(rest, {"MACRO"})))
      return fail("functions and macros can't be made: write what they do into the query", rest.front().at);
    if (begins(rest, {"VIRTUAL", "TABLE"})) return virtualTable(rest.subspan(2), words.front().at);
    const bool table = begins(rest, {"TABLE"});
    if (!table && !begins(rest, {"VIEW"})) return Understood::No;
    rest = rest.subspan(1);
    if (begins(rest, {"IF", "NOT", "EXISTS"})) rest = rest.subspan(3);
    return named(rest, table, words.front().at);
  }

  // NAME[(COLUMNS)] AS SELECT ...
  Understood named(Words rest, bool table, size_t at) {
    if (rest.empty() || !rest.front().isName()) return fail("expected the name of a table or view", at);
    const std::string name = plain(rest.front());
    rest = rest.subspan(1);
    std::string columns;
    if (!rest.empty() && rest.front().text == "(") {
      // "ts INT, dur INT": of each, the name.
      bool first = true;
      size_t i = 1;
      for (; i < rest.size() && rest[i].text != ")"; ++i) {
        if (first) columns += (columns.empty() ? "(" : ", ") + quoted(plain(rest[i]));
        first = rest[i].text == ",";
      }
      columns += columns.empty() ? "" : ")";
      rest = rest.subspan(std::min(i + 1, rest.size()));
    }
    if (rest.size() < 2 || !rest.front().is("AS")) return fail("expected AS and a SELECT behind " + name, at);
    begin(quoted(name) + columns + (table ? " AS MATERIALIZED (" : " AS ("));
    keep(rest[1].at, rest.back().end());
    script_.query += "\n)";
    return Understood::Yes;
  }

  // NAME USING SPAN_JOIN(A [PARTITIONED COLUMN], B [PARTITIONED COLUMN])
  Understood virtualTable(Words rest, size_t at) {
    if (!begins(rest, {"_", "USING"}) || rest.size() < 3)
      return fail("expected CREATE VIRTUAL TABLE NAME USING SPAN_JOIN(...)", at);
    const std::string name = plain(rest.front());
    if (!rest[2].is("SPAN_JOIN")) return fail("only SPAN_JOIN is known", rest[2].at);
    Words given = rest.subspan(3);
    Side sides[2];
    size_t side = 0;
    const bool framed = given.size() > 2 && given.front().text == "(" && given.back().text == ")";
    for (size_t i = 1; framed && side < 2 && i + 1 < given.size(); ++side) {
      sides[side].table = &given[i++];
      if (i + 2 < given.size() && given[i].is("PARTITIONED")) {
        sides[side].partition = plain(given[i + 1]);
        i += 2;
      }
      if (i + 1 < given.size() && given[i++].text != ",") return fail("expected a comma", given[i - 1].at);
    }
    if (side < 2) return fail("SPAN_JOIN has two tables: SPAN_JOIN(A PARTITIONED COLUMN, B PARTITIONED COLUMN)", at);
    for (Side& one : sides)
      if (!complete(one)) return Understood::Failed;
    begin(quoted(name) + " AS (" + joined(sides[0], sides[1]) + ")");
    return Understood::Yes;
  }

  bool complete(Side& side) {
    SqlError why;
    const std::string from = "SELECT * FROM " + quoted(plain(*side.table));
    auto columns = columnsOf_(script_.query.empty() ? from : "WITH " + script_.query + " " + from, why);
    if (!columns) {
      error_ = {why.message, side.table->at};
      return false;
    }
    side.columns = std::move(*columns);
    for (std::string_view column : {std::string_view("ts"), std::string_view("dur"), std::string_view(side.partition)})
      if (!column.empty() && !side.has(column))
        error_ = {std::string(side.table->text) + " has no column " + std::string(column), side.table->at};
    return error_.message.empty();
  }

  // What both spans have in common. If both sides are partitioned, spans of equal values are joined.
  static std::string joined(const Side& a, const Side& b) {
    const std::string from = "max(a.ts, b.ts)", to = "min(" + a.end("a") + ", " + b.end("b") + ")";
    std::string out = "SELECT " + from + " AS ts, " + to + " - " + from + " AS dur";
    const std::string& partition = a.partition.empty() ? b.partition : a.partition;
    std::vector<std::string> taken{"ts", "dur", "end_ts"};
    auto add = [&](const std::string& as, const std::string& column, bool again) {
      std::string name = column;
      if (std::find(taken.begin(), taken.end(), name) != taken.end()) {
        if (!again) return;
        name += "_2";
      }
      taken.push_back(name);
      out += ", " + as + "." + quoted(column) + " AS " + quoted(name);
    };
    if (!partition.empty()) add(a.partition.empty() ? "b" : "a", partition, false);
    for (const std::string& column : a.columns) add("a", column, false);
    for (const std::string& column : b.columns) add("b", column, column != b.partition && !isTime(column));
    out += " FROM " + quoted(plain(*a.table)) + " AS a JOIN " + quoted(plain(*b.table)) + " AS b ON ";
    if (!a.partition.empty() && !b.partition.empty())
      out += "a." + quoted(a.partition) + " = b." + quoted(b.partition) + " AND ";
    return out + "a.ts < " + b.end("b") + " AND b.ts < " + a.end("a") + a.known("a") + b.known("b");
  }
  static bool isTime(std::string_view column) { return column == "ts" || column == "dur" || column == "end_ts"; }

  void begin(const std::string& head) {
    if (!script_.query.empty()) script_.query += ", ";
    script_.query += head;
  }
  // Takes over a part of the text.
  void keep(size_t from, size_t end) {
    script_.pieces.push_back({script_.query.size(), from, end - from});
    script_.query += text_.substr(from, end - from);
  }
  void insert(std::string_view before) {
    script_.query.insert(0, before);
    for (SqlScript::Piece& piece : script_.pieces) piece.at += before.size();
    if (script_.query.size() > before.size()) script_.query += ' ';
  }

  std::string_view text_;
  const ColumnsOf& columnsOf_;
  SqlError& error_;
  SqlScript script_;
};

}  // namespace

std::optional<size_t> SqlScript::placeOf(size_t offset) const {
  for (const Piece& piece : pieces)
    if (offset >= piece.at && offset <= piece.at + piece.size) return piece.from + (offset - piece.at);
  return std::nullopt;
}

ColumnsOf columnsBy(SqlDatabase& database) {
  return [&database](const std::string& text, SqlError& error) -> std::optional<std::vector<std::string>> {
    std::optional<SqlQuery> query = database.query(text, error);
    if (!query) return std::nullopt;
    return query->columns();
  };
}

std::optional<SqlScript> readScript(std::string_view text, const ColumnsOf& columnsOf, SqlError& error) {
  error = {};
  return Reading(text, columnsOf, error).read();
}

}  // namespace tp
