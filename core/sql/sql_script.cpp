#include "core/sql/sql_script.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/sql/sql_macros.h"
#include "core/sql/sql_names.h"
#include "core/sql/sql_spans.h"
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

// Returns the position behind what the bracket at `at` opens.
size_t behindBracket(Words words, size_t at) {
  int open = 0;
  for (; at < words.size(); ++at) {
    if (words[at].text == "(") ++open;
    if (words[at].text == ")" && --open <= 0) return at + 1;
  }
  return words.size();
}

// A name and its type, of a list in brackets.
struct Named {
  std::string name;
  std::string type;
};

// Returns the list that the bracket at the front opens; leaves it out of `words`. nullopt if there is none.
std::optional<std::vector<Named>> takeList(Words& words) {
  if (words.empty() || words.front().text != "(") return std::nullopt;
  const size_t end = behindBracket(words, 0);
  if (words[end - 1].text != ")" || end < 2) return std::nullopt;
  std::vector<Named> out;
  for (size_t i = 1; i + 1 < end; ++i) {
    out.push_back({plainName(words[i]), ""});
    // "ts INT, id JOINID(slice.id)": of a type, the first word.
    if (i + 2 < end && words[i + 1].isName()) out.back().type = words[i + 1].text;
    while (i + 1 < end && words[i].text != ",") i = words[i].text == "(" ? behindBracket(words, i) : i + 1;
  }
  words = words.subspan(end);
  return out;
}

// The type that SQLite has for one of Perfetto.
std::string typeOf(std::string_view perfetto) {
  const SqlWord word{0, perfetto};
  if (word.is("STRING") || word.is("TEXT")) return "TEXT";
  if (word.is("DOUBLE") || word.is("FLOAT") || word.is("REAL")) return "REAL";
  return word.is("BYTES") || word.is("BLOB") || perfetto.empty() ? "" : "INTEGER";
}

class Reading {
 public:
  // `macros` are those of the text (takeMacros()).
  Reading(std::string_view text, std::vector<SqlMacroUse> macros, SqlDatabase& database, SqlError& error)
      : text_(text), macros_(std::move(macros)), database_(database), error_(error) {}

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
    if (!any && macros_.empty()) {
      script_.query = text_;
      script_.pieces = {{0, 0, text_.size()}};
      return std::move(script_);
    }
    if (statements.empty()) {
      error_ = {"there is no query behind what it needs", text_.size()};
      return std::nullopt;
    }
    // Up to the end of the text: it is for SQLite to say what is wrong there.
    define(statements.front().front().at, text_.size());
    Complete query = complete(statements.front(), text_.size());
    for (SqlScript::Piece& piece : script_.pieces) piece.at += query.head;
    script_.pieces.push_back({query.at, query.from, query.text.size() - query.at});
    script_.query = std::move(query.text);
    return std::move(script_);
  }

 private:
  enum class Understood : uint8_t { No, Yes, Failed };

  // A query with the parts that it may need before it.
  struct Complete {
    std::string text;
    size_t head = 0;          // bytes before the parts
    size_t at = 0, from = 0;  // from `at` on, the text is that of the script from `from` on
  };
  Complete complete(Words query, size_t end) const {
    Complete out;
    if (!script_.query.empty()) {
      const bool with = query.front().is("WITH");
      const bool recursive = begins(query, {"WITH", "RECURSIVE"});
      query = query.subspan(recursive ? 2 : with ? 1 : 0);
      out.text = recursive ? "WITH RECURSIVE " : "WITH ";
      out.head = out.text.size();
      out.text += script_.query + (with ? ", " : " ");
    }
    out.at = out.text.size();
    out.from = query.empty() ? end : query.front().at;
    out.text += text_.substr(out.from, end - out.from);
    return out;
  }

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
    const bool replace = begins(rest, {"OR", "REPLACE"});
    if (replace) rest = rest.subspan(2);
    rest = without(without(rest, "TEMP"), "TEMPORARY");
    const bool perfetto = begins(rest, {"PERFETTO"});
    rest = without(rest, "PERFETTO");
    if (perfetto && begins(rest, {"INDEX"})) return Understood::Yes;
    if (perfetto && begins(rest, {"FUNCTION"})) return function(rest.subspan(1), replace, rest.front().at);
    if (perfetto && begins(rest, {"MACRO"}))
      return fail("macros can't be made: write what they do into the query", rest.front().at);
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
    const std::string name = plainName(rest.front());
    rest = rest.subspan(1);
    std::string columns;
    if (!rest.empty() && rest.front().text == "(") {
      const std::optional<std::vector<Named>> list = takeList(rest);
      if (!list) return fail("expected the names of columns behind " + name, at);
      for (const Named& one : *list) columns += (columns.empty() ? "(" : ", ") + quotedName(one.name);
      columns += columns.empty() ? "" : ")";
    }
    if (rest.size() < 2 || !rest.front().is("AS")) return fail("expected AS and a SELECT behind " + name, at);
    define(rest[1].at, rest.back().end());
    begin(quotedName(name) + columns + (table ? " AS MATERIALIZED (" : " AS ("));
    keep(rest[1].at, rest.back().end());
    script_.query += "\n)";
    return Understood::Yes;
  }

  // NAME(ARGUMENT TYPE, ...) RETURNS TYPE|TABLE(COLUMN TYPE, ...) AS SELECT ...
  Understood function(Words rest, bool replace, size_t at) {
    if (rest.empty() || !isSqlLetter(rest.front().text.front())) return fail("expected the name of a function", at);
    SqlFunction made;
    made.name = rest.front().text;
    rest = rest.subspan(1);
    const std::optional<std::vector<Named>> arguments = takeList(rest);
    if (!arguments || arguments->size() > kMaxArguments)
      return fail("expected arguments behind " + made.name + ": (NAME TYPE, ...)", at);
    for (const Named& one : *arguments) made.arguments.push_back(one.name);
    if (!begins(rest, {"RETURNS"})) return fail("expected RETURNS behind the arguments of " + made.name, at);
    rest = rest.subspan(1);
    if (begins(rest, {"TABLE"})) {
      rest = rest.subspan(1);
      const std::optional<std::vector<Named>> columns = takeList(rest);
      if (!columns || columns->empty()) return fail("expected the columns of the table of " + made.name, at);
      for (const Named& one : *columns) made.columns.push_back({one.name, typeOf(one.type)});
    } else {
      while (!rest.empty() && !rest.front().is("AS")) rest = rest.subspan(1);
    }
    if (rest.size() < 2 || !rest.front().is("AS")) return fail("expected AS and a SELECT behind " + made.name, at);
    // Its arguments are known to no other statement.
    const SqlScript before = script_;
    define(rest[1].at, rest.back().end());
    Complete query = complete(rest.subspan(1), rest.back().end());
    script_ = before;
    made.query = std::move(query.text);
    const auto error = database_.functions().add(std::move(made), replace);
    if (!error) return Understood::Yes;
    const bool placed = error->offset && *error->offset >= query.at;
    return fail(error->message, placed ? query.from + (*error->offset - query.at) : at);
  }

  // NAME USING SPAN_JOIN(A [PARTITIONED COLUMN], B [PARTITIONED COLUMN])
  Understood virtualTable(Words rest, size_t at) {
    if (!begins(rest, {"_", "USING"}) || rest.size() < 3)
      return fail("expected CREATE VIRTUAL TABLE NAME USING SPAN_JOIN(...)", at);
    const std::string name = plainName(rest.front());
    const bool isLeft = rest[2].is("SPAN_LEFT_JOIN"), isOuter = rest[2].is("SPAN_OUTER_JOIN");
    if (!isLeft && !isOuter && !rest[2].is("SPAN_JOIN"))
      return fail("only SPAN_JOIN, SPAN_LEFT_JOIN and SPAN_OUTER_JOIN are known", rest[2].at);
    Words given = rest.subspan(3);
    SpanSide sides[2];
    size_t side = 0;
    const bool framed = given.size() > 2 && given.front().text == "(" && given.back().text == ")";
    for (size_t i = 1; framed && side < 2 && i + 1 < given.size(); ++side) {
      const SqlWord& table = given[i++];
      if (i + 2 < given.size() && given[i].is("PARTITIONED")) {
        sides[side].partition = plainName(given[i + 1]);
        i += 2;
      }
      if (i + 1 < given.size() && given[i++].text != ",") return fail("expected a comma", given[i - 1].at);
      if (!complete(sides[side], table)) return Understood::Failed;
    }
    if (side < 2) return fail("SPAN_JOIN has two tables: SPAN_JOIN(A PARTITIONED COLUMN, B PARTITIONED COLUMN)", at);
    const bool ofA = !sides[0].partition.empty(), ofB = !sides[1].partition.empty();
    if ((isOuter && ofA != ofB) || (isLeft && !ofA && ofB))
      return fail("what is left of a table without PARTITIONED, beside one with it, belongs to no value", rest[2].at);
    const SpanJoin join = isLeft ? SpanJoin::Left : isOuter ? SpanJoin::Outer : SpanJoin::Inner;
    begin(quotedName(name) + " AS (" + joinedSpans(join, sides[0], sides[1]) + ")");
    return Understood::Yes;
  }

  bool complete(SpanSide& side, const SqlWord& table) {
    SqlError why;
    side.table = plainName(table);
    const std::string from = "SELECT * FROM " + quotedName(side.table);
    const std::optional<SqlQuery> query =
        database_.query(script_.query.empty() ? from : "WITH " + script_.query + " " + from, why);
    if (!query) {
      error_ = {why.message, table.at};
      return false;
    }
    side.columns = query->columns();
    for (std::string_view column : {std::string_view("ts"), std::string_view("dur"), std::string_view(side.partition)})
      if (!column.empty() && !side.has(column))
        error_ = {std::string(table.text) + " has no column " + std::string(column), table.at};
    return error_.message.empty();
  }

  // Names what macros between these places of the text stand for.
  void define(size_t from, size_t end) {
    for (const SqlMacroUse& macro : macros_) {
      if (macro.at < from || macro.at >= end) continue;
      begin(macro.name + " AS (");
      for (const SqlMacroUse::Piece& piece : macro.pieces)
        script_.pieces.push_back({script_.query.size() + piece.at, piece.from, piece.size});
      script_.query += macro.select + ")";
    }
  }
  void begin(const std::string& head) {
    if (!script_.query.empty()) script_.query += ", ";
    script_.query += head;
  }
  // Takes over a part of the text.
  void keep(size_t from, size_t end) {
    script_.pieces.push_back({script_.query.size(), from, end - from});
    script_.query += text_.substr(from, end - from);
  }

  static constexpr size_t kMaxArguments = 50;

  std::string_view text_;
  const std::vector<SqlMacroUse> macros_;
  SqlDatabase& database_;
  SqlError& error_;
  SqlScript script_;
};

}  // namespace

std::optional<size_t> SqlScript::placeOf(size_t offset) const {
  for (const Piece& piece : pieces)
    if (offset >= piece.at && offset <= piece.at + piece.size) return piece.from + (offset - piece.at);
  return std::nullopt;
}

std::optional<SqlScript> readScript(std::string_view text, SqlDatabase& database, SqlError& error) {
  error = {};
  database.functions().clear();
  std::string plain(text);
  std::optional<std::vector<SqlMacroUse>> macros = takeMacros(plain, error);
  if (!macros) return std::nullopt;
  return Reading(plain, std::move(*macros), database, error).read();
}

}  // namespace tp
