#include "core/analysis/row_test.h"

namespace tp {

std::optional<std::string_view> regexIn(std::string_view text) {
  if (text.size() < 3 || text.front() != '/' || text.back() != '/') return std::nullopt;
  return text.substr(1, text.size() - 2);
}

RowQuery queryFor(std::string_view text, const ClockInfo& clock) {
  RowQuery query{RowQuery::Kind::Text, std::string(text)};
  if (regexIn(text)) return query;
  bool hasOperator = text.find_first_of("=<>~") != std::string_view::npos;
  for (std::string_view sign : {"&&", "||", " & ", ": "})
    hasOperator = hasOperator || text.find(sign) != std::string_view::npos;
  FilterError error;
  if (hasOperator && Filter::compile(text, clock, error)) query.kind = RowQuery::Kind::Filter;
  return query;
}

std::optional<RowTest> RowTest::compile(const RowQuery& query, const ClockInfo& clock, FilterError& error) {
  if (query.kind > RowQuery::Kind::Text) return std::nullopt;
  RowTest test(query.kind == RowQuery::Kind::Text ? std::string_view(query.text) : std::string_view());
  if (query.kind == RowQuery::Kind::Filter) {
    test.filter_ = Filter::compile(query.text, clock, error);
    if (!test.filter_) return std::nullopt;
    return test;
  }
  if (query.text.empty()) {
    error = {0, "there is nothing to look for"};
    return std::nullopt;
  }
  if (const std::optional<std::string_view> pattern = regexIn(query.text)) {
    test.regex_.emplace();
    if (!test.regex_->compile(*pattern, false, error.message, error.column)) return std::nullopt;
  }
  return test;
}

bool RowTest::matches(const EventRow& row, const Filter::Lasted& lasted) const {
  if (filter_) return filter_->matches(row, lasted);
  if (!regex_ && (row.present & EventRow::kTid) != 0 && row.tid == text_.number) return true;
  return foundIn(row.name) || foundIn(row.signature) || foundIn(row.words()) || foundIn(row.comm) ||
         (!row.syscall.empty() && foundIn(row.syscall));
}

std::optional<bool> RowTest::byName(const Filter::Known& known) const {
  if (filter_) return filter_->byName(known);
  const bool found = foundIn(known.name) || foundIn(known.brief) || foundIn(known.signature);
  return found ? std::optional<bool>(true) : std::nullopt;
}

}  // namespace tp
