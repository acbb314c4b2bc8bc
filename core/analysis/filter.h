// The filter language: one expression over the fields of records, for the command line, the events table and exports.
// docs/filter.md is its description for users.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/event_fields.h"
#include "core/text/pattern.h"
#include "core/trace/trace_info.h"

namespace tp {

struct FilterError {
  size_t column = 0;  // in bytes, from 0
  std::string message;

  // "column 12: a value is missing".
  std::string text() const;
};

// A compiled expression. Testing a row allocates nothing once it is warm; a filter belongs to one thread.
// How long what a record ends has lasted.
struct RowLasted {
  static constexpr Time kUnknown = -1;

  Time duration = kUnknown;  // of the slice, or of the state of a thread
  Time waited = kUnknown;    // of the thread that it lets run: how long that was ready to

  RowLasted() = default;
  RowLasted(Time of, Time before = kUnknown) : duration(of), waited(before) {}
  bool operator==(const RowLasted&) const = default;
};

class Filter {
 public:
  static constexpr Time kNoDuration = RowLasted::kUnknown;

  // Nothing, and `error`, where `text` makes no sense. Units of time are counted on `clock`.
  static std::optional<Filter> compile(std::string_view text, const ClockInfo& clock, FilterError& error);

  using Lasted = RowLasted;
  bool matches(const EventRow& row, const Lasted& lasted = {}) const;
  // What is known of a record before it is described.
  struct Known {
    std::string_view name;
    std::optional<std::string_view> system;  // that it is listed under; empty: under none
    std::optional<Lasted> lasted;
    std::string_view brief = {}, signature = {};  // of a function; empty: of none
  };
  // What matches() says of every record of which this is known, where that follows from it.
  std::optional<bool> byName(const Known& known) const;
  // Whether matches() looks at the duration.
  bool usesDuration() const { return usesDuration_; }
  // Whether it looks at what only the exit of a call has, and at a field that may be its entry's: EventRow::entryWords.
  bool usesEntries() const { return (usesDuration_ || usesResult_) && usesOwn_; }

  // Of each comparison: whether rows were asked for its field, whether any had it, and whether some were not asked, as
  // all else decided. What several filters of one expression met adds up by |.
  enum Met : uint8_t { kAsked = 1, kHad = 2, kPassed = 4 };
  const std::vector<uint8_t>& met() const { return met_; }
  // The fields that were asked for and that no row has, each once, as the expression names them. Of a field that all
  // formats may have, that is only known where every row was asked.
  std::vector<std::string> unknown(std::span<const uint8_t> met) const;

 private:
  friend class FilterParser;

  enum class Compare : uint8_t { Present, Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual, Bits, Like, Unlike };
  enum class Text : uint8_t { Exact, Glob, Regex };

  // One comparison. A field that a record does not have compares as false, whatever the comparison.
  struct Test {
    RowField field = RowField::None;  // None: only a field of the format
    std::string arg;                  // name of the format's field; empty: only one of the row
    bool argFirst = false;            // the format's field hides the row's of the same name
    bool wordsFirst = false;          // what the text tells hides the description's of the same name
    bool orLacking = false;           // holds for a row that lacks the field
    bool anyName = false;             // of a name: also a function's qualified name alone, and its declaration
    Compare compare = Compare::Present;
    bool isNumber = false;
    bool hex = false;  // the number was written so
    Number number;
    Text how = Text::Exact;
    std::string text;
    Regex regex;
  };

  // The outcome of the last test decides where to go on.
  struct Step {
    enum class Op : uint8_t { Test, Not, IfFalse, IfTrue } op = Op::Test;
    uint32_t to = 0;  // the test, or the step to go on with
  };

  // How far byName() goes into what it can't know.
  static constexpr int kMaxGuesses = 64;
  static std::optional<bool> testKnown(const Test& test, const Known& known);
  std::optional<bool> runByName(const Known& known, size_t at, bool result, int& guesses) const;

  void pass(size_t from, size_t to) const;

  static bool testNumber(Compare compare, const Number& value, const Number& against);
  static bool testText(const Test& test, std::string_view value);
  static bool testValue(const Test& test, const RowValue& value);
  static bool testSaid(const Test& test, const EventRow& row, const RowValue& value);
  static bool testArg(const Test& test, const EventRow& row, bool& has);
  static bool testRow(const Test& test, const EventRow& row, const Lasted& lasted, bool& has);
  static bool holds(const Test& test, const EventRow& row, const Lasted& lasted, bool& has);

  std::vector<Test> tests_;
  mutable std::vector<uint8_t> met_;  // by test
  mutable bool guessed_ = false;      // byName() has decided
  std::vector<Step> steps_;
  bool usesDuration_ = false;
  bool usesResult_ = false;  // `retval`
  bool usesOwn_ = false;     // another field of the format
};

}  // namespace tp
