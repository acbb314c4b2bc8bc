// The filter language: one expression over the fields of records, for the command line, the event table and exports.
// docs/filter.md describes it for users.
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

// How long what a record ends has lasted, in clock units.
struct RowLasted {
  static constexpr Time kUnknown = -1;

  Time duration = kUnknown;  // of the slice, or of the state of a thread
  Time waited = kUnknown;    // how long the thread that the record lets run was ready to run
  // Of a slice (Filter::Of::Slices); empty: not known.
  Time self = kUnknown;
  std::string_view caller = {}, thread = {}, waker = {};

  RowLasted() = default;
  RowLasted(Time of, Time before = kUnknown) : duration(of), waited(before) {}
  bool operator==(const RowLasted&) const = default;
};

// A compiled expression. A filter must be used by one thread only, as it keeps notes of the rows it has seen (met()).
class Filter {
 public:
  static constexpr Time kNoDuration = RowLasted::kUnknown;

  enum class Of : uint8_t {
    Rows,    // records of the event table
    Slices,  // slices, which have the fields `self`, `caller` and `thread` as well
  };
  // Compiles an expression. Returns nullopt and sets `error` if it is invalid. Units of time are converted to those of
  // `clock`.
  static std::optional<Filter> compile(std::string_view text, const ClockInfo& clock, FilterError& error,
                                       Of of = Of::Rows);

  using Lasted = RowLasted;
  // Returns whether the expression holds for the row. `lasted` is needed only if usesDuration().
  bool matches(const EventRow& row, const Lasted& lasted = {}) const;
  // What may be known of a record before it is described.
  struct Known {
    std::string_view name;
    std::optional<std::string_view> system;  // that the record is listed under; empty: none
    std::optional<Lasted> lasted;
    // Of a function; empty if it is none. `brief` may be left out: it is made of the signature.
    std::string_view brief = {}, signature = {};
  };
  // Returns what matches() returns for every record of which this is known, or nullopt if that does not follow from it.
  std::optional<bool> byName(const Known& known) const;
  // Returns whether matches() looks at `lasted`.
  bool usesDuration() const { return usesDuration_; }
  // Returns whether that is RowLasted::waited alone.
  bool asksWaited() const { return usesWaited_ && !usesOwnDuration_; }
  // Returns whether matches() looks both at what only the exit of a call has and at a field that its entry may have:
  // EventRow::entry should be set then.
  bool usesEntries() const { return (usesDuration_ || usesResult_) && usesOwn_; }

  // Returns whether matches() looks at nothing of the row but its name and signature, tid and depth.
  bool usesDrawnOnly() const;
  // Returns whether it looks at the field.
  bool uses(RowField field) const;

  // For each comparison: whether rows were asked for its field, whether any of them had it, and whether some were not
  // asked because the rest decided. The values of several filters of the same expression add up by |.
  // kNamed: of a comparison of names, whether any row has such a name; kUnnamed: whether any has not.
  enum Met : uint8_t { kAsked = 1, kHad = 2, kPassed = 4, kNamed = 8, kUnnamed = 16 };
  const std::vector<uint8_t>& met() const { return met_; }
  // Returns the fields that rows were asked for and none of them has, each once, as the expression names them. A field
  // that all formats may have is only among them if every row was asked.
  std::vector<std::string> unknown(std::span<const uint8_t> met) const;
  // Returns the names of events and functions that the expression asks for and no row has, each once.
  std::vector<std::string> unnamed(std::span<const uint8_t> met) const;

 private:
  friend class FilterParser;

  enum class Compare : uint8_t { Present, Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual, Bits, Like, Unlike };
  enum class Text : uint8_t { Exact, Glob, Regex };

  // One comparison. It is false for a record that does not have the field, except with `orLacking`.
  struct Test {
    RowField field = RowField::None;  // None: only a field of the format
    std::string arg;                  // name of the format's field; empty: only one of the row
    bool argFirst = false;            // the format's field is preferred to the row's field of the same name
    bool wordsFirst = false;          // a field of the text is preferred to that of the description of the same name
    bool orLacking = false;           // true for a row that lacks the field
    // For a name: also compares a function's qualified name and its declaration, and the name of an event behind that
    // of its system ("sched_schedule" of LTTng's "kernel.sched_schedule").
    bool anyName = false;
    Compare compare = Compare::Present;
    bool isNumber = false;
    bool hex = false;  // the number was written in hexadecimal
    Number number;
    Text how = Text::Exact;
    std::string text;
    Regex regex;
  };

  // A step of the program. Test sets the result; IfFalse and IfTrue jump if the result is so.
  struct Step {
    enum class Op : uint8_t { Test, Not, IfFalse, IfTrue } op = Op::Test;
    uint32_t to = 0;  // index of the test, or of the step to go on with
  };

  // How many tests whose results are not known byName() tries both ways.
  static constexpr int kMaxGuesses = 64;
  static std::optional<bool> testKnown(const Test& test, const Known& known);
  std::optional<bool> runByName(const Known& known, size_t at, bool result, int& guesses) const;

  void pass(size_t from, size_t to) const;

  static bool namesOne(const Test& test) {
    return (test.field == RowField::Name || test.field == RowField::System) && test.compare == Compare::Equal &&
           !test.argFirst;
  }
  static bool testName(const Test& test, const Known& known);
  void noteNames(const Known& known) const;

  static bool testNumber(Compare compare, const Number& value, const Number& against);
  static bool testText(const Test& test, std::string_view value);
  static bool testValue(const Test& test, const RowValue& value);
  static bool testSaid(const Test& test, const EventRow& row, const RowValue& value);
  static bool testArg(const Test& test, const EventRow& row, bool& has);
  static Time lastedOf(RowField field, const Lasted& lasted);
  static bool testRow(const Test& test, const EventRow& row, const Lasted& lasted, bool& has);
  static bool holds(const Test& test, const EventRow& row, const Lasted& lasted, bool& has);

  std::vector<Test> tests_;
  mutable std::vector<uint8_t> met_;  // by test
  mutable bool guessed_ = false;      // byName() has decided for a row
  mutable size_t unnamed_ = 0;        // number of comparisons of names (namesOne()) that no row has met
  std::vector<Step> steps_;
  bool usesDuration_ = false;     // there is a comparison of `dur` or `waited`
  bool usesOwnDuration_ = false;  // ... of `dur`
  bool usesWaited_ = false;       // ... of `waited`
  bool usesResult_ = false;       // there is a comparison of `retval`
  bool usesOwn_ = false;          // there is a comparison of another field of the format
};

}  // namespace tp
