// compare_functions(a, b, a_from, a_to, b_from, b_to): which functions differ between two traces or parts of one
// (docs/compare.md).
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/sql/sql_budget.h"
#include "core/sql/sql_table_function.h"
#include "core/tables/table_trace.h"

namespace tp {

// The function's rows are the changes of compareFunctions(), the largest first. The calls are counted when the function
// is called, and the functions of both sides are kept until others are asked for.
class CompareFunctions final : public TableFunction {
 public:
  // Both must outlive this.
  CompareFunctions(TableTrace& trace, SqlBudget& budget);

  const std::string& name() const override { return name_; }
  const std::vector<SqlColumn>& columns() const override { return columns_; }
  const std::vector<std::string>& arguments() const override { return arguments_; }
  size_t required() const override { return 2; }
  // A trace is its number or its name; NULL is all that is open. A time that is NULL or left out does not limit.
  std::unique_ptr<TableFunctionRows> call(sqlite3_value** arguments, int& status, std::string& error) override;

 private:
  struct Side {
    uint32_t trace = kEveryTrace;
    Time begin = 1, end = 0;  // begin > end: all times

    bool operator==(const Side&) const = default;
  };
  std::optional<Side> sideOf(size_t number, sqlite3_value** arguments, std::string& error) const;
  std::optional<uint32_t> traceOf(const std::string& argument, sqlite3_value* value, std::string& error) const;

  TableTrace& trace_;
  SqlBudget& budget_;
  std::array<Side, 2> sides_;  // of found_
  std::shared_ptr<const FunctionComparison> found_;
  const std::string name_ = "compare_functions";
  std::vector<SqlColumn> columns_;
  const std::vector<std::string> arguments_{"a", "b", "a_from", "a_to", "b_from", "b_to"};
};

}  // namespace tp
