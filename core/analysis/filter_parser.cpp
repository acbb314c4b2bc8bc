// Compiles a filter expression by recursive descent, at most kMaxNested levels deep.
#include <cmath>
#include <cstdlib>

#include "core/analysis/filter.h"
#include "core/analysis/filter_lexer.h"

namespace tp {
namespace {

constexpr int kMaxNested = 100;
constexpr size_t kMaxTests = 1000;

// A unit after a number: its nanoseconds if `isTime`, else a factor.
struct Unit {
  std::string_view name;
  double factor;
  bool isTime;
};
constexpr Unit kUnits[] = {{"ns", 1, true},      {"us", 1e3, true},       {"\xc2\xb5s", 1e3, true},
                           {"ms", 1e6, true},    {"s", 1e9, true},        {"min", 60e9, true},
                           {"k", 1e3, false},    {"M", 1e6, false},       {"G", 1e9, false},
                           {"KiB", 1024, false}, {"MiB", 1048576, false}, {"GiB", 1073741824, false}};

const Unit* unitOf(std::string_view name) {
  for (const Unit& unit : kUnits)
    if (unit.name == name) return &unit;
  return nullptr;
}

}  // namespace

class FilterParser {
 public:
  FilterParser(std::string_view text, const ClockInfo& clock, Filter::Of of) : lexer_(text), clock_(clock), of_(of) {}

  bool parse(FilterError& error) {
    if (lexer_.token() == FilterToken::End) fail(0, "the filter is empty");
    any(0, false);
    if (ok_ && lexer_.token() != FilterToken::End)
      unexpected(lexer_.token() == FilterToken::Open
                     ? "&& or || is missing before this, or quotes around a name that has brackets"
                     : "&& or || is missing before this");
    error = error_;
    return ok_;
  }

  Filter take() { return std::move(filter_); }

 private:
  using Op = Filter::Step::Op;
  using Compare = Filter::Compare;
  using Text = Filter::Text;
  using Test = Filter::Test;

  RowField fieldOf(std::string_view name) const {
    return of_ == Filter::Of::Slices ? sliceField(name) : rowField(name);
  }

  void fail(size_t column, std::string message) {
    if (ok_) error_ = {column, std::move(message)};
    ok_ = false;
  }
  void unexpected(const char* message) {
    fail(lexer_.column(), lexer_.token() == FilterToken::Bad ? std::string(lexer_.word()) : message);
  }

  size_t step(Op op, size_t to = 0) {
    filter_.steps_.push_back({op, static_cast<uint32_t>(to)});
    return filter_.steps_.size() - 1;
  }
  void add(Test test) {
    if (filter_.tests_.size() >= kMaxTests) return fail(lexer_.column(), "the filter is too long");
    filter_.usesOwnDuration_ = filter_.usesOwnDuration_ || test.field == RowField::Duration;
    filter_.usesWaited_ = filter_.usesWaited_ || test.field == RowField::Waited;
    filter_.usesDuration_ = filter_.usesDuration_ || isLasted(test.field);
    const bool result = test.arg == "retval";
    filter_.usesResult_ = filter_.usesResult_ || result;
    filter_.usesOwn_ = filter_.usesOwn_ || (test.field == RowField::None && !result);
    filter_.unnamed_ += Filter::namesOne(test) ? 1 : 0;
    filter_.tests_.push_back(std::move(test));
    filter_.met_.push_back(0);
    step(Op::Test, filter_.tests_.size() - 1);
  }

  // Parses `a || b && c ...`. `inEvent`: after the name of an event, whose own fields are preferred.
  void any(int nested, bool inEvent) { chain(nested, inEvent, FilterToken::Or); }

  void chain(int nested, bool inEvent, FilterToken between) {
    std::vector<size_t> jumps;
    for (;;) {
      if (between == FilterToken::Or) {
        chain(nested, inEvent, FilterToken::And);
      } else {
        one(nested, inEvent);
      }
      if (!ok_ || lexer_.token() != between) break;
      jumps.push_back(step(between == FilterToken::Or ? Op::IfTrue : Op::IfFalse));
      lexer_.next();
    }
    for (size_t jump : jumps) filter_.steps_[jump].to = static_cast<uint32_t>(filter_.steps_.size());
  }

  void one(int nested, bool inEvent) {
    if (nested > kMaxNested) return fail(lexer_.column(), "too many parentheses within each other");
    switch (lexer_.token()) {
      case FilterToken::Not:
        lexer_.next();
        one(nested + 1, inEvent);
        step(Op::Not);
        return;
      case FilterToken::Open: {
        size_t column = lexer_.column();
        lexer_.next();
        any(nested + 1, inEvent);
        if (ok_ && lexer_.token() == FilterToken::End) fail(column, "this ( is not closed");
        if (ok_ && lexer_.token() != FilterToken::Close) unexpected("&& or || is missing before this");
        lexer_.next();
        return;
      }
      case FilterToken::Word:
      case FilterToken::String:
        return operand(nested, inEvent);
      case FilterToken::End:
        return fail(lexer_.column(), "something is missing here");
      default:
        return unexpected("a field, a string or ( belongs here");
    }
  }

  void operand(int nested, bool inEvent) {
    size_t column = lexer_.column();
    std::string word(lexer_.word());
    bool isString = lexer_.token() == FilterToken::String;
    lexer_.next();
    if (lexer_.token() == FilterToken::Comma) return event(column, word, isString, nested);
    if (lexer_.token() == FilterToken::Colon) {
      // linux:sched-in is a name with a colon in it. If a comparison follows, it is trace-cmd's EVENT:CONDITION.
      bool near = lexer_.adjacent();
      FilterLexer back = lexer_;
      lexer_.next();
      bool joined = near && lexer_.adjacent() && lexer_.token() == FilterToken::Word && !isString;
      std::string name = joined ? word + ":" + std::string(lexer_.word()) : std::string();
      if (joined) lexer_.next();
      joined = joined && (lexer_.token() == FilterToken::End || lexer_.token() == FilterToken::And ||
                          lexer_.token() == FilterToken::Or || lexer_.token() == FilterToken::Close);
      if (joined && fieldOf(name.substr(word.size() + 1)) == RowField::None) return add(named(name, false, column));
      lexer_ = back;
      return event(column, word, isString, nested);
    }
    if (lexer_.token() == FilterToken::Compare) return comparison(column, word, isString, inEvent);
    if (isString) return anywhere(word);
    Test test;
    test.field = fieldOf(word);
    if (test.field == RowField::None) {
      test = named(word, false, column);
    } else if (inEvent && test.field < RowField::Self) {
      test.arg = word;
      test.argFirst = true;
    }
    add(std::move(test));
  }

  // A string alone is searched for in the name, the arguments, the command and the system call of a record.
  void anywhere(const std::string& text) {
    std::vector<size_t> jumps;
    for (RowField field : {RowField::Name, RowField::Args, RowField::Comm, RowField::Syscall}) {
      if (field != RowField::Name) jumps.push_back(step(Op::IfTrue));
      Test test;
      test.field = field;
      test.compare = Compare::Like;
      test.how = Text::Glob;
      test.text = "*";
      for (char c : text)
        (std::string_view("*?[\\").find(c) == std::string_view::npos ? test.text : test.text += '\\') += c;
      test.text += '*';
      add(std::move(test));
    }
    for (size_t jump : jumps) filter_.steps_[jump].to = static_cast<uint32_t>(filter_.steps_.size());
  }

  // Compares the name of an event, as a glob or as trace-cmd's regular expression. "sched/sched_switch" is compared by
  // its last part, sched_switch.
  Test named(std::string name, bool exact, size_t column) {
    size_t slash = name.rfind('/');
    if (!exact && slash != std::string::npos) name.erase(0, slash + 1);
    Test test = matching(RowField::Name, name, exact, column);
    test.anyName = true;
    return test;
  }
  Test matching(RowField field, const std::string& name, bool exact, size_t column) {
    Test test;
    test.field = field;
    test.compare = Compare::Equal;
    bool regex =
        !exact && (name.find(".*") != std::string::npos || name.find_first_of("^$|()+\\") != std::string::npos);
    test.how = exact ? Text::Exact : regex ? Text::Regex : Text::Glob;
    test.text = name;
    if (regex) compileRegex(name, true, column, test.regex);
    return test;
  }

  // Tests for the events that are named before a colon, as trace-cmd does: SYSTEM/NAME, or what is the one or the
  // other. In a trace without systems, only the name counts.
  void meant(const std::string& word, bool exact, size_t column) {
    const size_t slash = exact ? std::string::npos : word.rfind('/');
    const bool both = slash != std::string::npos;
    Test second = matching(RowField::System, both ? word.substr(0, slash) : word, exact, column);
    second.orLacking = both;
    Test first = named(word, exact, column);
    if (both) std::swap(first, second);
    add(std::move(first));
    const size_t jump = step(both ? Op::IfFalse : Op::IfTrue);
    add(std::move(second));
    filter_.steps_[jump].to = static_cast<uint32_t>(filter_.steps_.size());
  }

  // Parses `NAME, NAME: expression`.
  void event(size_t column, const std::string& word, bool isString, int nested) {
    std::vector<size_t> jumps;
    meant(word, isString, column);
    while (ok_ && lexer_.token() == FilterToken::Comma) {
      lexer_.next();
      if (lexer_.token() != FilterToken::Word && lexer_.token() != FilterToken::String)
        return unexpected("the name of an event belongs here");
      jumps.push_back(step(Op::IfTrue));
      bool quoted = lexer_.token() == FilterToken::String;
      meant(std::string(lexer_.word()), quoted, lexer_.column());
      lexer_.next();
    }
    if (lexer_.token() != FilterToken::Colon) return unexpected(": and a condition belong after names of events");
    lexer_.next();
    for (size_t jump : jumps) filter_.steps_[jump].to = static_cast<uint32_t>(filter_.steps_.size());
    if (lexer_.token() == FilterToken::End || lexer_.token() == FilterToken::Close) return;
    size_t jump = step(Op::IfFalse);
    // One level deeper, as the expression may name events again.
    if (nested >= kMaxNested) return fail(lexer_.column(), "too many events within each other");
    any(nested + 1, true);
    filter_.steps_[jump].to = static_cast<uint32_t>(filter_.steps_.size());
  }

  static Compare compareOf(std::string_view op) {
    if (op == "==" || op == "=") return Compare::Equal;
    if (op == "!=") return Compare::NotEqual;
    if (op == "<") return Compare::Less;
    if (op == "<=") return Compare::LessEqual;
    if (op == ">") return Compare::Greater;
    if (op == ">=") return Compare::GreaterEqual;
    if (op == "&") return Compare::Bits;
    return op == "!~" ? Compare::Unlike : Compare::Like;
  }

  void comparison(size_t column, const std::string& field, bool isString, bool inEvent) {
    if (isString) return fail(column, "a field belongs left of a comparison");
    std::string op(lexer_.word());
    size_t opColumn = lexer_.column();
    Test test;
    test.compare = compareOf(op);
    test.field = fieldOf(field);
    test.argFirst = inEvent;
    if (field.rfind("args.", 0) == 0 || field.rfind("text.", 0) == 0) {
      test.arg = field.substr(5);
      test.wordsFirst = field[0] == 't';
    } else if (test.field != RowField::Args && test.field != RowField::Duration && test.field < RowField::Self) {
      test.arg = field;
    }
    lexer_.next(true);
    if (lexer_.token() != FilterToken::Word && lexer_.token() != FilterToken::String) {
      if (lexer_.token() == FilterToken::Bad) return unexpected("");
      return fail(lexer_.column(), "a value is missing after " + op);
    }
    value(test, op, opColumn);
    if (ok_) add(std::move(test));
  }

  void value(Test& test, const std::string& op, size_t opColumn) {
    size_t column = lexer_.column();
    bool quoted = lexer_.token() == FilterToken::String;
    test.text = lexer_.word();
    lexer_.next();
    if (test.compare == Compare::Like || test.compare == Compare::Unlike) {
      // What is a number in rows may still be a text among the format's own fields.
      if (isNumber(test.field) && !test.argFirst) return fail(opColumn, op + " compares text, and this is a number");
      test.how = op == "~" ? Text::Glob : Text::Regex;
      if (test.how == Text::Regex) compileRegex(test.text, false, column + quoted, test.regex);
      return;
    }
    test.isNumber = number(test, column, quoted);
    if (!ok_) return;
    bool ordered = test.compare != Compare::Equal && test.compare != Compare::NotEqual;
    if (!test.isNumber && (ordered || (isNumber(test.field) && !test.argFirst)))
      return fail(column, ordered ? op + " needs a number" : "this field is a number, and this value is none");
    if (ordered && test.field != RowField::None && !isNumber(test.field) && test.field != RowField::Addr &&
        !test.argFirst)
      return fail(opColumn, op + " compares numbers, and this field is text");
    if (!quoted && !test.isNumber && test.text.find_first_of("*?") != std::string::npos) test.how = Text::Glob;
  }

  // "e18". One with a sign belongs to the number already.
  static bool isExponent(std::string_view text) {
    return text.size() > 1 && (text[0] | 0x20) == 'e' &&
           text.find_first_not_of("0123456789", 1) == std::string_view::npos;
  }

  // Returns whether the value is a number, which a unit may follow directly or after a blank.
  bool number(Test& test, size_t column, bool quoted) {
    std::string_view text = test.text;
    size_t length = 0;
    if (!parseNumber(text, test.number, length)) return false;
    test.hex = text.find_first_of("xX") < length;
    std::string_view rest = text.substr(length);
    // Addresses have an `e` among their digits.
    if (!test.hex && test.field != RowField::Addr && isExponent(rest)) {
      test.number.value = std::strtod(std::string(text).c_str(), nullptr);
      test.number.whole = false;
      return true;
    }
    if (rest.empty() && !quoted && lexer_.token() == FilterToken::Word && unitOf(lexer_.word()) != nullptr) {
      const Unit* unit = unitOf(lexer_.word());
      column = lexer_.column();
      lexer_.next();
      return withUnit(test, *unit, column);
    }
    if (rest.empty()) return true;
    const Unit* unit = quoted ? nullptr : unitOf(rest);
    if (unit != nullptr) return withUnit(test, *unit, column + length);
    if (isNumber(test.field) && !quoted)
      fail(column + length, "\"" + std::string(rest) + "\" is no unit: ns, us, ms, s, min, k, M, G, KiB, MiB or GiB");
    return false;
  }

  bool withUnit(Test& test, const Unit& unit, size_t column) {
    double factor = unit.factor;
    if (unit.isTime && isTime(test.field) && !clock_.isNs) {
      if (clock_.nsNum == 0) {
        fail(column, "this trace's clock does not say how long its units are");
        return false;
      }
      factor = factor * static_cast<double>(clock_.nsDen) / static_cast<double>(clock_.nsNum);
    }
    test.number = scaled(test.number, factor);
    return true;
  }

  // `whole`: the pattern must match the whole of a text. `column`: where the pattern begins, for errors.
  void compileRegex(const std::string& pattern, bool whole, size_t column, Regex& regex) {
    std::string problem;
    size_t at = 0;
    if (!regex.compile(pattern, whole, problem, at)) fail(column + at, problem);
  }

  FilterLexer lexer_;
  const ClockInfo& clock_;
  Filter::Of of_;
  Filter filter_;
  FilterError error_;
  bool ok_ = true;
};

std::optional<Filter> Filter::compile(std::string_view text, const ClockInfo& clock, FilterError& error, Of of) {
  FilterParser parser(text, clock, of);
  if (!parser.parse(error)) return std::nullopt;
  return parser.take();
}

}  // namespace tp
