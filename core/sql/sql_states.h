// thread_states_between(utid, from_ts, to_ts): what a thread did in a range of time. A join with thread_state would
// look at all states of the thread for each range; this finds those of the range.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/sql/sql_budget.h"
#include "core/sql/sql_table_function.h"
#include "core/tables/table.h"

namespace tp {

// The function's rows are those of thread_state that have time in common with the range, cut to it, in the order of
// time: id, ts, dur, state, cpu. They are read when it is called first, and kept: 32 bytes each, of which there may be
// kMaxStates.
class ThreadStatesBetween final : public TableFunction {
 public:
  static constexpr size_t kMaxStates = 4'000'000;

  // `states` is the table thread_state; both must outlive this.
  ThreadStatesBetween(Table& states, SqlBudget& budget) : states_(states), budget_(budget) {}

  const std::string& name() const override { return name_; }
  const std::vector<SqlColumn>& columns() const override { return columns_; }
  const std::vector<std::string>& arguments() const override { return arguments_; }
  std::unique_ptr<TableFunctionRows> call(sqlite3_value** arguments, int& status, std::string& error) override;

  struct State {
    int64_t begin = 0, end = 0;
    int64_t id = 0;
    int32_t cpu = -1;   // -1: none
    uint32_t name = 0;  // position in names()
  };
  const std::vector<std::string>& names() const { return names_; }

 private:
  bool read(std::string& error);

  Table& states_;
  SqlBudget& budget_;
  const std::string name_ = "thread_states_between";
  const std::vector<SqlColumn> columns_{
      {"id", "INTEGER"}, {"ts", "INTEGER"}, {"dur", "INTEGER"}, {"state", "TEXT"}, {"cpu", "INTEGER"}};
  const std::vector<std::string> arguments_{"utid", "from_ts", "to_ts"};
  bool read_ = false;
  std::vector<std::vector<State>> ofThread_;  // by utid, in the order of time
  std::vector<std::string> names_;            // of states
};

}  // namespace tp
