// critical_path(utid, from_ts, to_ts): who held up a thread, moment by moment (docs/why.md).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/sql/sql_budget.h"
#include "core/sql/sql_table_function.h"
#include "core/tables/table_trace.h"

namespace tp {

// The function's rows are the segments of criticalPath(), in the order of time. The graph that they are made from is
// asked for when the function is called first; the path of one call, some 100 bytes a segment, is kept until the next.
class CriticalPathFunction final : public TableFunction {
 public:
  // Both must outlive this.
  CriticalPathFunction(TableTrace& trace, SqlBudget& budget) : trace_(trace), budget_(budget) {}

  const std::string& name() const override { return name_; }
  const std::vector<SqlColumn>& columns() const override { return columns_; }
  const std::vector<std::string>& arguments() const override { return arguments_; }
  // A thread that is not there has no rows, nor has a range with a NULL.
  std::unique_ptr<TableFunctionRows> call(sqlite3_value** arguments, int& status, std::string& error) override;

 private:
  TableTrace& trace_;
  SqlBudget& budget_;
  const std::string name_ = "critical_path";
  const std::vector<SqlColumn> columns_{{"ts", "INTEGER"},
                                        {"dur", "INTEGER"},
                                        {"utid", "INTEGER"},
                                        {"state", "TEXT"},
                                        {"kind", "TEXT"},
                                        {"stop", "TEXT"},
                                        {"depth", "INTEGER"},
                                        {"cpu", "INTEGER"},
                                        {"priority", "INTEGER"},
                                        {"waker_utid", "INTEGER"},
                                        {"irq_context", "TEXT"},
                                        {"waker_handler", "TEXT"},
                                        {"at_most", "INTEGER"},
                                        {"uncertain", "INTEGER"},
                                        {"requests", "INTEGER"},
                                        {"request", "TEXT"},
                                        {"request_device", "TEXT"},
                                        {"request_sector", "INTEGER"},
                                        {"request_sectors", "INTEGER"},
                                        {"request_ts", "INTEGER"}};
  const std::vector<std::string> arguments_{"utid", "from_ts", "to_ts"};
};

}  // namespace tp
