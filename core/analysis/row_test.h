// What makes a row a hit: an expression of the filter language, or a text that stands somewhere in what people read of
// it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/analysis/call_rows.h"
#include "core/analysis/filter.h"
#include "core/text/wanted_text.h"

namespace tp {

struct RowQuery {
  enum class Kind : uint8_t {
    Filter,  // docs/filter.md
    Text,    // in name, arguments or command, whatever the case; a number also as the id of a thread
    Calls,   // those of some calls, as CallRows finds them; `text` says which for people
  };
  Kind kind = Kind::Filter;
  std::string text;
  CallPick calls = {};

  bool operator==(const RowQuery& other) const = default;
};
void writeQuery(const RowQuery& query, WireWriter& out);
RowQuery readQuery(WireReader& in);

// What a person means who looks for `text`: an expression where it is one and has an operator, else the text itself.
RowQuery queryFor(std::string_view text, const ClockInfo& clock);

class RowTest {
 public:
  // Nothing, and `error`, where it makes no sense. None is of calls: a row alone does not tell.
  static std::optional<RowTest> compile(const RowQuery& query, const ClockInfo& clock, FilterError& error);

  // As Filter has them.
  bool matches(const EventRow& row, const Filter::Lasted& lasted = {}) const;
  std::optional<bool> byName(const Filter::Known& known) const;
  // What is looked for; null of an expression.
  const WantedText* text() const { return filter_ ? nullptr : &text_; }
  bool usesDuration() const { return filter_ && filter_->usesDuration(); }
  bool usesEntries() const { return filter_ && filter_->usesEntries(); }
  // Null of a text.
  const Filter* filter() const { return filter_ ? &*filter_ : nullptr; }

 private:
  explicit RowTest(std::string_view text) : text_(text) {}

  std::optional<Filter> filter_;
  WantedText text_;
};

}  // namespace tp
