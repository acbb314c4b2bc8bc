// Somebody who answers questions in SQL, in the same thread, for tests.
#pragma once

#include <atomic>
#include <utility>
#include <vector>

#include "core/session/sql/sql_result.h"
#include "core/sql/service/sql_service.h"
#include "core/sql/sql_database.h"
#include "core/tables/result_text.h"

namespace tp::test {

// The rows of a query as CSV, up to the last one or an error.
inline std::string csvOf(SqlQuery& query) {
  ResultText text(ResultFormat::Csv, query.columns());
  std::string out;
  std::vector<Cell> cells(query.columns().size());
  while (query.step() == SqlQuery::Step::Row) {
    for (size_t i = 0; i < cells.size(); ++i) cells[i] = query.cell(i);
    text.row(cells, out);
  }
  text.end(out);
  return out;
}

class SqlAnswers {
 public:
  explicit SqlAnswers(const FileSet& files, const JoinOptions& options = {}, const SqlLimits& limits = {})
      : service_(
            files, options, cancelled_, [this](std::vector<std::byte> reply) { replies_.push_back(std::move(reply)); },
            limits) {}

  // Answers at once; the replies wait for take().
  void ask(const SqlRequest& request) {
    WireWriter out;
    out(request);
    service_.answer(out.take());
  }
  void takeIndex(Bytes block) { service_.takeIndex(block); }
  // SqlService::prepare().
  bool prepare() { return service_.prepare(); }
  std::vector<std::vector<std::byte>> take() { return std::exchange(replies_, {}); }
  // The whole answer.
  SqlResult answer(const SqlRequest& request) {
    SqlResult result(request);
    ask(request);
    for (const std::vector<std::byte>& reply : take()) result.receive(reply);
    return result;
  }
  std::atomic<bool>& cancelled() { return cancelled_; }

 private:
  std::atomic<bool> cancelled_ = false;
  std::vector<std::vector<std::byte>> replies_;
  SqlService service_;
};

}  // namespace tp::test
