#include "core/analysis/filter.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/analysis/event_fields.h"
#include "core/text/demangle.h"

namespace tp {
namespace {

Filter::Known knownOf(const EventRow& row) {
  return {row.name, row.schema != nullptr ? row.schema->system() : std::string_view(), {}, {}, row.signature};
}

}  // namespace

std::string FilterError::text() const {
  return "column " + std::to_string(column + 1) + ": " + message;
}

bool Filter::testNumber(Compare compare, const Number& value, const Number& against) {
  if (compare == Compare::Present) return true;
  if (compare == Compare::Bits) {
    auto bits = [](const Number& n) { return n.negative ? uint64_t{0} - n.magnitude : n.magnitude; };
    return value.whole && (bits(value) & bits(against)) != 0;
  }
  if (std::isnan(value.value)) return compare == Compare::NotEqual;
  int order = tp::compare(value, against);
  switch (compare) {
    case Compare::Equal:
      return order == 0;
    case Compare::NotEqual:
      return order != 0;
    case Compare::Less:
      return order < 0;
    case Compare::LessEqual:
      return order <= 0;
    case Compare::Greater:
      return order > 0;
    case Compare::GreaterEqual:
      return order >= 0;
    default:
      return false;
  }
}

bool Filter::testText(const Test& test, std::string_view value) {
  if (test.compare == Compare::Present) return true;
  bool like = test.how == Text::Regex  ? test.regex.foundIn(value)
              : test.how == Text::Glob ? globMatches(test.text, value)
                                       : value == test.text;
  return like != (test.compare == Compare::NotEqual || test.compare == Compare::Unlike);
}

// Compares a number of the trace with one of the expression, as C does: an unsigned number of 64 bits and a negative
// one are compared by their bits.
bool Filter::testValue(const Test& test, const RowValue& value) {
  const Number& number = test.number;
  const bool isSigned = value.kind == RowValue::Kind::Signed;
  // A hexadecimal constant of 32 bits is unsigned, which an int is then taken to be.
  const bool asUnsigned = isSigned && value.size == sizeof(uint32_t) && test.hex && number.whole && !number.negative &&
                          number.magnitude > uint64_t{INT32_MAX} && number.magnitude <= uint64_t{UINT32_MAX};
  if (asUnsigned) return testNumber(test.compare, Number::ofUnsigned(static_cast<uint32_t>(value.number)), number);
  const bool wide = isSigned ? number.magnitude > uint64_t{INT64_MAX} && !number.negative
                             : number.negative && value.size == sizeof(uint64_t);
  if (!value.isWhole() || !number.whole || !wide) return testNumber(test.compare, numberOf(value), number);
  return testNumber(test.compare, Number::ofUnsigned(value.number),
                    Number::ofUnsigned(number.negative ? uint64_t{0} - number.magnitude : number.magnitude));
}

// Compares a number with a text: with the number's symbolic name in the trace, else with its digits.
bool Filter::testSaid(const Test& test, const EventRow& row, const RowValue& value) {
  if (test.compare == Compare::Present) return true;
  if (!value.text.empty()) return testText(test, value.text);
  if (row.schema != nullptr && value.kind != RowValue::Kind::Signed && value.size == sizeof(uint64_t)) {
    const std::string symbol = row.schema->symbol(value.number);
    if (!symbol.empty()) return testText(test, symbol);
  }
  std::string_view said;
  if (findArg(row.words(), test.arg, said)) return testText(test, said);
  std::string digits;
  appendValue(digits, value);
  return testText(test, digits);
}

bool Filter::testArg(const Test& test, const EventRow& row, bool& has) {
  std::string room;
  RowValue value;
  has = readOwn(row, test.arg, test.wordsFirst, room, value);
  if (!has) has = readEntry(row, test.arg, value);
  if (!has) return false;
  bool textual = test.compare == Compare::Like || test.compare == Compare::Unlike;
  if (value.isNumber()) return test.isNumber && !textual ? testValue(test, value) : testSaid(test, row, value);
  if (!test.isNumber || textual) return testText(test, value.text);
  Number number;
  size_t length = 0;
  const std::string_view text = value.text;
  bool isNumber = parseNumber(text, number, length, test.hex && text.find_first_of("xX") == std::string_view::npos);
  // "36 (eth0)" is a number, "36th" is not.
  auto ends = [](char c) { return c == ' ' || c == ')' || c == ']' || c == '}' || c == ',' || c == ';'; };
  if (isNumber && (length == text.size() || ends(text[length]))) return testNumber(test.compare, number, test.number);
  if (test.compare != Compare::Equal && test.compare != Compare::NotEqual) return false;
  return testText(test, text);
}

Time Filter::lastedOf(RowField field, const Lasted& lasted) {
  return field == RowField::Waited ? lasted.waited : field == RowField::Self ? lasted.self : lasted.duration;
}

bool Filter::usesDrawnOnly() const {
  return std::all_of(tests_.begin(), tests_.end(), [](const Test& test) {
    if (test.argFirst && !test.arg.empty()) return false;
    const RowField field = test.field;
    return field == RowField::Name || field == RowField::Signature || field == RowField::Tid ||
           field == RowField::Depth || field >= RowField::Self || isLasted(field);
  });
}

bool Filter::uses(RowField field) const {
  return std::any_of(tests_.begin(), tests_.end(), [&](const Test& test) { return test.field == field; });
}

bool Filter::testRow(const Test& test, const EventRow& row, const Lasted& lasted, bool& has) {
  if (isNumber(test.field)) {
    const Time time = lastedOf(test.field, lasted);
    Number number = Number::of(time);
    has = isLasted(test.field) ? time != kNoDuration : readNumber(row, test.field, number);
    return has && testNumber(test.compare, number, test.number);
  }
  if (test.field == RowField::Addr && test.isNumber) {
    has = (row.present & EventRow::kAddr) != 0;
    return has && testNumber(test.compare, Number::ofUnsigned(row.addr), test.number);
  }
  std::string room;
  std::string_view value;
  if (test.field == RowField::Caller || test.field == RowField::Thread || test.field == RowField::Waker) {
    value = test.field == RowField::Caller   ? lasted.caller
            : test.field == RowField::Thread ? lasted.thread
                                             : lasted.waker;
    has = !value.empty();
    return has && testText(test, value);
  }
  has = readText(row, test.field, room, value);
  // An entry with arguments is an entry, too, unless the expression asks for "entry-args".
  if (test.field == RowField::Kind && value == "entry-args" && test.text == "entry") value = "entry";
  if (!has) return test.orLacking;
  return test.anyName ? testName(test, knownOf(row)) : testText(test, value);
}

bool Filter::testName(const Test& test, const Known& known) {
  if (test.field == RowField::System) return known.system && testText(test, *known.system);
  if (testText(test, known.name)) return true;
  if (!test.anyName) return false;
  const size_t size = known.system ? known.system->size() : 0;
  if (size > 0 && known.name.size() > size && known.name[size] == '.' && known.name.starts_with(*known.system) &&
      testText(test, known.name.substr(size + 1)))
    return true;
  if (known.signature.empty()) return false;
  return testText(test, known.brief.empty() ? simpleName(known.signature) : std::string(known.brief)) ||
         testText(test, known.signature);
}

void Filter::noteNames(const Known& known) const {
  for (size_t i = 0; unnamed_ > 0 && i < tests_.size(); ++i) {
    if ((met_[i] & kNamed) != 0 || !namesOne(tests_[i])) continue;
    met_[i] |= kUnnamed;
    if (!testName(tests_[i], known)) continue;
    met_[i] |= kNamed;
    --unnamed_;
  }
}

// A word before a colon may be the name of an event or of a system.
std::vector<std::string> Filter::unnamed(std::span<const uint8_t> met) const {
  std::vector<std::string> names;
  const size_t count = std::min(met.size(), tests_.size());
  for (size_t i = 0; i < count; ++i) {
    const std::string& name = tests_[i].text;
    if (tests_[i].field != RowField::Name || (met[i] & (kNamed | kUnnamed)) != kUnnamed) continue;
    bool named = std::find(names.begin(), names.end(), name) != names.end();
    for (size_t k = 0; k < count; ++k) named = named || (tests_[k].text == name && (met[k] & kNamed) != 0);
    if (!named) names.push_back(name);
  }
  return names;
}

bool Filter::holds(const Test& test, const EventRow& row, const Lasted& lasted, bool& has) {
  if (test.field == RowField::None) return testArg(test, row, has);
  if (test.arg.empty()) return testRow(test, row, lasted, has);
  bool result = test.argFirst ? testArg(test, row, has) : testRow(test, row, lasted, has);
  if (has) return result;
  return test.argFirst ? testRow(test, row, lasted, has) : testArg(test, row, has);
}

std::vector<std::string> Filter::unknown(std::span<const uint8_t> met) const {
  std::vector<std::string> names;
  for (size_t i = 0; i < std::min(met.size(), tests_.size()); ++i) {
    const std::string& name = tests_[i].arg;
    if ((met[i] & (kAsked | kHad)) != kAsked || name.empty()) continue;
    if (tests_[i].field != RowField::None && (met[i] & kPassed) != 0) continue;
    // Another comparison of the same field may have found it.
    bool had = false;
    for (size_t k = 0; k < std::min(met.size(), tests_.size()); ++k)
      had = had || (tests_[k].arg == name && (met[k] & kHad) != 0);
    if (!had && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

bool Filter::matches(const EventRow& row, const Lasted& lasted) const {
  if (unnamed_ > 0 && row.kind != "lost") noteNames(knownOf(row));
  bool result = true;
  for (size_t at = 0; at < steps_.size(); ++at) {
    const Step& step = steps_[at];
    switch (step.op) {
      case Step::Op::Test: {
        bool has = false;
        result = holds(tests_[step.to], row, lasted, has);
        // A row that reports a loss is not counted as asked, since it has next to no fields.
        met_[step.to] |= has ? kAsked | kHad : row.kind == "lost" ? 0 : kAsked;
        break;
      }
      case Step::Op::Not:
        result = !result;
        break;
      case Step::Op::IfFalse:
      case Step::Op::IfTrue:
        if (result != (step.op == Step::Op::IfTrue)) break;
        if (row.kind != "lost") pass(at + 1, step.to);
        at = step.to - size_t{1};
        break;
    }
  }
  return result;
}

// Notes that these tests were short-circuited for a row.
void Filter::pass(size_t from, size_t to) const {
  for (size_t at = from; at < std::min(to, steps_.size()); ++at)
    if (steps_[at].op == Step::Op::Test) met_[steps_[at].to] |= kPassed;
}

std::optional<bool> Filter::byName(const Known& known) const {
  if (unnamed_ > 0) noteNames(known);
  int guesses = kMaxGuesses;
  const std::optional<bool> verdict = runByName(known, 0, true, guesses);
  if (verdict && !std::exchange(guessed_, true)) pass(0, steps_.size());
  return verdict;
}

std::optional<bool> Filter::testKnown(const Test& test, const Known& known) {
  // The format's own field of that name would come first.
  if (test.argFirst && !test.arg.empty()) return std::nullopt;
  if (test.field == RowField::Name) {
    // Without its system, what is the event's own part of a name is not known.
    if (test.anyName && !known.system && known.name.find('.') != std::string_view::npos) return std::nullopt;
    return test.anyName ? testName(test, known) : testText(test, known.name);
  }
  if (test.field == RowField::Signature && !known.signature.empty()) return testText(test, known.signature);
  if (test.field == RowField::System && known.system) {
    if (!known.system->empty()) return testText(test, *known.system);
    return test.arg.empty() ? std::optional<bool>(test.orLacking) : std::nullopt;
  }
  if (!isLasted(test.field) || !known.lasted) return std::nullopt;
  const Time time = lastedOf(test.field, *known.lasted);
  if (time != kNoDuration) return testNumber(test.compare, Number::of(time), test.number);
  return test.arg.empty() ? std::optional<bool>(false) : std::nullopt;
}

// A test whose result is not known may turn out either way. The outcome is known if both ways lead to the same.
std::optional<bool> Filter::runByName(const Known& known, size_t at, bool result, int& guesses) const {
  for (; at < steps_.size(); ++at) {
    const Step& step = steps_[at];
    if (step.op == Step::Op::Not) result = !result;
    if (step.op == Step::Op::IfFalse && !result) at = step.to - size_t{1};
    if (step.op == Step::Op::IfTrue && result) at = step.to - size_t{1};
    if (step.op != Step::Op::Test) continue;
    if (std::optional<bool> sure = testKnown(tests_[step.to], known)) {
      result = *sure;
      continue;
    }
    if (--guesses < 0) return std::nullopt;
    std::optional<bool> one = runByName(known, at + 1, true, guesses);
    if (!one) return one;
    std::optional<bool> other = runByName(known, at + 1, false, guesses);
    return one == other ? one : std::nullopt;
  }
  return result;
}

}  // namespace tp
