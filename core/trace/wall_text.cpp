#include "core/trace/wall_text.h"

#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <limits>

namespace tp {
namespace {

constexpr int64_t kMicrosecond = 1000, kSecond = 1'000'000'000;

}  // namespace

// Without strftime(), which Emscripten implements in JavaScript: its first call costs milliseconds.
std::string wallText(Time time, const ClockInfo& clock) {
  using std::chrono::days, std::chrono::nanoseconds;
  constexpr int64_t kDay = nanoseconds(days(1)).count();
  int64_t ns = 0;
  if (__builtin_add_overflow(time, clock.wallOffsetNs, &ns)) return "unknown";
  if (ns < std::numeric_limits<int64_t>::min() + kDay) return "unknown";
  std::chrono::sys_time<nanoseconds> at{nanoseconds(ns)};
  auto midnight = std::chrono::floor<days>(at);
  std::chrono::year_month_day date(midnight);
  std::chrono::hh_mm_ss clockTime(at - midnight);
  char out[96];
  std::snprintf(out, sizeof out, "%d-%02u-%02u %02d:%02d:%02d", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(clockTime.hours().count()), static_cast<int>(clockTime.minutes().count()),
                static_cast<int>(clockTime.seconds().count()));
  std::string text = out;
  if (clock.wallPrecisionNs < kSecond) {
    std::snprintf(out, sizeof out, ".%09" PRId64, static_cast<int64_t>(clockTime.subseconds().count()));
    text.append(out, clock.wallPrecisionNs < kMicrosecond ? 10 : 7);
  }
  return text + " UTC";
}

std::string_view wallNote(const ClockInfo& clock) {
  if (clock.wallPrecisionNs >= kSecond) return ", to the second";
  return clock.wallPrecisionNs >= kMicrosecond ? ", to the microsecond" : "";
}

}  // namespace tp
