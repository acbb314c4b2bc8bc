#include "core/sql/sql_plan.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace tp {
namespace {

constexpr int64_t kLeast = std::numeric_limits<int64_t>::min(), kMax = std::numeric_limits<int64_t>::max();

// Takes a number and the character behind it. Returns false if there is none.
template <class Number>
bool take(std::string_view& text, char behind, Number& out) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (problem != std::errc() || end == text.data() + text.size() || *end != behind) return false;
  text.remove_prefix(static_cast<size_t>(end - text.data()) + 1);
  return true;
}

}  // namespace

std::string SqlPlan::text() const {
  std::string out = std::to_string(wanted) + ' ' + std::to_string(terms.size()) + ' ';
  for (const Term& term : terms)
    out += std::to_string(term.column) + ':' + std::to_string(static_cast<int>(term.how)) + ' ';
  out += std::to_string(groupBy.size()) + ' ';
  for (const TableQuery::Key& key : groupBy)
    out += std::to_string(key.column) + ':' + (key.descending ? '1' : '0') + ' ';
  out += first ? "1 " : "0 ";
  if (first)
    out +=
        std::to_string(first->column) + ':' + (first->descending ? '1' : '0') + ':' + std::to_string(first->rows) + ' ';
  return out + (oneOfEach ? "1." : "0.");
}

std::optional<SqlPlan> SqlPlan::of(std::string_view text) {
  SqlPlan plan;
  uint32_t count = 0, how = 0;
  if (!take(text, ' ', plan.wanted) || !take(text, ' ', count)) return std::nullopt;
  for (uint32_t i = 0; i < count; ++i) {
    Term term;
    if (!take(text, ':', term.column) || !take(text, ' ', how)) return std::nullopt;
    if (how > static_cast<uint32_t>(SqlOperator::AtLeast)) return std::nullopt;
    term.how = static_cast<SqlOperator>(how);
    plan.terms.push_back(term);
  }
  if (!take(text, ' ', count)) return std::nullopt;
  for (uint32_t i = 0; i < count; ++i) {
    TableQuery::Key key;
    if (!take(text, ':', key.column) || !take(text, ' ', how) || how > 1) return std::nullopt;
    key.descending = how == 1;
    plan.groupBy.push_back(key);
  }
  if (!take(text, ' ', count) || count > 1) return std::nullopt;
  if (count == 1) {
    TableQuery::First first;
    if (!take(text, ':', first.column) || !take(text, ':', how) || how > 1) return std::nullopt;
    first.descending = how == 1;
    if (!take(text, ' ', first.rows)) return std::nullopt;
    plan.first = first;
  }
  if (!take(text, '.', how) || how > 1 || !text.empty()) return std::nullopt;
  plan.oneOfEach = how == 1;
  return plan;
}

void narrow(ColumnLimit& limit, SqlOperator how, int64_t value) {
  // Nothing is less than the least number, and nothing greater than the greatest: such a limit has no number.
  const int64_t above = value == kMax ? value : value + 1, below = value == kLeast ? value : value - 1;
  if (how == SqlOperator::Equal || how == SqlOperator::AtLeast) limit.least = std::max(limit.least, value);
  if (how == SqlOperator::Greater) limit.least = std::max(limit.least, above);
  if (how == SqlOperator::Equal || how == SqlOperator::AtMost) limit.most = std::min(limit.most, value);
  if (how == SqlOperator::Less) limit.most = std::min(limit.most, below);
}

void narrow(ColumnLimit& limit, SqlOperator how, double value) {
  constexpr double kBound = 9.2e18;
  if (!(value > -kBound && value < kBound)) return;
  const auto down = static_cast<int64_t>(std::floor(value)), up = static_cast<int64_t>(std::ceil(value));
  switch (how) {
    case SqlOperator::Equal:
      narrow(limit, SqlOperator::AtLeast, up);
      return narrow(limit, SqlOperator::AtMost, down);
    case SqlOperator::Less:
      return narrow(limit, SqlOperator::Less, up);
    case SqlOperator::AtMost:
      return narrow(limit, SqlOperator::AtMost, down);
    case SqlOperator::Greater:
      return narrow(limit, SqlOperator::Greater, down);
    case SqlOperator::AtLeast:
      return narrow(limit, SqlOperator::AtLeast, up);
  }
}

}  // namespace tp
