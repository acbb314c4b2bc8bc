// What makes a row a hit: an expression of the filter language, or a text that occurs in the row.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/analysis/call_rows.h"
#include "core/analysis/filter.h"
#include "core/text/pattern.h"
#include "core/text/wanted_text.h"

namespace tp {

struct RowQuery {
  enum class Kind : uint8_t {
    Filter,  // docs/filter.md
    Text,    // in name, arguments, command or system call, ignoring case; a number also as the id of a thread; between
             // slashes, a regular expression
    Calls,   // rows of certain calls, as CallRows finds them; `text` describes them for the user
  };
  Kind kind = Kind::Filter;
  std::string text;
  CallPick calls = {};

  bool operator==(const RowQuery& other) const = default;
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(atMost(self.kind, Kind::Calls), self.text);
    if (self.kind == Kind::Calls) wire(self.calls);
  }
};

// Returns the regular expression that a text for a search is, without its slashes; nullopt if it is none.
std::optional<std::string_view> regexIn(std::string_view text);

// Returns the query that a user means by `text`: a filter if it is a valid expression with an operator, else the text.
RowQuery queryFor(std::string_view text, const ClockInfo& clock);

class RowTest {
 public:
  // Returns nullopt and sets `error` if the query is invalid. Returns nullopt for Kind::Calls, which a row alone does
  // not tell.
  static std::optional<RowTest> compile(const RowQuery& query, const ClockInfo& clock, FilterError& error);

  // As in Filter.
  bool matches(const EventRow& row, const Filter::Lasted& lasted = {}) const;
  std::optional<bool> byName(const Filter::Known& known) const;
  // Returns the text that is searched for, owned by this, or null if the query is an expression of either kind.
  const WantedText* text() const { return filter_ || regex_ ? nullptr : &text_; }
  bool asksWaited() const { return filter_ && filter_->asksWaited(); }
  bool usesDuration() const { return filter_ && filter_->usesDuration(); }
  bool usesEntries() const { return filter_ && filter_->usesEntries(); }
  // Returns null if the query is a text or a regular expression.
  const Filter* filter() const { return filter_ ? &*filter_ : nullptr; }

 private:
  explicit RowTest(std::string_view text) : text_(text) {}

  bool foundIn(std::string_view text) const { return regex_ ? regex_->foundIn(text) : text_.whole.foundIn(text); }

  std::optional<Filter> filter_;
  std::optional<Regex> regex_;
  WantedText text_;
};

}  // namespace tp
