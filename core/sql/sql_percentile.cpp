#include "core/sql/sql_built_ins.h"

#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tp {
namespace {

// SQLite hands it out filled with zeros. `numbers` is SQLite's memory.
struct Numbers {
  double* numbers;
  uint64_t count, room;
  double percent;
  bool told;  // `percent` is known
};

// Returns the number of an argument; false if it is none, with an error unless it is NULL.
bool numberOf(sqlite3_context* out, sqlite3_value* value, const char* function, double& number) {
  const int type = sqlite3_value_numeric_type(value);
  if (type == SQLITE_NULL) return false;
  if (type == SQLITE_INTEGER || type == SQLITE_FLOAT) {
    number = sqlite3_value_double(value);
    return true;
  }
  sqlite3_str* text = sqlite3_str_new(nullptr);
  sqlite3_str_appendf(text, "%s() takes numbers", function);
  sqlite3_result_error(out, sqlite3_str_value(text), -1);
  sqlite3_free(sqlite3_str_finish(text));
  return false;
}

void add(sqlite3_context* out, Numbers& to, double number) {
  if (to.count == to.room) {
    constexpr uint64_t kFirst = 64;
    const uint64_t room = to.room == 0 ? kFirst : to.room * 2;
    void* more = sqlite3_realloc64(to.numbers, room * sizeof(double));
    if (more == nullptr) return sqlite3_result_error_nomem(out);
    to.numbers = static_cast<double*>(more);
    to.room = room;
  }
  to.numbers[to.count++] = number;
}

void step(sqlite3_context* out, sqlite3_value* value, double percent, const char* function) {
  auto* of = static_cast<Numbers*>(sqlite3_aggregate_context(out, sizeof(Numbers)));
  if (of == nullptr) return sqlite3_result_error_nomem(out);
  if (of->told && of->percent != percent)
    return sqlite3_result_error(out, "percentile() has another percentage for the same group", -1);
  of->told = true;
  of->percent = percent;
  double number = 0;
  if (numberOf(out, value, function, number)) add(out, *of, number);
}

void percentileStep(sqlite3_context* out, int, sqlite3_value** given) {
  double percent = -1;
  const int type = sqlite3_value_numeric_type(given[1]);
  if (type == SQLITE_INTEGER || type == SQLITE_FLOAT) percent = sqlite3_value_double(given[1]);
  if (!(percent >= 0 && percent <= 100))
    return sqlite3_result_error(out, "percentile() takes a percentage from 0 to 100", -1);
  step(out, given[0], percent, "percentile");
}

void medianStep(sqlite3_context* out, int, sqlite3_value** given) {
  step(out, given[0], 50, "median");
}

void percentileEnd(sqlite3_context* out) {
  auto* of = static_cast<Numbers*>(sqlite3_aggregate_context(out, 0));
  if (of == nullptr) return;
  if (of->count > 0) {
    const double place = of->percent / 100 * static_cast<double>(of->count - 1);
    const auto below = std::min(static_cast<uint64_t>(place), of->count - 1);
    double* const end = of->numbers + of->count;
    double* const at = of->numbers + below;
    std::nth_element(of->numbers, at, end);
    const double share = place - static_cast<double>(below);
    const double next = share > 0 ? *std::min_element(at + 1, end) : *at;
    sqlite3_result_double(out, *at + (next - *at) * share);
  }
  sqlite3_free(of->numbers);
  of->numbers = nullptr;
}

// Welford's sums, so that large numbers with small differences keep these.
struct Spread {
  int64_t count;
  double mean, squares;
};

void spreadStep(sqlite3_context* out, int, sqlite3_value** given) {
  auto* of = static_cast<Spread*>(sqlite3_aggregate_context(out, sizeof(Spread)));
  double number = 0;
  if (of == nullptr) return sqlite3_result_error_nomem(out);
  if (!numberOf(out, given[0], "stddev", number)) return;
  const double from = number - of->mean;
  of->mean += from / static_cast<double>(++of->count);
  of->squares += from * (number - of->mean);
}

void spreadEnd(sqlite3_context* out) {
  const auto* of = static_cast<Spread*>(sqlite3_aggregate_context(out, 0));
  if (of == nullptr || of->count < 2) return;
  sqlite3_result_double(out, std::sqrt(of->squares / static_cast<double>(of->count - 1)));
}

}  // namespace

int addPercentiles(sqlite3* connection) {
  constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  constexpr struct {
    const char* name;
    int arguments;
    void (*step)(sqlite3_context*, int, sqlite3_value**);
    void (*end)(sqlite3_context*);
  } kAggregates[] = {{"median", 1, medianStep, percentileEnd},
                     {"percentile", 2, percentileStep, percentileEnd},
                     {"stddev", 1, spreadStep, spreadEnd}};
  for (const auto& one : kAggregates) {
    const int status = sqlite3_create_function_v2(connection, one.name, one.arguments, kFlags, nullptr, nullptr,
                                                  one.step, one.end, nullptr);
    if (status != SQLITE_OK) return status;
  }
  return SQLITE_OK;
}

}  // namespace tp
