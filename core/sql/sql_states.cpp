#include "core/sql/sql_states.h"

#include <sqlite3.h>

#include <algorithm>

namespace tp {
namespace {

using State = ThreadStatesBetween::State;

class StatesOfRange final : public TableFunctionRows {
 public:
  StatesOfRange(std::span<const State> states, const std::vector<std::string>& names, int64_t from, int64_t to,
                SqlBudget& budget)
      : left_(states), names_(names), from_(from), to_(to), budget_(budget) {}

  int next(std::string&) override {
    if (std::exchange(begun_, true)) left_ = left_.subspan(1);
    if (left_.empty() || left_.front().begin >= to_) return SQLITE_DONE;
    return budget_.row() ? SQLITE_INTERRUPT : SQLITE_ROW;
  }
  void column(size_t number, sqlite3_context* out) override {
    const State& state = left_.front();
    const int64_t begin = std::max(state.begin, from_);
    if (number == 0) sqlite3_result_int64(out, state.id);
    if (number == 1) sqlite3_result_int64(out, begin);
    if (number == 2) sqlite3_result_int64(out, std::min(state.end, to_) - begin);
    if (number == 3) sqlite3_result_text(out, names_[state.name].c_str(), -1, SQLITE_STATIC);
    if (number == 4 && state.cpu >= 0) sqlite3_result_int(out, state.cpu);
  }

 private:
  std::span<const State> left_;  // from the current row on
  const std::vector<std::string>& names_;
  const int64_t from_, to_;
  SqlBudget& budget_;
  bool begun_ = false;
};

}  // namespace

bool ThreadStatesBetween::read(std::string& error) {
  ofThread_.clear();
  const uint32_t id = columnNamed(states_, "id"), ts = columnNamed(states_, "ts"), end = columnNamed(states_, "end_ts"),
                 cpu = columnNamed(states_, "cpu"), utid = columnNamed(states_, "utid"),
                 state = columnNamed(states_, "state");
  TableQuery query;
  query.wanted = 0;
  for (uint32_t column : {id, ts, end, cpu, utid, state}) query.want(column);
  const std::unique_ptr<TableCursor> rows = states_.open(std::move(query));
  for (size_t count = 0; rows->next(); ++count) {
    if (budget_.row()) return false;
    if (count == kMaxStates) {
      error = "the trace has more than 4 million states of threads: join with thread_state instead";
      return false;
    }
    const auto thread = static_cast<size_t>(rows->cell(utid).integer);
    if (thread >= ofThread_.size()) ofThread_.resize(thread + 1);
    const std::string_view called = rows->cell(state).text;
    const auto name = std::find(names_.begin(), names_.end(), called);
    const auto known = static_cast<uint32_t>(name - names_.begin());
    if (name == names_.end()) names_.emplace_back(called);
    const Cell where = rows->cell(cpu);
    ofThread_[thread].push_back({rows->cell(ts).integer, rows->cell(end).integer, rows->cell(id).integer,
                                 where.kind == Cell::Kind::Integer ? static_cast<int32_t>(where.integer) : -1, known});
  }
  // A scan that is cancelled ends early.
  if (budget_.spend(0)) return false;
  for (std::vector<State>& states : ofThread_)
    std::stable_sort(states.begin(), states.end(), [](const State& a, const State& b) { return a.begin < b.begin; });
  return read_ = true;
}

std::unique_ptr<TableFunctionRows> ThreadStatesBetween::call(sqlite3_value** arguments, int& status,
                                                             std::string& error) {
  if (!read_ && !read(error)) {
    ofThread_ = {};
    status = error.empty() ? SQLITE_INTERRUPT : SQLITE_ERROR;
    return nullptr;
  }
  for (int i = 0; i < 3; ++i)
    if (sqlite3_value_type(arguments[i]) == SQLITE_NULL)
      return std::make_unique<StatesOfRange>(std::span<const State>(), names_, 0, 0, budget_);
  const int64_t utid = sqlite3_value_int64(arguments[0]), from = sqlite3_value_int64(arguments[1]),
                to = sqlite3_value_int64(arguments[2]);
  std::span<const State> states;
  if (utid >= 0 && static_cast<uint64_t>(utid) < ofThread_.size()) states = ofThread_[static_cast<size_t>(utid)];
  // States of a thread follow each other, so that their ends grow as well.
  const auto first =
      std::partition_point(states.begin(), states.end(), [from](const State& state) { return state.end <= from; });
  return std::make_unique<StatesOfRange>(states.subspan(static_cast<size_t>(first - states.begin())), names_, from, to,
                                         budget_);
}

}  // namespace tp
