// What SQLite and a table agree on for one scan: which conditions the table looks at, which columns are used, by what
// rows come grouped. SQLite keeps it as a text between the two calls.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/tables/table.h"

namespace tp {

enum class SqlOperator : uint8_t { Equal, Less, AtMost, Greater, AtLeast };

struct SqlPlan {
  struct Term {
    uint32_t column = 0;
    SqlOperator how = SqlOperator::Equal;
    bool operator==(const Term&) const = default;
  };
  std::vector<Term> terms;               // a value comes for each
  uint64_t wanted = 0;                   // as TableQuery::wanted
  std::vector<TableQuery::Key> groupBy;  // this and what follows as in TableQuery
  bool oneOfEach = false;
  std::optional<TableQuery::First> first;

  bool operator==(const SqlPlan&) const = default;
  std::string text() const;
  // Returns nullopt if the text is not one of text().
  static std::optional<SqlPlan> of(std::string_view text);
};

// Narrows `limit`, of a column that is a number, by a comparison with `value`. A number that no integer can be compared
// with leaves it as it is.
void narrow(ColumnLimit& limit, SqlOperator how, int64_t value);
void narrow(ColumnLimit& limit, SqlOperator how, double value);

}  // namespace tp
