#include "core/analysis/event_fields.h"

#include <algorithm>
#include <charconv>

namespace tp {
namespace {

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

bool isWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_';
}

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n';
}

size_t skipBlanks(std::string_view text, size_t at) {
  while (at < text.size() && isBlank(text[at])) ++at;
  return at;
}

// Returns whether the `=` or `:` at `at` stands between a name and its value. `==`, `==>`, `=>` and `::` do not, and a
// colon must be followed by a blank, which it is not in the times and places of other texts.
bool separates(std::string_view text, size_t at) {
  if (at >= text.size()) return false;
  char next = at + 1 < text.size() ? text[at + 1] : ' ';
  if (text[at] == '=') return next != '=' && next != '>';
  return text[at] == ':' && isBlank(next);
}

// Returns the position after the closing quote of the value that opens at `at`, or `at` if it is not closed.
size_t quoteEnd(std::string_view text, size_t at) {
  for (size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      return i + 1;
    }
  }
  return at;
}

// Returns where the value that begins at `at` ends: before the next name that has a value.
size_t valueEnd(std::string_view text, size_t at) {
  struct Brackets {
    char opening, closing;
    size_t open = 0;
  };
  Brackets kinds[] = {{'(', ')'}, {'[', ']'}};
  for (size_t i = at; i < text.size(); ++i) {
    for (Brackets& kind : kinds) {
      if (text[i] == kind.opening) ++kind.open;
      if (text[i] != kind.closing) continue;
      // The value is the last one in brackets that were opened before it.
      if (kind.open == 0 && (i + 1 == text.size() || isBlank(text[i + 1]) || text[i + 1] == ',')) return i;
      kind.open -= kind.open > 0 ? 1 : 0;
    }
    if (text[i] == '=' && i + 2 < text.size() && text[i + 1] == '=' && text[i + 2] == '>') return i;
    if (!isBlank(text[i]) && text[i] != ',') continue;
    size_t word = i;
    while (word < text.size() &&
           (isBlank(text[word]) || text[word] == ',' || text[word] == '[' || text[word] == '(' || text[word] == '{'))
      ++word;
    size_t end = word;
    while (end < text.size() && isWord(text[end])) ++end;
    if (end > word && !isDigit(text[word]) && separates(text, skipBlanks(text, end))) return i;
    for (Brackets& kind : kinds)
      kind.open += static_cast<size_t>(std::count(text.begin() + i, text.begin() + word, kind.opening));
    i = word > i ? word - 1 : i;
  }
  return text.size();
}

std::string_view trimmed(std::string_view value) {
  while (!value.empty() && (isBlank(value.back()) || value.back() == ',')) value.remove_suffix(1);
  return value;
}

// Splits "args[2]" into its name and number. Returns false if it has no number.
bool splitElement(std::string_view& name, uint64_t& number) {
  const size_t open = name.rfind('[');
  if (open == std::string_view::npos || name.back() != ']') return false;
  const char* end = name.data() + name.size() - 1;
  auto [stopped, problem] = std::from_chars(name.data() + open + 1, end, number);
  if (problem != std::errc() || stopped != end) return false;
  name = name.substr(0, open);
  return true;
}

// Returns the name that the row's own description has for a field: the kernel calls `ret` what a system call returned.
std::string_view givenName(const RowSchema& schema, std::string_view name) {
  return name == "retval" && schema.find(name) == RowSchema::kNone ? "ret" : name;
}

bool readGiven(const EventRow& row, std::string_view name, std::string& room, RowValue& out) {
  if (row.schema == nullptr) return readCallValue(row, name, out);
  name = givenName(*row.schema, name);
  if (size_t at = row.schema->find(name); at != RowSchema::kNone) {
    out = row.schema->read(at, row.bytes, room);
    return out.kind != RowValue::Kind::None;
  }
  uint64_t number = 0;
  if (!splitElement(name, number)) return false;
  const size_t at = row.schema->find(name);
  if (at == RowSchema::kNone) return false;
  out = row.schema->element(at, number, row.bytes);
  return out.kind != RowValue::Kind::None;
}

// Returns whether the field is known from more than the text.
bool gives(const EventRow& row, std::string_view name) {
  if (row.schema != nullptr) return row.schema->find(name) != RowSchema::kNone;
  return std::any_of(row.values.begin(), row.values.end(), [&](const ShownValue& one) { return one.name == name; });
}

// Returns whether the text has no further fields.
bool knowsAll(const EventRow& row) {
  return row.schema != nullptr && row.schema->isWhole();
}

bool readTold(const EventRow& row, std::string_view name, RowValue& out) {
  out = {};
  out.kind = RowValue::Kind::Words;
  return !knowsAll(row) && findArg(row.words(), name, out.text);
}

}  // namespace

bool readNumber(const EventRow& row, RowField field, Number& out) {
  std::string room;
  const RowValue value = readField(row, field, room);
  if (!value.isWhole()) return false;
  out = numberOf(value);
  return true;
}

bool readText(const EventRow& row, RowField field, std::string& room, std::string_view& out) {
  if (field == RowField::None || isNumber(field)) return false;
  out = readField(row, field, room).text;
  // A record without a name has an empty one.
  return !out.empty() || field == RowField::Name;
}

bool eachArg(std::string_view args, const std::function<bool(std::string_view, std::string_view)>& take) {
  for (size_t at = 0; at < args.size();) {
    if (!isWord(args[at])) {
      // A quote opens a value only where a value may begin.
      size_t before = at;
      while (before > 0 && isBlank(args[before - 1])) --before;
      bool quotes = args[at] == '"' && (before == 0 || args[before - 1] == '=' || args[before - 1] == ':');
      size_t end = quotes ? quoteEnd(args, at) : at;
      at = end > at ? end : at + 1;
      continue;
    }
    size_t end = at;
    while (end < args.size() && isWord(args[end])) ++end;
    // The names of nested fields ("a.b") count as they are written.
    while (end + 1 < args.size() && args[end] == '.' && isWord(args[end + 1]))
      for (++end; end < args.size() && isWord(args[end]);) ++end;
    size_t between = skipBlanks(args, end);
    // A number before a sign is no name: raw system calls print "NR 0 = 5".
    if (!isDigit(args[at]) && separates(args, between)) {
      size_t first = skipBlanks(args, between + 1);
      size_t closed = first < args.size() && args[first] == '"' ? quoteEnd(args, first) : first;
      std::string_view value = closed > first ? args.substr(first + 1, closed - first - 2)
                                              : trimmed(args.substr(first, valueEnd(args, first) - first));
      if (take(args.substr(at, end - at), value)) return true;
    }
    at = end;
  }
  return false;
}

bool readOwn(const EventRow& row, std::string_view name, bool wordsFirst, std::string& room, RowValue& out) {
  if (wordsFirst) return readTold(row, name, out) || readGiven(row, name, room, out);
  return readGiven(row, name, room, out) || readTold(row, name, out);
}

bool readEntry(const EventRow& row, std::string_view name, RowValue& out) {
  out = {};
  for (const ShownValue& one : row.entry.values) {
    if (one.name.empty() || one.name != name || one.number.kind == RowValue::Kind::None) continue;
    out = one.number;
    return true;
  }
  out.kind = RowValue::Kind::Words;
  return findArg(row.entry.text, name, out.text);
}

bool eachOwn(const EventRow& row, const TakeField& take) {
  if (eachGiven(row, take)) return true;
  return !knowsAll(row) && eachArg(row.words(), [&](std::string_view name, std::string_view text) {
    if (gives(row, name)) return false;
    RowValue value;
    value.kind = RowValue::Kind::Words;
    value.text = text;
    return take(name, value, false);
  });
}

Number numberOf(const RowValue& value) {
  if (value.kind == RowValue::Kind::Signed) return Number::of(static_cast<int64_t>(value.number));
  if (value.kind != RowValue::Kind::Real) return Number::ofUnsigned(value.number);
  Number number{value.real < 0, false, 0, value.real};
  return number;
}

bool findArg(std::string_view args, std::string_view name, std::string_view& value) {
  // Most texts do not have the name at all, which is found out sooner than what each of their names is.
  if (name.empty() || args.find(name) == std::string_view::npos) return false;
  return eachArg(args, [&](std::string_view found, std::string_view its) {
    if (found == name) value = its;
    return found == name;
  });
}

}  // namespace tp
