#include "core/analysis/row_test.h"

namespace tp {

RowQuery queryFor(std::string_view text, const ClockInfo& clock) {
  RowQuery query{RowQuery::Kind::Text, std::string(text)};
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
  return test;
}

bool RowTest::matches(const EventRow& row, const Filter::Lasted& lasted) const {
  if (filter_) return filter_->matches(row, lasted);
  if ((row.present & EventRow::kTid) != 0 && row.tid == text_.number) return true;
  const FoldedText& text = text_.whole;
  return text.foundIn(row.name) || text.foundIn(row.signature) || text.foundIn(row.words()) || text.foundIn(row.comm) ||
         (!row.syscall.empty() && text.foundIn(row.syscall));
}

std::optional<bool> RowTest::byName(const Filter::Known& known) const {
  if (filter_) return filter_->byName(known);
  const FoldedText& text = text_.whole;
  const bool found = text.foundIn(known.name) || text.foundIn(known.brief) || text.foundIn(known.signature);
  return found ? std::optional<bool>(true) : std::nullopt;
}

}  // namespace tp
