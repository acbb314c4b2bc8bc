#include "core/analysis/filter.h"

#include <algorithm>

namespace tp {

std::string FilterError::text() const {
  return "column " + std::to_string(column + 1) + ": " + message;
}

bool Filter::testNumber(const Test& test, const Number& value) {
  if (test.compare == Compare::Present) return true;
  if (test.compare == Compare::Bits) {
    auto bits = [](const Number& n) { return n.negative ? uint64_t{0} - n.magnitude : n.magnitude; };
    return value.whole && (bits(value) & bits(test.number)) != 0;
  }
  int order = tp::compare(value, test.number);
  switch (test.compare) {
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

bool Filter::testArg(const Test& test, const EventRow& row, bool& has) {
  std::string_view value;
  has = findArg(row.args, test.arg, value);
  if (!has) return false;
  bool textual = test.compare == Compare::Like || test.compare == Compare::Unlike;
  if (!test.isNumber || textual) return testText(test, value);
  Number number;
  size_t length = 0;
  bool isNumber = parseNumber(value, number, length, test.hex && value.find_first_of("xX") == std::string_view::npos);
  // "36 (eth0)" is a number, "36th" is none.
  auto ends = [](char c) { return c == ' ' || c == ')' || c == ']' || c == '}' || c == ',' || c == ';'; };
  if (isNumber && (length == value.size() || ends(value[length]))) return testNumber(test, number);
  if (test.compare != Compare::Equal && test.compare != Compare::NotEqual) return false;
  return testText(test, value);
}

bool Filter::testRow(const Test& test, const EventRow& row, Time duration, bool& has) {
  if (isNumber(test.field)) {
    Number number = Number::of(duration);
    has = test.field == RowField::Duration ? duration != kNoDuration : readNumber(row, test.field, number);
    return has && testNumber(test, number);
  }
  if (test.field == RowField::Addr && test.isNumber) {
    has = (row.present & EventRow::kAddr) != 0;
    return has && testNumber(test, Number::ofUnsigned(row.addr));
  }
  std::string room;
  std::string_view value;
  has = readText(row, test.field, room, value);
  return has && testText(test, value);
}

bool Filter::holds(const Test& test, const EventRow& row, Time duration, bool& has) {
  if (test.field == RowField::None) return testArg(test, row, has);
  if (test.arg.empty()) return testRow(test, row, duration, has);
  bool result = test.argFirst ? testArg(test, row, has) : testRow(test, row, duration, has);
  if (has) return result;
  return test.argFirst ? testRow(test, row, duration, has) : testArg(test, row, has);
}

std::vector<std::string> Filter::unknown(std::span<const uint8_t> met) const {
  std::vector<std::string> names;
  for (size_t i = 0; i < std::min(met.size(), tests_.size()); ++i) {
    const std::string& name = tests_[i].arg;
    if (met[i] != kAsked || name.empty()) continue;
    // Another comparison of the same field may have come upon it.
    bool had = false;
    for (size_t k = 0; k < std::min(met.size(), tests_.size()); ++k)
      had = had || (tests_[k].arg == name && (met[k] & kHad) != 0);
    if (!had && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

bool Filter::matches(const EventRow& row, Time duration) const {
  bool result = true;
  for (size_t at = 0; at < steps_.size(); ++at) {
    const Step& step = steps_[at];
    switch (step.op) {
      case Step::Op::Test: {
        bool has = false;
        result = holds(tests_[step.to], row, duration, has);
        met_[step.to] |= has ? kAsked | kHad : kAsked;
        break;
      }
      case Step::Op::Not:
        result = !result;
        break;
      case Step::Op::IfFalse:
        if (!result) at = step.to - 1;
        break;
      case Step::Op::IfTrue:
        if (result) at = step.to - 1;
        break;
    }
  }
  return result;
}

std::optional<bool> Filter::byName(std::string_view name, std::optional<Time> duration) const {
  int guesses = kMostGuesses;
  return runByName({name, duration}, 0, true, guesses);
}

std::optional<bool> Filter::testKnown(const Test& test, const Known& known) {
  // The format's own field of that name comes first.
  if (test.argFirst && !test.arg.empty()) return std::nullopt;
  if (test.field == RowField::Name) return testText(test, known.name);
  if (test.field != RowField::Duration || !known.duration) return std::nullopt;
  if (*known.duration != kNoDuration) return testNumber(test, Number::of(*known.duration));
  return test.arg.empty() ? std::optional<bool>(false) : std::nullopt;
}

// A test of anything else may turn out either way: where both ways come to the same end, it does not matter.
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
