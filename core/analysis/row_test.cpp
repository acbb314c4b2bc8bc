#include "core/analysis/row_test.h"

#include <charconv>

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
  int64_t number = 0;
  const char* end = query.text.data() + query.text.size();
  auto read = std::from_chars(query.text.data(), end, number);
  if (read.ec == std::errc() && read.ptr == end) test.number_ = number;
  return test;
}

bool RowTest::matches(const EventRow& row, Time duration) const {
  if (filter_) return filter_->matches(row, duration);
  if (number_ && (row.present & EventRow::kTid) != 0 && row.tid == *number_) return true;
  return text_.foundIn(row.name) || text_.foundIn(row.args) || text_.foundIn(row.comm) ||
         (!row.syscall.empty() && text_.foundIn(row.syscall));
}

std::optional<bool> RowTest::byName(std::string_view name, std::optional<Time> duration) const {
  if (filter_) return filter_->byName(name, duration);
  return text_.foundIn(name) ? std::optional<bool>(true) : std::nullopt;
}

}  // namespace tp
