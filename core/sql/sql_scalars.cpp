#include "core/sql/sql_built_ins.h"

#include <sqlite3.h>

#include <limits>
#include <memory>
#include <string>

#include "core/text/pattern.h"

namespace tp {
namespace {

struct Unit {
  const char* from;
  const char* to;
  sqlite3_int64 nanoseconds;
};
constexpr Unit kUnits[] = {
    {"time_from_ns", "time_to_ns", 1},
    {"time_from_us", "time_to_us", 1'000},
    {"time_from_ms", "time_to_ms", 1'000'000},
    {"time_from_s", "time_to_s", 1'000'000'000},
    {"time_from_min", "time_to_min", 60'000'000'000},
    {"time_from_hours", "time_to_hours", 3'600'000'000'000},
    {"time_from_days", "time_to_days", 86'400'000'000'000},
};

void timeFrom(sqlite3_context* out, int, sqlite3_value** given) {
  const sqlite3_int64 unit = static_cast<const Unit*>(sqlite3_user_data(out))->nanoseconds;
  if (sqlite3_value_type(given[0]) == SQLITE_NULL) return;
  const sqlite3_int64 count = sqlite3_value_int64(given[0]);
  constexpr sqlite3_int64 kMax = std::numeric_limits<sqlite3_int64>::max();
  if (count > kMax / unit || count < -(kMax / unit))
    return sqlite3_result_error(out, "so much time is more nanoseconds than an integer has room for", -1);
  sqlite3_result_int64(out, count * unit);
}

void timeTo(sqlite3_context* out, int, sqlite3_value** given) {
  if (sqlite3_value_type(given[0]) == SQLITE_NULL) return;
  sqlite3_result_int64(out,
                       sqlite3_value_int64(given[0]) / static_cast<const Unit*>(sqlite3_user_data(out))->nanoseconds);
}

// Returns the expression of the first argument, which SQLite keeps from row to row while it is the same; null after an
// error was set. `own` holds it if SQLite does not.
const Regex* regexOf(sqlite3_context* out, sqlite3_value* pattern, std::unique_ptr<Regex>& own) {
  if (const void* kept = sqlite3_get_auxdata(out, 0)) return static_cast<const Regex*>(kept);
  constexpr int kMaxPattern = 1000;
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(pattern));
  if (text == nullptr) return sqlite3_result_error_nomem(out), nullptr;
  const int size = sqlite3_value_bytes(pattern);
  std::string problem;
  size_t at = 0;
  own = std::make_unique<Regex>();
  if (size > kMaxPattern) problem = "it has more than 1000 bytes";
  if (!problem.empty() || !own->compile({text, static_cast<size_t>(size)}, false, problem, at))
    return sqlite3_result_error(out, ("this is no regular expression: " + problem).c_str(), -1), nullptr;
  return own.get();
}

void regexp(sqlite3_context* out, int, sqlite3_value** given) {
  if (sqlite3_value_type(given[0]) == SQLITE_NULL || sqlite3_value_type(given[1]) == SQLITE_NULL) return;
  // A match takes the pattern's length times that of the text, and can't be stopped meanwhile.
  constexpr int kMaxText = 1 << 20, kLong = 4096, kBytesPerStep = 16;
  std::unique_ptr<Regex> own;
  const Regex* regex = regexOf(out, given[0], own);
  if (regex == nullptr) return;
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(given[1]));
  if (text == nullptr) return sqlite3_result_error_nomem(out);
  const int size = sqlite3_value_bytes(given[1]);
  if (size > kMaxText) return sqlite3_result_error(out, "REGEXP takes texts of 1 MB at most", -1);
  if (size >= kLong &&
      static_cast<SqlBudget*>(sqlite3_user_data(out))->spend(static_cast<uint64_t>(size) / kBytesPerStep))
    return sqlite3_result_error_code(out, SQLITE_INTERRUPT);
  sqlite3_result_int(out, regex->foundIn({text, static_cast<size_t>(size)}) ? 1 : 0);
  if (own) sqlite3_set_auxdata(out, 0, own.release(), [](void* one) { delete static_cast<Regex*>(one); });
}

}  // namespace

int addScalars(sqlite3* connection, SqlBudget& budget) {
  constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  const auto add = [&](const char* name, int arguments, const void* data,
                       void (*function)(sqlite3_context*, int, sqlite3_value**)) {
    return sqlite3_create_function_v2(connection, name, arguments, kFlags, const_cast<void*>(data), function, nullptr,
                                      nullptr, nullptr) == SQLITE_OK;
  };
  for (const Unit& unit : kUnits)
    if (!add(unit.from, 1, &unit, timeFrom) || !add(unit.to, 1, &unit, timeTo)) return sqlite3_errcode(connection);
  return add("regexp", 2, &budget, regexp) ? SQLITE_OK : sqlite3_errcode(connection);
}

}  // namespace tp
